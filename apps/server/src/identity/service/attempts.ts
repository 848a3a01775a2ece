import { secretAttemptLimits, signInLimits } from '@glasshouse/core/access/attempts'
import type { ErrorCode, ErrorData } from '@glasshouse/core/errors/registry'
import { type AttemptResult, attemptKey, throttleAttempts } from '../../access/attempts/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/index.ts'
import { addressKey } from '../../platform/limits/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { verifyCaptcha } from './captcha.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Four at once hardly slow correct passwords down, and let failures exceed their limit by three at most. */
const signInTurns = createKeyedSemaphore(4)

export type SignInAttempt = {
  /** The account as it was written, known or not. */
  readonly account: string
  readonly ip: string
  readonly captcha: string | undefined
}

/**
 * Runs a sign-in attempt of a customer unless it is throttled (1004) or needs a captcha (1001, `code`), and counts a
 * failure. Known and unknown accounts are counted alike.
 */
export const throttleSignIn = <T>(
  deps: Deps,
  { account, ip, captcha }: SignInAttempt,
  attempt: () => Promise<AttemptResult<T>>,
): Promise<T> => {
  const address = addressKey(ip)
  const limits = signInLimits[deps.settings.MODE]
  return throttleAttempts(
    deps,
    {
      scopes: [
        { key: attemptKey('signInPair', account, address), limits: limits.pair },
        { key: attemptKey('signInAccount', account), limits: limits.account },
        { key: attemptKey('signInAddress', address), limits: limits.address },
      ],
      turns: signInTurns,
      solvesCaptcha: () => verifyCaptcha(deps, deps.database.db, captcha),
    },
    attempt,
  )
}

const secretTurns = createKeyedSemaphore(1)

/**
 * Checks a secret of a signed-in customer. Five wrong ones in an hour cause a growing wait (1004); a correct one clears
 * the counter. Throws `wrong` for a wrong one.
 */
export const throttleSecret = (
  deps: Pick<Platform, 'clock' | 'database'>,
  key: string,
  wrong: { readonly code: ErrorCode; readonly data?: ErrorData },
  check: () => Promise<boolean>,
): Promise<void> =>
  throttleAttempts(
    deps,
    { scopes: [{ key, limits: secretAttemptLimits }], turns: secretTurns, solvesCaptcha: null },
    async () =>
      (await check())
        ? { right: undefined }
        : { wrong: wrong.code, ...(wrong.data === undefined ? {} : { data: wrong.data }) },
  )
