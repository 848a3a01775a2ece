/**
 * The two times of the product, both in epoch milliseconds. `now` is the wall clock of markets, codes, limits and
 * signatures. `business` is the calendar of days, accrual, streaks and sessions; practice mode can advance it.
 */
export type Clock = {
  readonly now: () => number
  readonly business: () => number
  /** Advances the business calendar; returns its new time. */
  readonly advance: (byMs: number) => number
  /** How far the business calendar is ahead of the wall clock, milliseconds. */
  readonly aheadMs: () => number
}

/** Clock of a running server; `aheadMs` is the advance of earlier runs. */
export const systemClock = (aheadMs = 0): Clock => createClock(() => Date.now(), aheadMs)

/** Creates a clock on any source of wall time; tests pass their own. */
export const createClock = (wall: () => number, startAheadMs = 0): Clock => {
  let ahead = startAheadMs
  return {
    now: wall,
    business: () => wall() + ahead,
    advance: (byMs) => {
      ahead += byMs
      return wall() + ahead
    },
    aheadMs: () => ahead,
  }
}

/** A monotonic timer in milliseconds for measuring durations; never a date. */
export const monotonicMs = (): number => performance.now()
