import { sessionLengthMs } from '@glasshouse/core/identity/rules'
import { refuse } from '@glasshouse/core/refusals/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import {
  type Clock,
  type Customer,
  type Db,
  type Platform,
  randomToken,
  sha256,
  transact,
  verifyPassword,
} from '../../platform/index.ts'
import { type Login, selectLogin, updateLanguage } from '../store/customers.ts'
import { insertSession, selectSession } from '../store/sessions.ts'
import { readEmail, readPhone } from './addresses.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** From where somebody signs in. */
export type Origin = { readonly ip: string; readonly userAgent: string; readonly lang: Language }

export type Credentials = {
  readonly type: 1 | 2
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly pwd: string
}

/**
 * Signs a customer in and returns the session token, which is kept nowhere but with the customer.
 * Refuses 1001 when the account field is empty, and 1007 for everything else that is wrong, in the same time.
 */
export const login = async (
  { clock, database }: Deps,
  credentials: Credentials,
  origin: Origin,
): Promise<string> => {
  const found = await findLogin(database.db, credentials)
  const matches = await verifyPassword(found?.password_hash ?? null, credentials.pwd)
  if (found === null || !matches) throw refuse('credentialsWrong')
  const token = randomToken()
  await transact(database.db, async (tx) => {
    await insertSession(tx, {
      uid: found.uid,
      tokenHash: sha256(token),
      startedMs: clock.business(),
      expiresMs: clock.business() + sessionLengthMs,
      ip: origin.ip,
      userAgent: origin.userAgent.slice(0, 300),
    })
    await updateLanguage(tx, found.uid, origin.lang)
  })
  return token
}

const findLogin = async (db: Db, { type, phone = '', email = '' }: Credentials): Promise<Login | null> => {
  const by = type === 1 ? 'phone' : 'email'
  const raw = type === 1 ? phone : email
  if (raw === '') throw refuse('fieldMalformed', { field: by })
  const address = type === 1 ? readPhone(raw) : readEmail(raw)
  return address === null ? null : selectLogin(db, by, address)
}

/** Whose session a token is: `none` when there is no such session any more, `ended` when it was ended elsewhere. */
export type SessionOf =
  | { readonly kind: 'ok'; readonly customer: Customer }
  | { readonly kind: 'none' }
  | { readonly kind: 'ended' }

/** Finds the customer of a session token; one indexed read, so that an end counts at once. */
export const customerOf = async (db: Db, clock: Clock, token: string): Promise<SessionOf> => {
  const session = await selectSession(db, sha256(token))
  if (session === undefined || session.ended_by === 'customer' || session.expires_ms <= clock.business())
    return { kind: 'none' }
  if (session.ended_by === 'house') return { kind: 'ended' }
  return { kind: 'ok', customer: { uid: session.uid, sessionId: session.id } }
}
