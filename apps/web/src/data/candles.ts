import { type ChartInterval, storedInterval } from '@glasshouse/core/markets/intervals'
import type { KlineMessage } from '@glasshouse/core/markets/topics'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { api } from './api.ts'
import { takeCandles } from './preloadedCandles.ts'
import { stream } from './stream.ts'

const rowOf = (k: KlineMessage['k']): CandleRow => ({
  time: k.t,
  open: k.o,
  high: k.h,
  low: k.l,
  close: k.c,
  volume: k.v,
})

type OnCandle = (candle: CandleRow) => void

export type CandleFeed = {
  /** The newest candles for a chart that begins, ascending by time; it may have been requested before (`preloadCandles`). */
  readonly first: (limit: number) => Promise<CandleRow[]>
  /** Newest candles, ascending by time. */
  readonly newest: (limit: number) => Promise<CandleRow[]>
  /** Candles before a second (epoch), ascending by time. */
  readonly before: (second: number, limit: number) => Promise<CandleRow[]>
  /** Subscribes to the current candle. After a gap, all candles since the last known one are sent again. */
  readonly follow: (onCandle: OnCandle) => () => void
}

/** Merges the stream of the stored candles; loaded with the first chart of such an interval. */
const followMerged = (interval: ChartInterval, stored: CandleFeed, onCandle: OnCandle): (() => void) => {
  let stop = (): void => {}
  let isGone = false
  void import('./mergedCandles.ts').then(({ mergedFollower }) => {
    if (!isGone) stop = mergedFollower(interval, stored, onCandle)
  })
  return () => {
    isGone = true
    stop()
  }
}

/** Candle source of one market and interval: history and updates. */
export const candleFeed = (pid: number, symbol: string, interval: ChartInterval): CandleFeed => {
  const { stored } = storedInterval(interval)
  const fetchRows = (limit: number, before?: number): Promise<CandleRow[]> =>
    api.call('/api/market/kline', { pid, interval, limit, before })
  return {
    first: (limit) => takeCandles(pid, interval, limit),
    newest: (limit) => fetchRows(limit),
    before: (second, limit) => fetchRows(limit, second),
    follow: (onCandle) => {
      if (stored !== interval) return followMerged(interval, candleFeed(pid, symbol, stored), onCandle)
      let known = 0
      let caughtUp = true
      const deliver = (candle: CandleRow): void => {
        if (candle.time < known) return
        known = candle.time
        onCandle(candle)
      }
      const resync = async (): Promise<void> => {
        caughtUp = false
        const rows = await fetchRows(500).catch(() => [])
        for (const row of rows) deliver(row)
        caughtUp = true
      }
      const stops = [
        stream.subscribe(`kline:${symbol}:${stored}`, (message) => {
          if (message.e === 'KLINE' && caughtUp) deliver(rowOf(message.k))
        }),
        stream.onGap(() => void resync()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
