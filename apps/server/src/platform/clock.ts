/**
 * The two times of the product. `now` is the wall clock of markets, codes, limits and signatures.
 * `business` is the calendar of days, accrual, streaks and sessions; practice mode can move it forward.
 * Both are epoch milliseconds.
 */
export type Clock = {
  readonly now: () => number
  readonly business: () => number
  /** Moves the business calendar forward; returns its new time. */
  readonly advance: (byMs: number) => number
  /** How far the business calendar is ahead. */
  readonly aheadMs: () => number
}

/** The clock of a running server; `aheadMs` is what an earlier run had advanced. */
export const systemClock = (aheadMs = 0): Clock => createClock(() => Date.now(), aheadMs)

/** Builds a clock on any source of wall time; tests hand in their own. */
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

/** A steady timer in milliseconds for measuring durations; never a date. */
export const monotonicMs = (): number => performance.now()
