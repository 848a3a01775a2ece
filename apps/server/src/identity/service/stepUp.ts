import type { StepUpCommand } from '@glasshouse/core/identity/codec'
import { stepUpTtlMs } from '@glasshouse/core/identity/rules'
import { verifyPassword } from '../../access/passwords/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { CustomerIdentity, StepUpStatus } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { findPasswordHash } from '../store/customers.ts'
import { findStepUp, updateSteppedUp } from '../store/sessions.ts'
import { throttleSignIn } from './attempts.ts'
import { listSecondFactors, verifySecondFactor } from './secondFactor.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/**
 * Confirms for ten minutes of a session that its customer is asking. Throws 1007 for a wrong or missing password or
 * second factor; failures count and are slowed down as those of signing in are (1001 `code`, 1004).
 */
export const stepUp = async (
  deps: Deps,
  { uid, sessionId }: CustomerIdentity,
  { password, captcha, ...proof }: StepUpCommand,
  ip: string,
): Promise<{ readonly until: number }> => {
  const { db } = deps.database
  await throttleSignIn(deps, { account: `uid ${uid}`, ip, captcha }, async () => {
    const hash = await findPasswordHash(db, uid)
    return (await verifyPassword(hash, password)) ? { right: null } : { wrong: 'invalidCredentials' }
  })
  const hasProvenSecond = await verifySecondFactor(deps, uid, proof, {
    purpose: 'stepUp',
    boundTo: sessionId,
  })
  const atMs = deps.clock.business()
  await updateSteppedUp(db, sessionId, atMs, hasProvenSecond ? 'secondFactor' : 'password')
  return { until: atMs + stepUpTtlMs }
}

/**
 * Whether a session is confirmed, and what its account confirms with. A session confirmed by the password alone is
 * not any more once the account has a second factor.
 */
export const findStepUpStatus = async (
  db: Db,
  clock: Clock,
  { uid, sessionId }: CustomerIdentity,
): Promise<StepUpStatus> => {
  const [session, second] = await Promise.all([findStepUp(db, sessionId), listSecondFactors(db, uid)])
  const factors = ['password', ...second] as const
  const { stepped_up_ms: atMs, stepped_up_by: by } = session ?? { stepped_up_ms: null, stepped_up_by: null }
  const isFresh = atMs !== null && clock.business() < atMs + stepUpTtlMs
  const isEnough = by === 'secondFactor' || second.length === 0
  return { confirmedBy: isFresh && isEnough ? by : null, factors }
}
