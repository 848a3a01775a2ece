/** The six candle intervals that are stored and streamed, shortest first. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '1d'] as const
export type Interval = (typeof intervals)[number]

/** The intervals of `kline`, shortest first: the stored ones, and `4h` and `1w`, which are merged when read. */
export const chartIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type ChartInterval = (typeof chartIntervals)[number]

const minute = 60_000

/** Length of an interval in milliseconds. */
export const intervalMs: Readonly<Record<ChartInterval, number>> = {
  '1m': minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '4h': 240 * minute,
  '1d': 1440 * minute,
  '1w': 10_080 * minute,
}

/** Stored interval that an interval is read from, and how many of its candles make one. */
export const storedInterval = (
  interval: ChartInterval,
): { readonly stored: Interval; readonly count: number } => {
  if (interval === '4h') return { stored: '1h', count: 4 }
  if (interval === '1w') return { stored: '1d', count: 7 }
  return { stored: interval, count: 1 }
}

/** The epoch was a Thursday; weeks begin on Monday. */
const daysBeforeFirstWeek = 3 * 1440 * minute

/**
 * Opening of the interval that contains an instant, counted in UTC.
 *
 * @example bucketStart(90_500, '1m') // 60_000
 * @example bucketStart(Date.UTC(2026, 5, 18), '1w') // Monday, 15 June 2026
 */
export const bucketStart = (atMs: number, interval: ChartInterval): number =>
  atMs - ((interval === '1w' ? atMs + daysBeforeFirstWeek : atMs) % intervalMs[interval])
