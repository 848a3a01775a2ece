import type { Interval } from '@glasshouse/core/markets/wire'
import { intervalSeconds } from '../../data/intervals.ts'
import { chartIntervals } from './preferences.ts'

/** The narrowest and the widest candle the chart draws, in pixels from one to the next. */
const narrowest = 1
const widest = 40

/**
 * How wide a candle is, in pixels from one to the next, when so many of them fill a width.
 *
 * @example barSpaceFor(100, 1000) // 10
 */
export const barSpaceFor = (bars: number, width: number): number =>
  Math.min(widest, Math.max(narrowest, width / Math.max(1, bars)))

/** No more candles than this are asked for to show a span; it takes the longer ones instead. */
const mostBars = 600
/** Fewer than this are hardly a picture; it takes the shorter ones instead. */
const fewestBars = 20

/**
 * The interval to show a span of seconds with: the one that is chosen if it suits, else the shortest that
 * needs at most 600 candles.
 *
 * @example intervalFor(3_600, '1d') // '1m'
 * @example intervalFor(100 * 86_400, '1h') // '1d'
 */
export const intervalFor = (seconds: number, chosen: Interval): Interval => {
  const bars = (interval: Interval): number => seconds / intervalSeconds[interval]
  if (bars(chosen) >= fewestBars && bars(chosen) <= mostBars) return chosen
  return chartIntervals.find((interval) => bars(interval) <= mostBars) ?? '1d'
}
