import { staffAttemptLimits } from '@glasshouse/core/access/attempts'
import { type AttemptResult, attemptKey, throttleAttempts } from '../../access/attempts/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/index.ts'
import { addressKey } from '../../platform/limits/index.ts'
import type { Platform } from '../../platform/services/index.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const turns = createKeyedSemaphore(1)

/**
 * Runs an attempt at a secret of a staff account and counts a failure. A success clears the counter of its address.
 *
 * @throws tooManyRequests (1004) too many recent failures
 */
export const throttleStaffSecret = <T>(
  deps: Deps,
  { account, ip }: { readonly account: string; readonly ip: string },
  attempt: () => Promise<AttemptResult<T>>,
): Promise<T> => {
  const limits = staffAttemptLimits[deps.settings.MODE]
  return throttleAttempts(
    deps,
    {
      scopes: [
        { key: attemptKey('staffPair', account, addressKey(ip)), limits: limits.pair },
        { key: attemptKey('staffAccount', account), limits: limits.account },
      ],
      turns,
      solvesCaptcha: null,
    },
    attempt,
  )
}
