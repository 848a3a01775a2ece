import { type Price, type Quantity, type Usdt, valueAt } from '../money/units.ts'
import { type Interval, intervals } from './wire.ts'

/**
 * What happened in one stretch of time that had at least one trade. Stretches without a trade are not kept;
 * `fillGaps` writes them when they are shown.
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

const minute = 60_000

/** Length of an interval in milliseconds. */
export const intervalMs: Readonly<Record<Interval, number>> = {
  '1m': minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '1d': 1440 * minute,
}

/** The intervals that are derived from the minutes. */
export const derivedIntervals = intervals.filter((interval) => interval !== '1m')

/**
 * Opening of the stretch an instant falls into, counted in UTC.
 *
 * @example openingOf(90_500, '1m') // 60_000
 */
export const bucketStart = (atMs: number, interval: Interval): number => atMs - (atMs % intervalMs[interval])

const higher = (a: Price, b: Price): Price => (a > b ? a : b)
const lower = (a: Price, b: Price): Price => (a < b ? a : b)

/** The candle after one more trade of the same stretch; `null` starts it. */
export const applyTrade = (candle: Candle | null, trade: CandleTrade, interval: Interval): Candle => {
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

/** One candle out of an earlier and a later part of the same stretch. */
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
 * Derives the candles of a longer interval from shorter ones in ascending time. The result is the same as
 * building them from the trades.
 *
 * @example deriveCandles(minutesOfOneHour, '1h') // one candle
 */
export const deriveCandles = (shorter: Iterable<Candle>, interval: Interval): Candle[] => {
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

/** A stretch without a trade: the last close, no volume. */
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
 * Writes every stretch from `fromMs` to `toMs` (openings, both included); stretches without a trade carry the
 * close before them. Nothing is written before the first known price (`carried`, or the first candle).
 *
 * @example fillGaps([minuteAt0, minuteAt180000], '1m', 0, 180_000, null) // four candles, two of them flat
 */
export const fillGaps = (
  candles: readonly Candle[],
  interval: Interval,
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

/** The figures of a stretch of minutes; null when no price is known in it. */
export type DayStats = {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** The newest price. */
  readonly close: Price
  readonly volume: Quantity
  readonly turnover: Usdt
}

/** Sums minutes in ascending time up; `carried` is the close before the first of them. */
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
