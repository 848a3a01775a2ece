import type { QuoteMessage } from '@glasshouse/core/markets/topics'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type QueryState, useInvalidate, useQueryCall } from './query.ts'
import type { Live } from './store.ts'
import { createPageStore, stream } from './stream.ts'

export type Quote = {
  /** The last trade's price, as the wire wrote it. */
  readonly price: string
  /** The tick's sequence number and source time; null for a price from a list. */
  readonly n: number | null
  readonly time: number | null
  /** Which way the last change went. */
  readonly direction: 'up' | 'down' | 'none'
}

/** The newest quote of every symbol. */
export const quotes = createPageStore<Quote>()

/** Compares two plain decimal strings without losing digits. */
const compare = (a: string, b: string): number => {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  const [left, right] = [wholeA + fractionA.padEnd(18, '0'), wholeB + fractionB.padEnd(18, '0')]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The next quote after a message; equal prices keep the direction of the last change. */
export const nextQuote = (last: Quote | undefined, message: QuoteMessage): Quote => {
  const order = last ? compare(message.p, last.price) : 0
  const direction = order > 0 ? 'up' : order < 0 ? 'down' : (last?.direction ?? 'none')
  return { price: message.p, n: message.n, time: message.T, direction }
}

const newest = new Map<string, Quote>()
const take = (message: QuoteMessage): void => {
  const last = newest.get(message.s)
  if (last && last.n !== null && message.n <= last.n) return
  const next = nextQuote(last, message)
  newest.set(message.s, next)
  quotes.put(message.s, next)
}

/** After a gap the next tick counts whatever its number, for the server may have started anew. */
stream.onGap(() => {
  for (const [symbol, quote] of newest) newest.set(symbol, { ...quote, n: null })
})

/** The symbol's market spoke, by a trade or by its book: its price in force is fresh. */
export const markFresh = (symbol: string): void => quotes.touch(symbol)

const seed = (row: MarketRow): void => {
  if (newest.has(row.procode)) return
  const quote: Quote = { price: row.price, n: null, time: null, direction: 'none' }
  newest.set(row.procode, quote)
  quotes.seed(row.procode, quote)
}

let readers = 0
let stop = (): void => {}

/** Listens to the quotes once, however many figures show them. */
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

/** Keeps the quotes of all symbols coming while the component is there. */
export const useQuotes = (): void => useEffect(subscribeQuotes, [])

/** The live price of one symbol; only its own ticks redraw the caller. */
export const useQuote = (symbol: string): Live<Quote> => {
  useQuotes()
  return useSyncExternalStore(
    useCallback((listener) => quotes.subscribe(symbol, listener), [symbol]),
    () => quotes.get(symbol),
  )
}

/** Every market with its figures of the last 24 hours; prices on top of it come from `useQuote`. */
export const useMarkets = (): QueryState<MarketRow[]> => {
  const markets = useQueryCall('/api/market/kList', {}, { everyMs: 15_000 })
  const rows = markets.data
  useEffect(() => {
    for (const row of rows ?? []) seed(row)
  }, [rows])
  const reload = useInvalidate()
  useEffect(() => stream.onGap(() => reload('/api/market/kList')), [reload])
  return markets
}
