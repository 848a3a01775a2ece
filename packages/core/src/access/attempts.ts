/** Failed attempts under one key: their number, and the time of the last one (epoch milliseconds). */
export type FailedAttempts = { readonly count: number; readonly lastMs: number }

/** Requirement before the next attempt: nothing, a captcha, or a wait. */
export type Throttle =
  | { readonly kind: 'none' }
  | { readonly kind: 'captcha' }
  | { readonly kind: 'wait'; readonly ms: number }

/** Number of failures from which a captcha is required, and from which a growing wait applies. */
export type AttemptLimits = { readonly captchaFrom: number; readonly waitFrom: number }

const minWaitMs = 30_000
const maxWaitMs = 15 * 60_000

/** Failures count for this long from the first one; milliseconds. */
export const attemptWindowMs = 3_600_000

/**
 * Wait after a failure in milliseconds: 30 s at the limit, doubled each time, at most 15 minutes.
 *
 * @example throttleDelayMs(12, 10) // 120_000
 */
export const throttleDelayMs = (count: number, waitFrom: number): number =>
  count < waitFrom ? 0 : Math.min(maxWaitMs, minWaitMs * 2 ** Math.min(20, count - waitFrom))

/** Throttle of one counter; a wait takes precedence over a captcha. */
export const throttleFor = (
  { count, lastMs }: FailedAttempts,
  limits: AttemptLimits,
  nowMs: number,
): Throttle => {
  const ms = lastMs + throttleDelayMs(count, limits.waitFrom) - nowMs
  if (count >= limits.waitFrom && ms > 0) return { kind: 'wait', ms }
  return count >= limits.captchaFrom ? { kind: 'captcha' } : { kind: 'none' }
}

const never = Number.POSITIVE_INFINITY

/**
 * Limits of failed sign-ins, counted per account and address (`pair`), per account, and per address.
 *
 * Only the pair leads to a wait: a wait for the whole account would let an attacker lock out its owner. Practice mode
 * has higher limits because tests sign in with wrong passwords on purpose.
 */
export const signInLimits = {
  practice: {
    pair: { captchaFrom: 20, waitFrom: 40 },
    account: { captchaFrom: 300, waitFrom: never },
    address: { captchaFrom: 3000, waitFrom: never },
  },
  live: {
    pair: { captchaFrom: 5, waitFrom: 10 },
    account: { captchaFrom: 10, waitFrom: never },
    address: { captchaFrom: 30, waitFrom: never },
  },
} as const satisfies Record<string, Record<'pair' | 'account' | 'address', AttemptLimits>>

/**
 * Number of codes before a captcha is required: per hour for one recipient and for one address, and after wrong
 * attempts at a recipient's codes; and the daily maximum per address.
 */
export const sendLimits = {
  practice: { recipientAnHour: 20, addressAnHour: 900, wrongTries: 20, addressADay: 20_000 },
  live: { recipientAnHour: 4, addressAnHour: 12, wrongTries: 5, addressADay: 200 },
} as const

/** A short or guessable secret, attempted from an existing session: five attempts, then a wait. */
export const secretAttemptLimits = { captchaFrom: never, waitFrom: 5 } as const satisfies AttemptLimits

/**
 * Limits of failed attempts of staff, counted per account and address (`pair`) and per account. The second one lets a
 * stranger slow a staff member down; it is so high that only guesses from many addresses reach it, which is acceptable
 * for the few staff accounts. Practice mode has higher limits because of tests.
 */
export const staffAttemptLimits = {
  practice: {
    pair: { captchaFrom: never, waitFrom: 20 },
    account: { captchaFrom: never, waitFrom: 300 },
  },
  live: {
    pair: { captchaFrom: never, waitFrom: 5 },
    account: { captchaFrom: never, waitFrom: 50 },
  },
} as const satisfies Record<string, Record<'pair' | 'account', AttemptLimits>>

const strictness = { none: 0, captcha: 1, wait: 2 } as const

/** The strictest of several throttles; of two waits the longer one. */
export const strictestThrottle = (throttles: readonly Throttle[]): Throttle =>
  throttles.reduce<Throttle>(
    (strictest, throttle) =>
      strictness[throttle.kind] > strictness[strictest.kind] ||
      (throttle.kind === 'wait' && strictest.kind === 'wait' && throttle.ms > strictest.ms)
        ? throttle
        : strictest,
    { kind: 'none' },
  )
