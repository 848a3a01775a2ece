import type { Usdt } from '../money/units.ts'

/** Limits that customers can set for themselves. */
export const limitNames = ['dailyLoss', 'deposit', 'pauseUntil'] as const
export type LimitName = (typeof limitNames)[number]

/**
 * Value of a limit: USDT units for `dailyLoss` and `deposit`, epoch milliseconds of the business calendar for
 * `pauseUntil`. Null means no limit.
 */
export type LimitValue = bigint | null

/** Value of a limit that is an amount; `dailyLoss` and `deposit` are. */
export const limitAmount = (value: LimitValue): Usdt | null => value as Usdt | null

/** A stored limit: the value in force, and a pending looser one. */
export type StoredLimit = {
  readonly value: LimitValue
  readonly next: { readonly value: LimitValue; readonly fromMs: number } | null
}

export const noLimit: StoredLimit = { value: null, next: null }

/** Delay between a request to loosen a limit and its effect; milliseconds. */
export const loosenDelayMs = 24 * 3_600_000
/** Maximum length of a pause; milliseconds. */
export const maxPauseMs = 5 * 366 * 86_400_000

/** The limit at an instant: a pending value whose time has come is in force. */
export const effectiveLimit = (stored: StoredLimit, nowMs: number): StoredLimit =>
  stored.next !== null && nowMs >= stored.next.fromMs ? { value: stored.next.value, next: null } : stored

/** Whether a value is stricter than another: a lower loss or deposit, a longer pause. An ended pause counts as none. */
export const isTighter = (name: LimitName, a: LimitValue, b: LimitValue, nowMs: number): boolean => {
  if (name === 'pauseUntil') return pauseEnd(a, nowMs) > pauseEnd(b, nowMs)
  return a !== null && (b === null || a < b)
}

const pauseEnd = (value: LimitValue, nowMs: number): bigint =>
  value === null || value <= BigInt(nowMs) ? 0n : value

/**
 * Changes a limit: a tighter value applies at once, a looser one after 24 h. A new request replaces a pending one and
 * restarts its 24 h.
 *
 * @example changeLimit('dailyLoss', { value: usdt('100'), next: null }, usdt('50'), now) // 50 at once
 * @example changeLimit('dailyLoss', { value: usdt('100'), next: null }, null, now) // 100, none in 24 h
 */
export const changeLimit = (
  name: LimitName,
  stored: StoredLimit,
  requested: LimitValue,
  nowMs: number,
): StoredLimit => {
  const { value } = effectiveLimit(stored, nowMs)
  if (!isTighter(name, value, requested, nowMs)) return { value: requested, next: null }
  return { value, next: { value: requested, fromMs: nowMs + loosenDelayMs } }
}

/**
 * Whether a day's loss has reached the customer's limit. `result` is the sum of the day's closed positions and fees;
 * below zero is a loss.
 *
 * @example isDailyLossReached(usdt('100'), usdt('-99.99')) // false
 * @example isDailyLossReached(usdt('100'), usdt('-100')) // true
 */
export const isDailyLossReached = (limit: Usdt, result: bigint): boolean => -result >= limit

/** Amount that can still be deposited today; never below zero. */
export const remainingDepositLimit = (limit: Usdt, depositedToday: Usdt, waiting: Usdt): Usdt => {
  const remaining = limit - depositedToday - waiting
  return (remaining > 0n ? remaining : 0n) as Usdt
}
