import type { CandleRow } from '@glasshouse/core/markets/wire'
import type { DataLoader, Period, SymbolInfo } from 'klinecharts'
import type { CandleFeed } from '../../data/candles.ts'
import { barOf } from './bars.ts'

/** Candles fetched at a time. */
const page = 500

/** What is to be drawn now; the library may still ask for what was before. */
export type ChartRequest = { readonly feed: CandleFeed; readonly symbol: string; readonly period: Period }

/**
 * Hands the library candles: the newest first, older ones as one scrolls back, then the running one. The
 * library asks anew after every single change of symbol or period; only the question that fits is answered.
 */
export const createLoader = (
  wanted: () => ChartRequest | null,
  told: { ready: () => void; failed: () => void },
): DataLoader => {
  let stop = (): void => {}
  const fitting = (symbol: SymbolInfo, period: Period): CandleFeed | null => {
    const now = wanted()
    return now && now.symbol === symbol.ticker && now.period === period ? now.feed : null
  }
  return {
    getBars: async ({ type, timestamp, symbol, period, callback }) => {
      const feed = fitting(symbol, period)
      if (!feed) return
      const hand = (rows: CandleRow[]): void => {
        if (fitting(symbol, period) === feed) callback(rows.map(barOf), { forward: rows.length === page })
      }
      try {
        if (type === 'init') {
          hand(await feed.newest(page))
          told.ready()
        } else if (type === 'forward' && timestamp !== null) hand(await feed.before(timestamp / 1000, page))
        else callback([], false)
      } catch {
        if (type === 'init') told.failed()
        else callback([], { forward: true })
      }
    },
    subscribeBar: ({ symbol, period, callback }) => {
      stop()
      const feed = fitting(symbol, period)
      if (feed) stop = feed.follow((row) => callback(barOf(row)))
    },
    unsubscribeBar: () => stop(),
  }
}
