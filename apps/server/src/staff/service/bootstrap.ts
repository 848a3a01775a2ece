import { isEmail, normalizeEmail } from '@glasshouse/core/identity/rules'
import { refuse } from '@glasshouse/core/errors/registry'
import { type Platform, type StaffMember, type Tx, transact } from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import { beginFounding, hasOtherManager, hasStaff, lockFounding, updateFounding } from '../store/bootstrap.ts'
import { deleteInvitation, insertMember, selectMember, updateMember } from '../store/members.ts'
import { firstInvitationLifeMs, invite } from './invitation.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Who asked: nobody is signed in yet. */
const command = { staffId: null, ip: '', userAgent: 'the command on the server' } as const

/**
 * Invites the first manager of a house in which nobody works yet, for whoever may run programs beside its
 * database. Told again, it invites anew and the link before is worth nothing; for another address the one
 * before is withdrawn.
 *
 * Refuses `fieldMalformed` for what is no e-mail address, and `stateForbids` (`staffed`) once anybody joined.
 */
export const inviteFirstManager = async (
  { clock, database }: Deps,
  rawEmail: string,
): Promise<{ readonly email: string; readonly invitation: string; readonly expires: number }> => {
  const email = normalizeEmail(rawEmail.trim())
  if (!isEmail(email)) throw refuse('fieldMalformed', { field: 'email' })
  return transact(database.db, async (tx) => {
    await beginFounding(tx)
    const founding = await lockFounding(tx)
    if (founding === undefined || founding.joined_ms !== null || (await hasStaff(tx)))
      throw refuse('stateForbids', { reason: 'staffed' })
    const nowMs = clock.now()
    const id = await findOrAdd(tx, email, nowMs)
    if (founding.founder_id !== null && founding.founder_id !== id) {
      await deleteInvitation(tx, founding.founder_id)
      await updateMember(tx, founding.founder_id, { frozen_ms: nowMs })
    }
    await updateFounding(tx, { founder_id: id })
    const invited = await invite(tx, id, clock.business(), firstInvitationLifeMs)
    await insertAudit(tx, { ...command, action: 'firstManager', target: `staff ${email}` }, nowMs)
    return { email, ...invited }
  })
}

/** Nobody here has a password yet, so whoever has this address was invited by an earlier command. */
const findOrAdd = async (tx: Tx, email: string, nowMs: number): Promise<number> => {
  const known = await selectMember(tx, email)
  if (known !== undefined) {
    await updateMember(tx, known.id, { frozen_ms: null })
    return known.id
  }
  const name = email.slice(0, email.indexOf('@'))
  const id = await insertMember(tx, { email, name, role: 'manager', passwordHash: null }, nowMs)
  if (id === null) throw new Error('an address was taken while the founding was locked')
  return id
}

/**
 * Whether this manager is the first one and still alone, and so may invite the second one without another's
 * agreement: one at a time, and never again once a second manager joined. Holds the founding until the commit.
 */
export const isFoundingAlone = async (tx: Tx, { id }: StaffMember): Promise<boolean> =>
  (await lockFounding(tx))?.founder_id === id

/** As `isFoundingAlone`, for one more manager. Refuses `stateForbids` (`invited`) while another is invited. */
export const mayAddAlone = async (tx: Tx, staff: StaffMember): Promise<boolean> => {
  if (!(await isFoundingAlone(tx, staff))) return false
  if (await hasOtherManager(tx, staff.id)) throw refuse('stateForbids', { reason: 'invited' })
  return true
}

/** Notes that a manager joined: the first one ends the command, the second one the founding. */
export const noteJoined = async (tx: Tx, staffId: number, atMs: number): Promise<void> => {
  const founding = await lockFounding(tx)
  if (founding === undefined) return
  if (founding.founder_id === staffId) {
    if (founding.joined_ms === null) await updateFounding(tx, { joined_ms: atMs })
  } else if (founding.joined_ms !== null) await updateFounding(tx, { ended_ms: atMs })
}
