import { type Market, marketFromWire } from '@glasshouse/core/markets/codec'
import type { QuoteMessage } from '@glasshouse/core/markets/topics'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { type Price, price } from '@glasshouse/core/money/units'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type QueryState, useDecodedCall, useInvalidate } from './query.ts'
import type { Live } from './store.ts'
import { createPageStore, stream } from './stream.ts'

export type Quote = {
  /** Price of the last trade. */
  readonly price: Price
  /** Sequence number and source time of the tick; null for a price of the market list. */
  readonly n: number | null
  readonly time: number | null
  /** Direction of the last change. */
  readonly direction: 'up' | 'down' | 'none'
}

/** Newest quote of every symbol. */
export const quotes = createPageStore<Quote>()

/** Quote after a message. Equal prices keep the direction of the last change. */
export const nextQuote = (last: Quote | undefined, message: QuoteMessage): Quote => {
  const now = price(message.p)
  const change = last ? now - last.price : 0n
  const direction = change > 0n ? 'up' : change < 0n ? 'down' : (last?.direction ?? 'none')
  return { price: now, n: message.n, time: message.T, direction }
}

const newest = new Map<string, Quote>()
const take = (message: QuoteMessage): void => {
  const last = newest.get(message.s)
  if (last && last.n !== null && message.n <= last.n) return
  const next = nextQuote(last, message)
  newest.set(message.s, next)
  quotes.put(message.s, next)
}

/** After a gap any sequence number is accepted, because the server may have restarted its numbering. */
stream.onGap(() => {
  for (const [symbol, quote] of newest) newest.set(symbol, { ...quote, n: null })
})

/** Marks the quote of a symbol as fresh after a trade or book update of its market. */
export const markFresh = (symbol: string): void => quotes.touch(symbol)

const seed = (market: Market): void => {
  if (newest.has(market.symbol)) return
  const quote: Quote = { price: market.price, n: null, time: null, direction: 'none' }
  newest.set(market.symbol, quote)
  quotes.seed(market.symbol, quote)
}

let readers = 0
let stop = (): void => {}

/** Subscribes to the quotes. All subscribers share one stream subscription. */
export const subscribeQuotes = (): (() => void) => {
  readers++
  if (readers === 1)
    stop = stream.subscribe('quotes', (message) => {
      if (message.e === 'QUOTES') take(message)
    })
  return () => {
    readers--
    if (readers === 0) stop()
  }
}

/** Subscribes to the quotes of all symbols while mounted. */
export const useQuotes = (): void => useEffect(subscribeQuotes, [])

/** Live price of one symbol. Re-renders only on changes of this symbol. */
export const useQuote = (symbol: string): Live<Quote> => {
  useQuotes()
  return useSyncExternalStore(
    useCallback((listener) => quotes.subscribe(symbol, listener), [symbol]),
    () => quotes.get(symbol),
  )
}

const marketsFromWire = (rows: readonly MarketRow[]): readonly Market[] => rows.map(marketFromWire)

/** All markets with their 24-hour statistics. Live prices come from `useQuote`. */
export const useMarkets = (): QueryState<readonly Market[]> => {
  const markets = useDecodedCall('/api/market/kList', {}, marketsFromWire, { everyMs: 15_000 })
  const known = markets.data
  useEffect(() => {
    for (const market of known ?? []) seed(market)
  }, [known])
  const reload = useInvalidate()
  useEffect(() => stream.onGap(() => reload('/api/market/kList')), [reload])
  return markets
}

/** Newest price of a market: from the stream, or from the market list until the first update. */
export const usePrice = (market: Market): Price => useQuote(market.symbol).value?.price ?? market.price
