import type { CandleRow } from '@glasshouse/core/markets/wire'
import type { DataLoader, Period, SymbolInfo } from 'klinecharts'
import type { CandleFeed } from '../../data/candles.ts'
import { barOf } from './bars.ts'
import { firstCandles } from './firstCandles.ts'

/** Number of older candles per request. */
const pageSize = 500

/** Current request. The library may still ask for a previous one. */
export type ChartRequest = { readonly feed: CandleFeed; readonly symbol: string; readonly period: Period }

/**
 * Data loader of the chart library: newest candles first, older ones on scrolling, then updates of the current
 * one. The library requests data after each single change of symbol or period; only matching requests are
 * answered.
 */
export const createLoader = (
  currentRequest: () => ChartRequest | null,
  callbacks: { ready: () => void; failed: () => void },
): DataLoader => {
  let stop = (): void => {}
  const feedFor = (symbol: SymbolInfo, period: Period): CandleFeed | null => {
    const now = currentRequest()
    return now && now.symbol === symbol.ticker && now.period === period ? now.feed : null
  }
  return {
    getBars: async ({ type, timestamp, symbol, period, callback }) => {
      const feed = feedFor(symbol, period)
      if (!feed) return
      const deliver = (rows: CandleRow[], requested: number): void => {
        if (feedFor(symbol, period) === feed)
          callback(rows.map(barOf), { forward: rows.length === requested })
      }
      try {
        if (type === 'init') {
          deliver(await feed.first(firstCandles), firstCandles)
          callbacks.ready()
        } else if (type === 'forward' && timestamp !== null)
          deliver(await feed.before(timestamp / 1000, pageSize), pageSize)
        else callback([], false)
      } catch {
        if (type === 'init') callbacks.failed()
        else callback([], { forward: true })
      }
    },
    subscribeBar: ({ symbol, period, callback }) => {
      stop()
      const feed = feedFor(symbol, period)
      if (feed) stop = feed.follow((row) => callback(barOf(row)))
    },
    unsubscribeBar: () => stop(),
  }
}
