import { normalizeEmail } from '@glasshouse/core/identity/rules'
import {
  type Clock,
  type Db,
  type Platform,
  randomToken,
  type StaffIdentity,
  sha256,
  transact,
  verifyPassword,
} from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import { findMember } from '../store/members.ts'
import { findSession, insertSession, updateLastSeen, updateSessionEnded } from '../store/sessions.ts'
import { findTotp } from '../store/totp.ts'
import { throttleSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { isPasskeyRight, listCredentialIds, requiresPasskey } from './passkeys.ts'
import { consumeTotpCode } from './totp.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

const sessionLengthMs = 12 * 3_600_000
const idleMs = 30 * 60_000
/** Minimum interval between updates of the last activity, so that reads rarely write; milliseconds. */
const seenEveryMs = 60_000

/**
 * Signs a staff member in and returns the session token. Success and failure are audited.
 *
 * @throws invalidCredentials (1007) takes the same time whether or not the account exists; `otp: true` or `passkey: true` if the
 * second factor is missing or wrong
 * @throws tooManyRequests (1004) after too many failures
 */
export const login = async (
  deps: Deps,
  body: {
    readonly email: string
    readonly pwd: string
    readonly otp?: string | undefined
    /** The answer of a passkey. */
    readonly credential?: string | undefined
  },
  requestOrigin: RequestOrigin,
): Promise<string> => {
  const { clock, database } = deps
  const origin = { ip: requestOrigin.ip, userAgent: requestOrigin.userAgent.slice(0, 300) }
  const email = normalizeEmail(body.email)
  const staffId = await throttleSecret(deps, { account: email, ip: requestOrigin.ip }, async () => {
    const outcome = await check(deps, email, body)
    if ('right' in outcome || outcome.free) return outcome
    const record = { staffId: null, action: 'loginRefused' as const, target: `staff ${email}`, ...origin }
    await insertAudit(database.db, record, clock.now())
    return outcome
  })
  const token = randomToken()
  const seenMs = clock.business()
  await transact(database.db, async (tx) => {
    const session = { staffId, tokenHash: sha256(token), seenMs, expiresMs: seenMs + sessionLengthMs }
    await insertSession(tx, { ...session, ...origin })
    await insertAudit(tx, { staffId, action: 'login', target: `staff ${email}`, ...origin }, clock.now())
  })
  return token
}

/**
 * Checks password and second factor: in live mode a passkey, else a passkey or a code of the app where one is on. An
 * attempt without any, to learn which are required, is not counted.
 */
const check = async (
  deps: Deps,
  email: string,
  { pwd, otp = '', credential }: Parameters<typeof login>[1],
) => {
  const { db } = deps.database
  const wrong = { wrong: 'invalidCredentials', free: false } as const
  const found = await findMember(db, email)
  const matches = await verifyPassword(found?.password_hash ?? null, pwd)
  if (found === undefined || !matches || found.frozen_ms !== null) return wrong
  const passkeys = await listCredentialIds(db, found.id)
  const isPasskeyOn = passkeys.length > 0
  if (requiresPasskey(deps) && !isPasskeyOn) return wrong
  if (isPasskeyOn && credential !== undefined)
    return (await isPasskeyRight(deps, found.id, credential))
      ? { right: found.id }
      : { ...wrong, data: { passkey: true } }
  if (isPasskeyOn && (requiresPasskey(deps) || otp === ''))
    return { ...wrong, data: { passkey: true, passkeys }, free: true }
  const factor = await findTotp(db, found.id)
  if (factor === undefined || factor.confirmed_ms === null)
    return isPasskeyOn ? { ...wrong, data: { passkey: true } } : { right: found.id }
  if (otp === '') return { ...wrong, data: { otp: true }, free: true }
  return (await consumeTotpCode(deps, db, found.id, factor.secret, otp))
    ? { right: found.id }
    : { ...wrong, data: { otp: true } }
}

/** Ends the session of a request. */
export const logout = async (
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  member: StaffIdentity,
  origin: RequestOrigin,
): Promise<void> => {
  await transact(database.db, async (tx) => {
    await updateSessionEnded(tx, member.sessionId, clock.now())
    const record = {
      staffId: member.id,
      action: 'logout' as const,
      target: `staff ${member.email}`,
      ...origin,
    }
    await insertAudit(tx, record, clock.now())
  })
}

/** Staff session of a token; see `SessionLookup` of identity. */
export type StaffSessionLookup =
  | { readonly kind: 'ok'; readonly staff: StaffIdentity }
  | { readonly kind: 'none' }
  | { readonly kind: 'ended' }

/** Finds the staff member of a session token: valid for twelve hours, and half an hour without a call. */
export const authenticateStaff = async (db: Db, clock: Clock, token: string): Promise<StaffSessionLookup> => {
  const session = await findSession(db, sha256(token))
  const now = clock.business()
  if (session === undefined || session.ended_by === 'staff') return { kind: 'none' }
  if (session.expires_ms <= now || session.seen_ms + idleMs <= now) return { kind: 'none' }
  if (session.ended_by === 'house' || session.frozen_ms !== null) return { kind: 'ended' }
  if (session.seen_ms + seenEveryMs <= now) await updateLastSeen(db, session.session_id, now)
  const { id, session_id: sessionId, email, name, role } = session
  return { kind: 'ok', staff: { id, sessionId, email, name, role } }
}
