import { type ChartInterval, chartIntervals, intervalMs } from '@glasshouse/core/markets/intervals'

/** Minimum and maximum distance between two candles, in pixels. */
const minBarSpace = 1
const maxBarSpace = 40

/**
 * Distance between two candles in pixels, so that the given number of candles fills a width.
 *
 * @example barSpaceFor(100, 1000) // 10
 */
export const barSpaceFor = (bars: number, width: number): number =>
  Math.min(maxBarSpace, Math.max(minBarSpace, width / Math.max(1, bars)))

/** Maximum number of candles for a span; above it a longer interval is chosen. */
const maxBars = 600
/** Minimum number of candles for a span; below it a shorter interval is chosen. */
const minBars = 20

/**
 * Interval for a span of seconds: the chosen one if it gives 20 to 600 candles, otherwise the shortest that
 * needs at most 600 candles.
 *
 * @example intervalFor(3_600, '1d') // '1m'
 * @example intervalFor(100 * 86_400, '1h') // '4h'
 */
export const intervalFor = (seconds: number, chosen: ChartInterval): ChartInterval => {
  const bars = (interval: ChartInterval): number => (seconds * 1000) / intervalMs[interval]
  if (bars(chosen) >= minBars && bars(chosen) <= maxBars) return chosen
  return chartIntervals.find((interval) => bars(interval) <= maxBars) ?? '1w'
}
