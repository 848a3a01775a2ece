import type { Tx } from '../../platform/database/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import type { PrincipalKind } from '../principal/index.ts'
import { insertSession, type NewSession } from './store.ts'

const maxUserAgent = 300

/** User agent as it is stored: shortened, because it is text of the caller. */
export const storedUserAgent = (userAgent: string): string => userAgent.slice(0, maxUserAgent)

/** Opens a session in the caller's transaction and returns its token, which is stored as a hash only. */
export const issueSession = async (
  tx: Tx,
  clock: Clock,
  { tables, sessions }: PrincipalKind,
  {
    ownerId,
    ip,
    userAgent,
    more,
    expiresMs,
  }: Pick<NewSession, 'ownerId' | 'ip' | 'userAgent' | 'more'> & {
    /** When the sign-in it comes from ends; without it, the length of such a session from now on. */
    readonly expiresMs?: number | undefined
  },
): Promise<string> => {
  const token = randomToken()
  const startedMs = clock.business()
  await insertSession(tx, tables, {
    ownerId,
    tokenHash: sha256(token),
    startedMs,
    expiresMs: expiresMs ?? startedMs + sessions.lengthMs,
    ip,
    userAgent: storedUserAgent(userAgent),
    more,
  })
  return token
}
