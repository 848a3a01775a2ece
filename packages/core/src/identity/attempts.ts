/** What was counted under one key: how often, and when for the last time (epoch milliseconds). */
export type FailedAttempts = { readonly count: number; readonly lastMs: number }

/** What somebody must do before the next try: nothing, solve a captcha, or wait. */
export type Throttle =
  | { readonly kind: 'none' }
  | { readonly kind: 'captcha' }
  | { readonly kind: 'wait'; readonly ms: number }

/** From how many on a captcha is asked for, and from how many on a growing wait. */
export type AttemptLimits = { readonly captchaFrom: number; readonly waitFrom: number }

const shortestWaitMs = 30_000
const longestWaitMs = 15 * 60_000

/** Failures are counted for this long from the first one; milliseconds. */
export const attemptWindowMs = 3_600_000

/**
 * How long after a failure the next try has to wait: 30 s at the limit, then twice as long each time, at most
 * 15 minutes.
 *
 * @example waitAfter(12, 10) // 120_000
 */
export const throttleDelayMs = (count: number, waitFrom: number): number =>
  count < waitFrom ? 0 : Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(20, count - waitFrom))

/** The hurdle of one count; a wait comes before a captcha. */
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
 * How failed sign-ins are slowed down, counted for an account from one address (`pair`), for an account from
 * anywhere, and for an address whatever the account. Only the pair ever waits: a wait for the whole account
 * would let a stranger lock somebody out. Practice mode has to bear tests that sign in wrongly on purpose.
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
 * How many codes are sent before a captcha is asked for: within an hour to one recipient and from one address,
 * and after how many wrong tries at a recipient's codes; and how many an address may ask for within a day.
 */
export const sendLimits = {
  practice: { recipientAnHour: 20, addressAnHour: 900, wrongTries: 20, addressADay: 20_000 },
  live: { recipientAnHour: 4, addressAnHour: 12, wrongTries: 5, addressADay: 200 },
} as const

/** A secret that is short or easily guessed by who already holds the session: five tries, then a wait. */
export const secretAttemptLimits = { captchaFrom: never, waitFrom: 5 } as const satisfies AttemptLimits

const strictness = { none: 0, captcha: 1, wait: 2 } as const

/** The hardest of several hurdles; of two waits the longer. */
export const strictestThrottle = (hurdles: readonly Throttle[]): Throttle =>
  hurdles.reduce<Throttle>(
    (hardest, hurdle) =>
      strictness[hurdle.kind] > strictness[hardest.kind] ||
      (hurdle.kind === 'wait' && hardest.kind === 'wait' && hurdle.ms > hardest.ms)
        ? hurdle
        : hardest,
    { kind: 'none' },
  )
