import type { BodyOf } from '@glasshouse/core/calls'
import { normalizeEmail } from '@glasshouse/core/identity/rules'
import { refuse } from '@glasshouse/core/refusals/registry'
import {
  type Clock,
  type Db,
  type Platform,
  randomToken,
  type StaffMember,
  sha256,
  transact,
  verifyPassword,
} from '../platform/index.ts'
import {
  endSession,
  insertAudit,
  insertSession,
  selectAudit,
  selectMember,
  selectSession,
  updateSeen,
} from './store.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** From where a member of staff asks. */
export type Origin = { readonly ip: string; readonly userAgent: string }

const sessionLengthMs = 12 * 3_600_000
const idleMs = 30 * 60_000
/** Being seen is written down at most this often, so that reading does not write. */
const seenEveryMs = 60_000

/**
 * Signs a member of staff in and returns the session token. Success and refusal are both audited.
 * Refuses 1007, in the same time whether or not the account exists.
 */
export const login = async (
  { settings, clock, database }: Deps,
  body: { readonly email: string; readonly pwd: string },
  asked: Origin,
): Promise<string> => {
  const origin = { ip: asked.ip, userAgent: asked.userAgent.slice(0, 300) }
  const email = normalizeEmail(body.email)
  const found = await selectMember(database.db, email)
  const matches = await verifyPassword(found?.password_hash ?? null, body.pwd)
  // Managers need a second factor outside practice mode; until there is one they cannot sign in there.
  const lacksFactor = settings.MODE !== 'practice' && found?.role === 'manager'
  if (found === undefined || !matches || lacksFactor) {
    const record = { staffId: null, action: 'loginRefused', target: `staff ${email}`, ...origin }
    await insertAudit(database.db, record, clock.now())
    throw refuse('credentialsWrong')
  }
  const token = randomToken()
  const seenMs = clock.business()
  await transact(database.db, async (tx) => {
    const session = {
      staffId: found.id,
      tokenHash: sha256(token),
      seenMs,
      expiresMs: seenMs + sessionLengthMs,
    }
    await insertSession(tx, { ...session, ...origin })
    const record = { staffId: found.id, action: 'login', target: `staff ${email}`, ...origin }
    await insertAudit(tx, record, clock.now())
  })
  return token
}

/** Ends the session a member of staff asked with. */
export const logout = async (
  { clock, database }: Deps,
  member: StaffMember,
  origin: Origin,
): Promise<void> => {
  await transact(database.db, async (tx) => {
    await endSession(tx, member.sessionId, clock.now())
    const record = { staffId: member.id, action: 'logout', target: `staff ${member.email}`, ...origin }
    await insertAudit(tx, record, clock.now())
  })
}

/** Whose staff session a token is; see `SessionOf` of identity. */
export type StaffSessionOf =
  | { readonly kind: 'ok'; readonly staff: StaffMember }
  | { readonly kind: 'none' }
  | { readonly kind: 'ended' }

/** Finds the member of staff of a session token: twelve hours at most, half an hour without a call. */
export const staffOf = async (db: Db, clock: Clock, token: string): Promise<StaffSessionOf> => {
  const session = await selectSession(db, sha256(token))
  const now = clock.business()
  if (session === undefined || session.ended_by === 'staff') return { kind: 'none' }
  if (session.expires_ms <= now || session.seen_ms + idleMs <= now) return { kind: 'none' }
  if (session.ended_by === 'house') return { kind: 'ended' }
  if (session.seen_ms + seenEveryMs <= now) await updateSeen(db, session.session_id, now)
  const { id, session_id: sessionId, email, name, role } = session
  return { kind: 'ok', staff: { id, sessionId, email, name, role } }
}

/** Writes down that a member of staff looked at something; looking changes nothing, so it is a story of its own. */
export const auditedRead = (
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { id }: StaffMember,
  origin: Origin,
  action: string,
  target: string,
): Promise<void> => insertAudit(database.db, { staffId: id, action, target, ...origin }, clock.now())

/** One page of the audit log, newest first. Refuses `notAllowed` for the role service. */
export const listAudit = async (
  deps: Pick<Platform, 'clock' | 'database'>,
  member: StaffMember,
  origin: Origin,
  asked: BodyOf<'/staff/api/auditLog'>,
) => {
  if (member.role !== 'manager') throw refuse('notAllowed')
  const { staffid, action, target, from, to, pageNum, pageSize, isAsc } = asked
  const filter = { staffId: staffid, action, target, fromMs: from, toMs: to }
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize, direction: isAsc }
  const found = await selectAudit(deps.database.db, filter, page)
  await auditedRead(deps, member, origin, 'auditLog', target ?? 'audit')
  return found
}
