import { isUseDue, sessionState } from '@glasshouse/core/access/sessions'
import { domainError } from '@glasshouse/core/errors/registry'
import type { LoginCommand } from '@glasshouse/core/identity/codec'
import { type PasskeyCeremony, verifyPasskey, wrongPasskey } from '../../access/passkeys/index.ts'
import { verifyPassword } from '../../access/passwords/index.ts'
import { issueSession, updateLastUsed, updateSessionEnded } from '../../access/sessions/index.ts'
import { readEmail, readPhone } from '../../customers/addresses/index.ts'
import { assertNotLocked, findAccountLock } from '../../customers/locks/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CustomerIdentity } from '../../platform/http/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findLogin, lockCustomer, updateLanguage } from '../store/customers.ts'
import { findSession, listSessionRows, updateSessionEndedOf } from '../store/sessions.ts'
import { throttleSignIn } from './attempts.ts'
import { checkCode, consumeCode, type VerifiedCode } from './codes.ts'
import { type RequestOrigin, recordDevice } from './devices.ts'
import { customerKind } from './principal.ts'
import { verifySecondFactor } from './secondFactor.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/**
 * Signs a customer in and returns the session token, which is kept nowhere but with the customer.
 *
 * Refuses 1001 when the account field is empty or a captcha is owed (`code`), 1004 for who has to wait, and
 * 1007 for everything else that is wrong, in the same time; with `otp: true` when the password was right and
 * the app's code is missing or wrong. A locked account gets 1006 for the right password, with `reason` and `until`.
 *
 * A restricted session is of a locked account: the account must be locked (else 2003 `notLocked`) and the code right (1001, 1008).
 */
export const login = async (deps: Deps, command: LoginCommand, origin: RequestOrigin): Promise<string> => {
  const { db } = deps.database
  const account = readAccount(command)
  const tried = { account: `${account.by} ${account.address ?? account.raw}`, ip: origin.ip }
  const found = await throttleSignIn(deps, { ...tried, captcha: command.captcha }, async () => {
    const known = account.address === null ? null : await findLogin(db, account.by, account.address)
    const hash = known?.password_hash ?? null
    const matches = await verifyPassword(hash, command.password)
    return known !== null && hash !== null && matches
      ? { right: { uid: known.uid, hash } }
      : { wrong: 'invalidCredentials' }
  })
  const { isRestricted } = command
  if (!isRestricted) await assertNotLocked(db, deps.clock, found.uid)
  const code = isRestricted ? await checkSignInCode(deps, account, command.code) : null
  const hasProvenSecond = await verifySecondFactor(deps, found.uid, command, signInCeremony)
  return transact(db, async (tx) => {
    if (code !== null) await consumeCode(tx, deps.clock.now(), code)
    return openSession(deps, tx, found.uid, origin, { hash: found.hash, hasProvenSecond, isRestricted })
  })
}

/** Tries the code of a restricted sign-in, which was sent to the address that signs in. */
const checkSignInCode = (
  { clock, database }: Deps,
  { by, address }: Account,
  code: string | undefined,
): Promise<VerifiedCode> => {
  if (address === null) throw domainError('invalidCredentials')
  const to = { channel: by === 'email' ? 'email' : 'sms', recipient: address } as const
  return checkCode(database.db, clock.now(), to, 2, code ?? '')
}

/** Signing in has no session yet. */
const signInCeremony: PasskeyCeremony = { purpose: 'signIn', boundTo: null }

/**
 * Signs in with a passkey alone, which counts as a second factor. Throws 1007 for what does not verify and 1006, with reason
 * and end, for a locked account.
 */
export const loginWithPasskey = async (
  deps: Deps,
  credential: string,
  origin: RequestOrigin,
): Promise<string> => {
  const uid = await verifyPasskey(deps, customerKind, credential, signInCeremony, null)
  if (uid === null) throw wrongPasskey()
  return transact(deps.database.db, (tx) =>
    openSession(deps, tx, uid, origin, { hash: null, hasProvenSecond: true, isRestricted: false }),
  )
}

type Account = { readonly by: 'phone' | 'email'; readonly raw: string; readonly address: string | null }

const readAccount = ({ kind: by, phone = '', email = '' }: LoginCommand): Account => {
  const raw = by === 'phone' ? phone : email
  if (raw === '') throw domainError('invalidField', { field: by })
  return { by, raw, address: by === 'phone' ? readPhone(raw) : readEmail(raw) }
}

