import { domainError } from '@glasshouse/core/errors/registry'
import { signInCodeTtlMs } from '@glasshouse/core/identity/rules'
import type { CustomerIdentity } from '../../platform/http/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { consumeSignInCode, upsertSignInCode } from '../store/introductions.ts'
import type { RequestOrigin } from './devices.ts'
import { openSession } from './sessions.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'secrets' | 'database'>

/** Makes a code that signs this customer in on another device, once and within a minute. */
export const createSignInCode = async (
  { clock, database }: Deps,
  { sessionId }: CustomerIdentity,
): Promise<{ code: string }> => {
  const code = randomToken(16)
  await transact(database.db, (tx) =>
    upsertSignInCode(tx, sessionId, sha256(code), clock.now() + signInCodeTtlMs),
  )
  return { code }
}

/**
 * Signs in with an introduction code and returns the new session's token. The code is gone with it, and is
 * worth nothing once the session that made it has ended. Nothing was proven anew, so that the new session ends when that one
 * would have. Refuses 1008, and 1006 for a locked account.
 */
export const redeemSignInCode = (deps: Deps, code: string, origin: RequestOrigin): Promise<string> =>
  transact(deps.database.db, async (tx) => {
    const from = await consumeSignInCode(tx, sha256(code), deps.clock.now(), deps.clock.business())
    if (from === null) throw domainError('invalidVerificationCode')
    const proof = { hash: null, hasProvenSecond: false, isRestricted: false, expiresMs: from.expiresMs }
    return openSession(deps, tx, from.uid, origin, proof)
  })
