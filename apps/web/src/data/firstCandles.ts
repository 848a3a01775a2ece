import type { ChartInterval } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'

/** Rows older than this would leave a gap to the first candle of the stream. */
const maxAgeMs = 10_000

/** Fetches the newest candles of a market, ascending by time. */
type Fetch = (pid: number, interval: ChartInterval, limit: number) => Promise<CandleRow[]>

/** The candles that a chart begins with, which can be requested before the chart is there. */
export const createFirstCandles = (fetch: Fetch, now: () => number) => {
  let requested: {
    readonly pid: number
    readonly interval: ChartInterval
    readonly limit: number
    readonly atMs: number
    readonly rows: Promise<CandleRow[]>
  } | null = null
  return {
    /** Requests the candles of a chart that is not there yet. */
    preload: (pid: number, interval: ChartInterval, limit: number): void => {
      const rows = fetch(pid, interval, limit)
      // The chart that takes them handles the failure.
      rows.catch(() => undefined)
      requested = { pid, interval, limit, atMs: now(), rows }
    },
    /** The candles for a chart: the requested ones once, if it asks for the same, or new ones. */
    take: (pid: number, interval: ChartInterval, limit: number): Promise<CandleRow[]> => {
      const found = requested
      if (found?.pid !== pid || found.interval !== interval || found.limit !== limit)
        return fetch(pid, interval, limit)
      requested = null
      return now() - found.atMs > maxAgeMs ? fetch(pid, interval, limit) : found.rows
    },
  }
}
