import { domainError } from '@glasshouse/core/errors/registry'
import { isEmail, normalizeEmail } from '@glasshouse/core/identity/rules'
import type { Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import {
  hasOtherManager,
  hasStaff,
  insertBootstrap,
  lockBootstrap,
  updateBootstrap,
} from '../store/bootstrap.ts'
import { deleteInvitation, findMember, insertMember, updateMember } from '../store/members.ts'
import { createInvitation, firstInvitationTtlMs } from './invitation.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Author of the audit record: no staff member is signed in yet. */
const command = { staffId: null, ip: '', userAgent: 'the command on the server' } as const

/**
 * Invites the first manager of an installation without staff; available to anyone who can run programs on the server. A
 * repetition creates a new link and invalidates the earlier one; another address replaces the earlier one.
 *
 * @throws invalidField not an e-mail address
 * @throws invalidState (`staffed`) a staff member has joined
 */
export const inviteFirstManager = async (
  { clock, database }: Deps,
  rawEmail: string,
): Promise<{ readonly email: string; readonly invitation: string; readonly expires: number }> => {
  const email = normalizeEmail(rawEmail.trim())
  if (!isEmail(email)) throw domainError('invalidField', { field: 'email' })
  return transact(database.db, async (tx) => {
    await insertBootstrap(tx)
    const founding = await lockBootstrap(tx)
    if (founding === undefined || founding.joined_ms !== null || (await hasStaff(tx)))
      throw domainError('invalidState', { reason: 'staffed' })
    const nowMs = clock.now()
    const id = await findOrAdd(tx, email, nowMs)
    if (founding.founder_id !== null && founding.founder_id !== id) {
      await deleteInvitation(tx, founding.founder_id)
      await updateMember(tx, founding.founder_id, { frozen_ms: nowMs })
    }
    await updateBootstrap(tx, { founder_id: id })
    const invited = await createInvitation(tx, id, clock.business(), firstInvitationTtlMs)
    await insertAudit(tx, { ...command, action: 'firstManager', target: `staff ${email}` }, nowMs)
    return { email, ...invited }
  })
}

/** No member has a password yet, so an existing member with this address was invited by an earlier command. */
const findOrAdd = async (tx: Tx, email: string, nowMs: number): Promise<number> => {
  const known = await findMember(tx, email)
  if (known !== undefined) {
    await updateMember(tx, known.id, { frozen_ms: null })
    return known.id
  }
  const name = email.slice(0, email.indexOf('@'))
  const id = await insertMember(tx, { email, name, role: 'manager', passwordHash: null }, nowMs)
  if (id === null) throw new Error('the address was inserted concurrently despite the bootstrap lock')
  return id
}

/**
 * Whether this manager is the first and only one, and so may invite the second one alone: one at a time, and never
 * after a second manager joined. Locks the bootstrap row until the commit.
 */
export const isBootstrapSolo = async (tx: Tx, { id }: StaffIdentity): Promise<boolean> =>
  (await lockBootstrap(tx))?.founder_id === id

/** Like `isBootstrapSolo`, for one more manager. Throws `invalidState` (`invited`) while another one is invited. */
export const canAddAlone = async (tx: Tx, staff: StaffIdentity): Promise<boolean> => {
  if (!(await isBootstrapSolo(tx, staff))) return false
  if (await hasOtherManager(tx, staff.id)) throw domainError('invalidState', { reason: 'invited' })
  return true
}

/** Records that a manager joined: the first one ends the command, the second one ends the bootstrap. */
export const recordJoined = async (tx: Tx, staffId: number, atMs: number): Promise<void> => {
  const founding = await lockBootstrap(tx)
  if (founding === undefined) return
  if (founding.founder_id === staffId) {
    if (founding.joined_ms === null) await updateBootstrap(tx, { joined_ms: atMs })
  } else if (founding.joined_ms !== null) await updateBootstrap(tx, { ended_ms: atMs })
}
