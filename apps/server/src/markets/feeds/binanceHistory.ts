import { type Candle, derivedIntervals } from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervalMs } from '@glasshouse/core/markets/intervals'
import { readKlines } from './binanceMessages.ts'
import type { FeedHistory } from './feed.ts'

const rowsPerCall = 1000
/** Minutes fetched when nothing is stored yet: more than a day, so that the day's figures are complete. */
const firstMinutes = 1560
/** A longer absence is filled with longer candles before the last day. */
const maxMinutes = 8000

/** Fetches candles from an exchange with the Binance protocol. */
export type BinanceHistory = {
  readonly candles: (symbol: string, interval: Interval, fromMs: number, toMs: number) => Promise<Candle[]>
  /** Everything a market needs that has no newer candle than `newestMs`. */
  readonly since: (symbol: string, newestMs: number | null, nowMs: number) => Promise<FeedHistory>
}

export const binanceHistory = (origin: string, timeoutMs: number): BinanceHistory => {
  const page = async (symbol: string, interval: Interval, fromMs: number): Promise<Candle[]> => {
    const url = new URL('/api/v3/klines', origin)
    url.search = new URLSearchParams({
      symbol,
      interval,
      startTime: fromMs.toString(),
      limit: rowsPerCall.toString(),
    }).toString()
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`${url.pathname} of ${symbol} answered ${answer.status}`)
    return readKlines(await answer.json())
  }

  const candles: BinanceHistory['candles'] = async (symbol, interval, fromMs, toMs) => {
    const found: Candle[] = []
    const step = rowsPerCall * intervalMs[interval]
    // Pages are asked by time, because a page may have fewer rows where the market was silent.
    for (let from = fromMs; from <= toMs; from += step) {
      const rows = await page(symbol, interval, from)
      found.push(
        ...rows.filter((row) => row.openMs >= from && row.openMs < from + step && row.openMs <= toMs),
      )
    }
    return found
  }

  return {
    candles,
    since: async (symbol, newestMs, nowMs) => {
      const away = newestMs === null ? Number.POSITIVE_INFINITY : (nowMs - newestMs) / intervalMs['1m']
      const complete = newestMs !== null && away <= maxMinutes
      const minutesFrom = complete ? newestMs : nowMs - firstMinutes * intervalMs['1m']
      const minutesFromMs = bucketStart(minutesFrom, '1m')
      if (complete) return { '1m': await candles(symbol, '1m', minutesFromMs, nowMs) }
      const longer = derivedIntervals.map(async (interval): Promise<[Interval, Candle[]]> => {
        const span = (rowsPerCall - 1) * intervalMs[interval]
        const fromMs = bucketStart(nowMs, interval) - span
        return [interval, await candles(symbol, interval, fromMs, nowMs)]
      })
      const minutes = candles(symbol, '1m', minutesFromMs, nowMs)
      const [fetchedMinutes, ...fetchedLonger] = await Promise.all([minutes, ...longer])
      return { ...Object.fromEntries(fetchedLonger), '1m': fetchedMinutes }
    },
  }
}
