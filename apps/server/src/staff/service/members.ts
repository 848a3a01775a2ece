import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isEmail, normalizeEmail } from '@glasshouse/core/identity/rules'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import { deletePasskeys } from '../../access/passkeys/index.ts'
import { updateSessionsEnded } from '../../access/sessions/index.ts'
import { deleteTotp } from '../../access/totp/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import {
  findMember,
  findMemberView,
  insertMember,
  listMemberRows,
  lockMember,
  type MemberView,
  updateMember,
} from '../store/members.ts'
import { requireSecondManager } from './approvalRequests.ts'
import { type RequestOrigin, readAndAudit } from './audit.ts'
import { canAddAlone, isBootstrapSolo } from './bootstrap.ts'
import { createInvitation } from './invitation.ts'
import { staffKind } from './principal.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type InvitationDetails = DataOf<'/staff/api/memberAdd'>

const targetOf = (email: string): string => `staff ${email}`
const stillWaits: InvitationDetails = { waits: true, invitation: null, expires: null }

const rowOf = (member: MemberView): DataOf<'/staff/api/memberList'>[number] => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  frozen: member.frozen_ms === null ? 0 : 1,
  totp: member.confirmed_ms !== null,
  invited: member.expires_ms !== null,
  since: member.created_ms,
  seen: member.seen_ms,
})

/** One page of staff members. Throws `notAllowed` for the role service. */
export const listMembers = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  page: SortedRange,
) => {
  const { rows, total } = await listMemberRows(deps.database.db, page)
  await readAndAudit(deps, staff, origin, 'memberList', 'staff')
  return { rows: rows.map(rowOf), total }
}

const invited = async (tx: Tx, staffId: number, nowMs: number): Promise<InvitationDetails> => ({
  waits: false,
  ...(await createInvitation(tx, staffId, nowMs)),
})

/**
 * Adds a staff member with an invitation; passwords are never handed out. A manager is added when a second manager
 * requests the same; the second manager of an installation is added by the first alone.
 *
 * @throws notAllowed | alreadyTaken | invalidField
 * @throws invalidState (`invited`) the first manager has already invited a second one
 */
export const addMember = async (
  { clock, database }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  command: Pick<MemberView, 'email' | 'name' | 'role'>,
): Promise<InvitationDetails> => {
  const [email, name] = [normalizeEmail(command.email.trim()), command.name.trim()]
  if (!isEmail(email)) throw domainError('invalidField', { field: 'email' })
  if (!/^[^\p{C}]+$/u.test(name)) throw domainError('invalidField', { field: 'name' })
  const { role } = command
  return transact(database.db, async (tx) => {
    if ((await findMember(tx, email)) !== undefined) throw domainError('alreadyTaken')
    const request = { action: 'memberAdd' as const, target: targetOf(email), payload: { email, name, role } }
    const needsTwo = role === 'manager' && !(await canAddAlone(tx, staff))
    if (needsTwo && !(await requireSecondManager(tx, clock.now(), staff, origin, request))) return stillWaits
    const id = await insertMember(tx, { email, name, role, passwordHash: null }, clock.now())
    if (id === null) throw domainError('alreadyTaken')
    const record = { staffId: staff.id, action: 'memberAdd' as const, target: targetOf(email), ...origin }
    const invitation = await invited(tx, id, clock.business())
    await insertAudit(tx, { ...record, after: { name, role } }, clock.now())
    return invitation
  })
}

/**
 * Locks another member together with the caller's own row, so that two members who freeze each other concurrently leave
 * one. Throws `notAllowed` and `notFound`.
 */
const lockOther = async (tx: Tx, staff: ManagerIdentity, id: number) => {
  if (id === staff.id) throw domainError('notAllowed')
  const [first, second] = [Math.min(id, staff.id), Math.max(id, staff.id)]
  const [a, b] = [await lockMember(tx, first), await lockMember(tx, second)]
  const [self, other] = first === staff.id ? [a, b] : [b, a]
  if (self === undefined || self.frozen_ms !== null || self.role !== 'manager')
    throw domainError('notAllowed')
  if (other === undefined) throw domainError('notFound')
  return other
}

/** One change of another member: frozen (1) or not (0), or another role. */
type UpdateMemberCommand = {
  readonly id: number
  readonly frozen?: 0 | 1 | undefined
  readonly role?: StaffRole | undefined
}

/**
 * Freezes, unfreezes or changes the role of another member. Removing rights takes effect at once and ends the sessions;
 * granting a manager's rights requires a second manager.
 *
 * @throws notAllowed | notFound
 * @throws invalidState nothing changes
 * @throws invalidField no change, or both
 */
export const updateMemberAccess = async (
  { clock, database }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { id, frozen, role }: UpdateMemberCommand,
): Promise<DataOf<'/staff/api/memberSet'>> => {
  if ((frozen === undefined) === (role === undefined)) throw domainError('invalidField', { field: 'frozen' })
  return transact(database.db, async (tx) => {
    const found = await lockOther(tx, staff, id)
    const before = { frozen: found.frozen_ms === null ? 0 : 1, role: found.role }
    const after = { frozen: frozen ?? before.frozen, role: role ?? before.role }
    if (before.frozen === after.frozen && before.role === after.role)
      throw domainError('invalidState', { reason: 'unchanged' })
    const givesPower = after.role === 'manager' && after.frozen === 0
    const request = {
      action: 'memberSet' as const,
      target: targetOf(found.email),
      payload: { id, frozen, role },
    }
    const waits = givesPower && !(await requireSecondManager(tx, clock.now(), staff, origin, request))
    if (!waits) {
      await updateMember(tx, id, {
        role: after.role,
        frozen_ms: after.frozen === 0 ? null : clock.now(),
      })
      if (!givesPower) await updateSessionsEnded(tx, staffKind.tables, id, clock.now(), null)
      const record = {
        staffId: staff.id,
        action: 'memberSet' as const,
        target: targetOf(found.email),
        ...origin,
      }
      await insertAudit(tx, { ...record, before, after }, clock.now())
    }
    const shown = await findMemberView(tx, id)
    if (shown === undefined) throw new Error('a locked member does not exist')
    return { ...rowOf(shown), waits }
  })
}

/**
 * Invites a member again who lost the password or the app: password, second factor and sessions end. For a manager a
 * second manager must request the same, or one manager could take over another's account. The only manager during the
 * bootstrap is exempt, because no other manager has joined.
 *
 * @throws notAllowed | notFound
 * @throws invalidState the member is frozen
 */
export const renewInvitation = async (
  { clock, database }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  id: number,
): Promise<InvitationDetails> =>
  transact(database.db, async (tx) => {
    const isAlone = await isBootstrapSolo(tx, staff)
    const found = await lockOther(tx, staff, id)
    if (found.frozen_ms !== null) throw domainError('invalidState', { reason: 'frozen' })
    const request = { action: 'memberInvite' as const, target: targetOf(found.email), payload: { id } }
    const needsTwo = found.role === 'manager' && !isAlone
    if (needsTwo && !(await requireSecondManager(tx, clock.now(), staff, origin, request))) return stillWaits
    await updateMember(tx, id, { password_hash: null })
    await deleteTotp(tx, staffKind.tables, id)
    await deletePasskeys(tx, staffKind.tables, id, null)
    await updateSessionsEnded(tx, staffKind.tables, id, clock.now(), null)
    const invitation = await invited(tx, id, clock.business())
    const record = {
      staffId: staff.id,
      action: 'memberInvite' as const,
      target: targetOf(found.email),
      ...origin,
    }
    await insertAudit(tx, record, clock.now())
    return invitation
  })
