import { introductionLifeMs } from '@glasshouse/core/identity/rules'
import { refuse } from '@glasshouse/core/errors/registry'
import { type Customer, type Platform, randomToken, sha256, transact } from '../../platform/index.ts'
import { insertIntroduction, takeIntroduction } from '../store/introductions.ts'
import { type Origin, openSession } from './sessions.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Makes a code that signs this customer in on another device, once and within a minute. */
export const createIntroduction = async (
  { clock, database }: Deps,
  { sessionId }: Customer,
): Promise<{ code: string }> => {
  const code = randomToken(16)
  await transact(database.db, (tx) =>
    insertIntroduction(tx, sessionId, sha256(code), clock.now() + introductionLifeMs),
  )
  return { code }
}

/**
 * Signs in with an introduction code and returns the new session's token. The code is gone with it, and is
 * worth nothing once the session that made it has ended. Refuses 1008, and 103 for a frozen account.
 */
export const useIntroduction = (deps: Deps, code: string, origin: Origin): Promise<string> =>
  transact(deps.database.db, async (tx) => {
    const uid = await takeIntroduction(tx, sha256(code), deps.clock.now(), deps.clock.business())
    if (uid === null) throw refuse('verificationCodeWrong')
    return openSession(deps, tx, uid, origin, null)
  })
