import { isUseDue, sessionState } from '@glasshouse/core/access/sessions'
import { normalizeEmail } from '@glasshouse/core/identity/rules'
import { verifyPasskey } from '../../access/passkeys/index.ts'
import { verifyPassword } from '../../access/passwords/index.ts'
import {
  issueSession,
  storedUserAgent,
  updateLastUsed,
  updateSessionEnded,
} from '../../access/sessions/index.ts'
import { consumeTotpCode, findConfirmedTotp } from '../../access/totp/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import { findMember } from '../store/members.ts'
import { findSession } from '../store/sessions.ts'
import { throttleStaffSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { listCredentialIds, signInCeremony } from './passkeys.ts'
import { requiresPasskey, staffKind } from './principal.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/**
 * Signs a staff member in and returns the session token. Success and failure are audited.
 *
 * @throws invalidCredentials (1007) takes the same time whether or not the account exists; `otp: true` or `passkey: true` if the
 * second factor is missing or wrong
 * @throws tooManyRequests (1004) after too many failures
 */
export const login = async (
  deps: Deps,
  command: {
    readonly email: string
    readonly password: string
    readonly otp?: string | undefined
    /** The answer of a passkey. */
    readonly credential?: string | undefined
  },
  requestOrigin: RequestOrigin,
): Promise<string> => {
  const { clock, database } = deps
  const origin = { ip: requestOrigin.ip, userAgent: storedUserAgent(requestOrigin.userAgent) }
  const email = normalizeEmail(command.email)
  const staffId = await throttleStaffSecret(deps, { account: email, ip: requestOrigin.ip }, async () => {
    const outcome = await check(deps, email, command)
    if ('right' in outcome || outcome.free) return outcome
    const record = { staffId: null, action: 'loginRefused' as const, target: `staff ${email}`, ...origin }
    await insertAudit(database.db, record, clock.now())
    return outcome
  })
  return transact(database.db, async (tx) => {
    const token = await issueSession(tx, clock, staffKind, { ownerId: staffId, ...origin, more: {} })
    await insertAudit(tx, { staffId, action: 'login', target: `staff ${email}`, ...origin }, clock.now())
    return token
  })
}

/**
 * Checks password and second factor: in live mode a passkey, else a passkey or a code of the app where one is on. An
 * attempt without any, to learn which are required, is not counted.
 */
const check = async (
  deps: Deps,
  email: string,
  { password, otp = '', credential }: Parameters<typeof login>[1],
) => {
  const { db } = deps.database
  const wrong = { wrong: 'invalidCredentials', free: false } as const
  const found = await findMember(db, email)
  const matches = await verifyPassword(found?.password_hash ?? null, password)
  if (found === undefined || !matches || found.frozen_ms !== null) return wrong
  const passkeys = await listCredentialIds(db, found.id)
  const isPasskeyOn = passkeys.length > 0
  if (requiresPasskey(deps) && !isPasskeyOn) return wrong
  if (isPasskeyOn && credential !== undefined)
    return (await verifyPasskey(deps, staffKind, credential, signInCeremony, found.id)) !== null
      ? { right: found.id }
      : { ...wrong, data: { passkey: true } }
  if (isPasskeyOn && (requiresPasskey(deps) || otp === ''))
    return { ...wrong, data: { passkey: true, passkeys }, free: true }
  const factor = await findConfirmedTotp(db, staffKind, found.id)
  if (factor === null) return isPasskeyOn ? { ...wrong, data: { passkey: true } } : { right: found.id }
  if (otp === '') return { ...wrong, data: { otp: true }, free: true }
  return (await consumeTotpCode(deps, db, staffKind, found.id, factor, otp))
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
    await updateSessionEnded(tx, staffKind.tables, member.sessionId, clock.now(), staffKind.endedBySelf)
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
  if (session === undefined) return { kind: 'none' }
  const nowMs = clock.business()
  const { expires_ms: expiresMs, last_used_ms: lastUsedMs, ended_by: endedBy } = session
  const isEndedElsewhere = endedBy === 'house' || (endedBy === null && session.frozen_ms !== null)
  const ended = isEndedElsewhere ? 'other' : endedBy === null ? null : 'self'
  const state = sessionState({ expiresMs, lastUsedMs, ended }, staffKind.sessions, nowMs)
  if (state !== 'open') return { kind: state }
  if (isUseDue(lastUsedMs, staffKind.sessions, nowMs))
    await updateLastUsed(db, staffKind.tables, session.session_id, nowMs)
  const { id, session_id: sessionId, email, name, role } = session
  return { kind: 'ok', staff: { id, sessionId, email, name, role } }
}