/** What was proven before a session is opened: the hash of the right password, null where none was asked for. */
type SignInProof = {
  readonly hash: string | null
  readonly hasProvenSecond: boolean
  /** Whether it is a session of a locked account, which no other account can have. */
  readonly isRestricted: boolean
  /** When the sign-in ends that the session comes from, by the business calendar; absent where this is the sign-in. */
  readonly expiresMs?: number
}

/**
 * Opens a session in the caller's transaction and returns its token. The account is locked and looked at
 * again, so that no session survives a lock, a new password or a closing that happened meanwhile: 1006 and 1007.
 */
export const openSession = async (
  deps: Pick<Platform, 'settings' | 'clock' | 'secrets'>,
  tx: Tx,
  uid: number,
  origin: RequestOrigin,
  { hash, hasProvenSecond, isRestricted, expiresMs }: SignInProof,
): Promise<string> => {
  const { clock } = deps
  const customer = await lockCustomer(tx, uid)
  const isOpen = customer !== undefined && customer.closed_ms === null
  if (!isOpen || (hash !== null && customer.password_hash !== hash)) throw domainError('invalidCredentials')
  const lock = await findAccountLock(tx, clock, uid)
  if (isRestricted && lock === null) throw domainError('invalidState', { reason: 'notLocked' })
  if (!isRestricted && lock !== null) throw domainError('notAllowed', { ...lock })
  const deviceHash = await recordDevice(deps, tx, uid, origin, hasProvenSecond)
  const token = await issueSession(tx, clock, customerKind, {
    ownerId: uid,
    ip: origin.ip,
    userAgent: origin.userAgent,
    expiresMs,
    more: { country: origin.country, device_hash: deviceHash, restricted: isRestricted },
  })
  await updateLanguage(tx, uid, origin.lang)
  return token
}

/** Signs a customer out where the request comes from. */
export const signOut = async (db: Db, clock: Clock, { sessionId }: CustomerIdentity): Promise<void> => {
  await updateSessionEnded(db, customerKind.tables, sessionId, clock.now(), customerKind.endedBySelf)
}

/** Whose session a token is: `none` when there is no such session any more, `ended` when it was ended elsewhere. */
export type SessionLookup =
  | { readonly kind: 'ok'; readonly customer: CustomerIdentity }
  | { readonly kind: 'none' }
  | { readonly kind: 'ended' }

/** Finds the customer of a session token; one indexed read, so that an end counts at once. */
export const authenticateCustomer = async (db: Db, clock: Clock, token: string): Promise<SessionLookup> => {
  const session = await findSession(db, sha256(token))
  if (session === undefined) return { kind: 'none' }
  const nowMs = clock.business()
  const lastUsedMs = session.last_used_ms ?? session.started_ms
  const ended = session.ended_by === 'house' ? 'other' : session.ended_by === null ? null : 'self'
  const state = sessionState(
    { expiresMs: session.expires_ms, lastUsedMs, ended },
    customerKind.sessions,
    nowMs,
  )
  if (state !== 'open') return { kind: state }
  const restriction = session.restricted ? await findAccountLock(db, clock, session.uid) : null
  // A restricted session ends with the lock: the next sign-in is an ordinary one.
  if (session.restricted && restriction === null) return { kind: 'none' }
  if (isUseDue(lastUsedMs, customerKind.sessions, nowMs))
    await updateLastUsed(db, customerKind.tables, session.id, nowMs)
  const customer = { uid: session.uid, sessionId: session.id }
  return { kind: 'ok', customer: restriction === null ? customer : { ...customer, restriction } }
}

/** Where a customer is signed in, newest first. */
export const listSessions = async (db: Db, clock: Clock, { uid, sessionId }: CustomerIdentity) =>
  (await listSessionRows(db, uid, clock.business())).map((session) => ({
    id: session.id,
    started: session.started_ms,
    expires: session.expires_ms,
    lastUsed: session.last_used_ms ?? session.started_ms,
    ip: session.ip,
    country: session.country,
    userAgent: session.user_agent,
    current: session.id === sessionId,
  }))

/**
 * Ends one of a customer's sessions: another one as `house`, so that it receives 103, the calling one like a
 * sign-out. Throws 1005 for a session that is another customer's or not open.
 */
export const revokeSession = async (
  db: Db,
  clock: Clock,
  { uid, sessionId }: CustomerIdentity,
  id: number,
): Promise<void> => {
  const by = id === sessionId ? 'customer' : 'house'
  if (!(await updateSessionEndedOf(db, uid, id, clock.now(), clock.business(), by)))
    throw domainError('notFound')
}
