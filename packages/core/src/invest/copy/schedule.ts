/** Instants of copy orders: dealing points, ends of periods and announced exits. Epoch milliseconds; days are UTC+1. */
import { startOfDay, startOfNextDay } from '../../calendar/days.ts'
import { dayMs } from '../../calendar/durations.ts'

/** Requests until ten minutes before midnight count for that dealing: 23:50 UTC+1. */
const cutoffMs = 600_000
/** An exit at the end of a period is announced at least three days before it. */
const noticeMs = 3 * dayMs

/**
 * First dealing point that counts a request: the next midnight UTC+1, or the one after it for a request after 23:50:00.000.
 *
 * @param requestedAtMs instant of the request
 * @see product specification, investment, section 6 "Units"
 * @example dealingPointOf(20270110 23:50:00.000) // the midnight that begins 20270111
 * @example dealingPointOf(20270110 23:50:00.001) // the midnight that begins 20270112
 */
export const dealingPointOf = (requestedAtMs: number): number => {
  const midnight = startOfNextDay(requestedAtMs)
  return requestedAtMs <= midnight - cutoffMs ? midnight : midnight + dayMs
}

/**
 * End of the period that runs after an instant: the given end, moved on by whole periods until it is later.
 *
 * The end of an order that enters at a dealing point is that point plus one period, which is
 * `runningPeriodEnd(dealingMs, periodDays, dealingMs)`.
 *
 * @throws RangeError the period has no whole positive number of days, or the end is not a midnight
 * @see product specification, investment, section 6 "Period"
 * @example runningPeriodEnd(midnight of 20270101, 30, midnight of 20270101) // the midnight that begins 20270131
 */
export const runningPeriodEnd = (periodEndMs: number, periodDays: number, afterMs: number): number => {
  if (!Number.isSafeInteger(periodDays) || periodDays < 1) throw new RangeError('a period has whole days')
  if (startOfDay(periodEndMs) !== periodEndMs) throw new RangeError('a period ends at midnight')
  if (periodEndMs > afterMs) return periodEndMs
  const periodMs = periodDays * dayMs
  return periodEndMs + (Math.floor((afterMs - periodEndMs) / periodMs) + 1) * periodMs
}

/** How an exit was asked for: free at the end of a period, or with a levy at the next dealing. */
export type ExitMode = 'period' | 'now'
/** An exit that was announced and the dealing point at which the order leaves. */
export type AnnouncedExit = { readonly mode: ExitMode; readonly leavesMs: number }

/** Input of `planExit`. */
export type ExitInput = {
  readonly mode: ExitMode
  readonly requestedAtMs: number
  readonly periodEndMs: number
  readonly periodDays: number
  /** The exit announced before; null if there is none. */
  readonly announced: AnnouncedExit | null
}

/**
 * The exit that a request announces, or null when it is refused with `inRedemption` (2003).
 *
 * `period` leaves at the end of the running period when asked three days (72 h) before it, otherwise at the end of the
 * next one. `now` leaves at the next dealing point; it may replace an announced `period` that leaves later.
 *
 * @see product specification, investment, section 6 "Ending"
 * @example planExit({ mode: 'period', requestedAtMs: 71 h before periodEndMs, periodDays: 30, announced: null, … })
 *   // { mode: 'period', leavesMs: periodEndMs + 30 days }
 */
export const planExit = (input: ExitInput): AnnouncedExit | null => {
  const { mode, requestedAtMs, periodDays, announced } = input
  if (mode === 'now') {
    const leavesMs = dealingPointOf(requestedAtMs)
    // An announced `now` never leaves later, and at the same dealing point an announced `period` is free.
    const isReplaceable = announced === null || announced.leavesMs > leavesMs
    return isReplaceable ? { mode, leavesMs } : null
  }
  if (announced !== null) return null
  const end = runningPeriodEnd(input.periodEndMs, periodDays, requestedAtMs)
  const leavesMs = end - requestedAtMs >= noticeMs ? end : end + periodDays * dayMs
  return { mode, leavesMs }
}
