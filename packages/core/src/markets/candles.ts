import { dayMs } from '../calendar/durations.ts'
import { divide, type Price, type Quantity, type Usdt, valueAt } from '../money/units.ts'
import { bucketStart, type ChartInterval, intervalMs, intervals } from './intervals.ts'

/**
 * Candle of one interval with at least one trade. Intervals without a trade are not stored; `fillGaps` adds them for
 * display.
 */
export type Candle = {
  /** Epoch milliseconds of the opening. */
  readonly openMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Coins traded, units of 1e-8. */
  readonly volume: Quantity
  /** USDT traded, units of 1e-8, each trade rounded down. */
  readonly turnover: Usdt
}

/** The part of a trade that candles are built from. */
export type CandleTrade = { readonly timeMs: number; readonly price: Price; readonly quantity: Quantity }

/** Intervals derived from minute candles. */
export const derivedIntervals = intervals.filter((interval) => interval !== '1m')

const higher = (a: Price, b: Price): Price => (a > b ? a : b)
const lower = (a: Price, b: Price): Price => (a < b ? a : b)

/** The candle after another trade in the same interval; null starts a new one. */
export const applyTrade = (candle: Candle | null, trade: CandleTrade, interval: ChartInterval): Candle => {
  const turnover = valueAt(trade.quantity, trade.price, 'floor')
  if (candle === null)
    return {
      openMs: bucketStart(trade.timeMs, interval),
      open: trade.price,
      high: trade.price,
      low: trade.price,
      close: trade.price,
      volume: trade.quantity,
      turnover,
    }
  return {
    openMs: candle.openMs,
    open: candle.open,
    high: higher(candle.high, trade.price),
    low: lower(candle.low, trade.price),
    close: trade.price,
    volume: (candle.volume + trade.quantity) as Quantity,
    turnover: (candle.turnover + turnover) as Usdt,
  }
}

/** Merges an earlier and a later part of the same interval. */
export const mergeCandles = (earlier: Candle, later: Candle): Candle => ({
  openMs: earlier.openMs,
  open: earlier.open,
  high: higher(earlier.high, later.high),
  low: lower(earlier.low, later.low),
  close: later.close,
  volume: (earlier.volume + later.volume) as Quantity,
  turnover: (earlier.turnover + later.turnover) as Usdt,
})

/**
 * Derives the candles of a longer interval from shorter ones in ascending time. The result equals the candles built
 * from the trades.
 *
 * @example deriveCandles(minutesOfOneHour, '1h') // one candle
 */
export const deriveCandles = (shorter: Iterable<Candle>, interval: ChartInterval): Candle[] => {
  const derived: Candle[] = []
  let current: Candle | null = null
  for (const candle of shorter) {
    const openMs = bucketStart(candle.openMs, interval)
    if (current !== null && current.openMs === openMs) {
      current = mergeCandles(current, candle)
      continue
    }
    if (current !== null) derived.push(current)
    current = { ...candle, openMs }
  }
  if (current !== null) derived.push(current)
  return derived
}

/** Candle of an interval without a trade: the last close, no volume. */
export const flatCandle = (openMs: number, close: Price): Candle => ({
  openMs,
  open: close,
  high: close,
  low: close,
  close,
  volume: 0n as Quantity,
  turnover: 0n as Usdt,
})

/**
 * Lists every interval from `fromMs` to `toMs` (openings, both included); intervals without a trade carry the previous
 * close. Starts at the first known price (`carried`, or the first candle).
 *
 * @example fillGaps([minuteAt0, minuteAt180000], '1m', 0, 180_000, null) // four candles, two of them flat
 */
export const fillGaps = (
  candles: readonly Candle[],
  interval: ChartInterval,
  fromMs: number,
  toMs: number,
  carried: Price | null,
): Candle[] => {
  const step = intervalMs[interval]
  const filled: Candle[] = []
  let close = carried
  let next = fromMs
  const carryUntil = (endMs: number): void => {
    if (close !== null) for (; next < endMs; next += step) filled.push(flatCandle(next, close))
  }
  for (const candle of candles) {
    if (candle.openMs > toMs) break
    if (candle.openMs >= next) {
      carryUntil(candle.openMs)
      filled.push(candle)
      next = candle.openMs + step
    }
    close = candle.close
  }
  carryUntil(toMs + step)
  return filled
}

/** Statistics of a range of minutes; null if no price is known in it. */
export type DayStats = {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** Latest price. */
  readonly close: Price
  readonly volume: Quantity
  readonly turnover: Usdt
}

/**
 * Where the 24 hours before an instant begin in minutes that ascend: the index of the first minute in them, and the close
 * before it (null if none is known).
 */
export const dayStartAt = (
  minutes: readonly Candle[],
  atMs: number,
): { readonly first: number; readonly carried: Price | null } => {
  const fromMs = bucketStart(atMs - dayMs, '1m') + intervalMs['1m']
  let [first, end] = [0, minutes.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((minutes[middle]?.openMs ?? fromMs) < fromMs) first = middle + 1
    else end = middle
  }
  return { first, carried: minutes[first - 1]?.close ?? null }
}

/** The price 24 hours before an instant, as `open` of the day's statistics: the oldest one known of a younger market, else null. */
export const dayOpenAt = (minutes: readonly Candle[], atMs: number): Price | null => {
  const { first, carried } = dayStartAt(minutes, atMs)
  return carried ?? minutes[first]?.open ?? null
}

/**
 * Change of a price against the one 24 hours before, in hundredths of a percent, truncated towards zero: it never shows, and
 * never reaches, more than there was.
 *
 * @example dayChange(price('66128.74'), price('66535')) // -61n
 */
export const dayChange = (now: Price, open: Price): bigint => divide((now - open) * 10_000n, open, 'truncate')

/** Aggregates minutes in ascending time; `carried` is the close before the first of them. */
export const dayStatsOf = (minutes: Iterable<Candle>, carried: Price | null): DayStats | null => {
  let sum: Candle | null = null
  for (const candle of minutes) sum = sum === null ? candle : mergeCandles(sum, candle)
  if (sum === null) {
    if (carried === null) return null
    return flatCandle(0, carried)
  }
  if (carried === null) return sum
  return { ...sum, open: carried, high: higher(sum.high, carried), low: lower(sum.low, carried) }
}
