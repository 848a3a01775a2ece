import type { Usdt } from '../money/units.ts'

/** What a customer can set against himself. */
export const limitNames = ['dailyLoss', 'deposit', 'pauseUntil'] as const
export type LimitName = (typeof limitNames)[number]

/**
 * The value of a limit: USDT units for `dailyLoss` and `deposit`, epoch milliseconds of the business calendar
 * for `pauseUntil`. Null means there is none.
 */
export type LimitValue = bigint | null

/** A limit as it is kept: the value in force, and a looser one that waits for its time. */
export type StoredLimit = {
  readonly value: LimitValue
  readonly next: { readonly value: LimitValue; readonly fromMs: number } | null
}

export const noLimit: StoredLimit = { value: null, next: null }

/** A limit is loosened only this long after it was asked for; milliseconds. */
export const loosenDelayMs = 24 * 3_600_000
/** Nobody locks himself out for longer; milliseconds. */
export const maxPauseMs = 5 * 366 * 86_400_000

/** The limit as it stands at an instant: what waited long enough is in force. */
export const effectiveLimit = (kept: StoredLimit, nowMs: number): StoredLimit =>
  kept.next !== null && nowMs >= kept.next.fromMs ? { value: kept.next.value, next: null } : kept

/**
 * Tells whether a value lets less through than another: a lower loss or deposit, a longer pause. A pause that
 * is over is none.
 */
export const isTighter = (name: LimitName, a: LimitValue, b: LimitValue, nowMs: number): boolean => {
  if (name === 'pauseUntil') return pauseEnd(a, nowMs) > pauseEnd(b, nowMs)
  return a !== null && (b === null || a < b)
}

const pauseEnd = (value: LimitValue, nowMs: number): bigint =>
  value === null || value <= BigInt(nowMs) ? 0n : value

/**
 * Sets a limit: what is tighter counts at once, what is looser after 24 h. A new wish takes the place of one
 * that still waits, and its 24 h begin anew.
 *
 * @example withLimit('dailyLoss', { value: usdt('100'), next: null }, usdt('50'), now) // 50 at once
 * @example withLimit('dailyLoss', { value: usdt('100'), next: null }, null, now) // 100, none in 24 h
 */
export const changeLimit = (
  name: LimitName,
  kept: StoredLimit,
  wanted: LimitValue,
  nowMs: number,
): StoredLimit => {
  const { value } = effectiveLimit(kept, nowMs)
  if (!isTighter(name, value, wanted, nowMs)) return { value: wanted, next: null }
  return { value, next: { value: wanted, fromMs: nowMs + loosenDelayMs } }
}

/**
 * Tells whether the loss of a day has used up the customer's limit. `result` is what the day's closed
 * positions and fees came to: below zero is a loss.
 *
 * @example isLossReached(usdt('100'), usdt('-99.99')) // false
 * @example isLossReached(usdt('100'), usdt('-100')) // true
 */
export const isDailyLossReached = (limit: Usdt, result: bigint): boolean => -result >= limit

/** How much may still be deposited today; never below zero. */
export const remainingDepositLimit = (limit: Usdt, depositedToday: Usdt, waiting: Usdt): Usdt => {
  const left = limit - depositedToday - waiting
  return (left > 0n ? left : 0n) as Usdt
}
