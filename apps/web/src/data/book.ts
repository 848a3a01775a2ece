import type { DepthMessage } from '@glasshouse/core/markets/topics'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { markFresh } from './quotes.ts'
import type { Live } from './store.ts'
import { createPageStore, stream } from './stream.ts'

export type Level = readonly [price: string, quantity: string]
export type Book = {
  /** Best first on both sides. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
  readonly time: number
}

/** Live books of one depth: a store by symbol, and its subscription. */
const createBooks = (topic: 'depth' | 'depth20', event: DepthMessage['e'], levels: number) => {
  const store = createPageStore<Book>()
  const newest = new Map<string, number>()
  const take = (message: DepthMessage): void => {
    newest.set(message.s, message.T)
    store.put(message.s, { asks: message.asks, bids: message.bids, time: message.T })
    markFresh(message.s)
  }
  /** Fetches a snapshot of the book. A stream message received since then is newer and is kept. */
  const resync = async (pid: number, symbol: string): Promise<void> => {
    const since = newest.get(symbol)
    const book = await api.call('/api/market/depth', { pid, levels }).catch(() => null)
    if (book && newest.get(symbol) === since) store.seed(symbol, book)
  }
  const subscribe = (pid: number, symbol: string): (() => void) => {
    void resync(pid, symbol)
    const stops = [
      stream.subscribe(`${topic}:${symbol}`, (message) => {
        if (message.e === event) take(message as DepthMessage)
      }),
      stream.onGap(() => void resync(pid, symbol)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return { store, subscribe }
}

const best = createBooks('depth', 'STREAM_DEPTH', 5)
const deep = createBooks('depth20', 'STREAM_DEPTH20', 20)

/** Newest order book of every subscribed symbol. */
export const books = best.store

/** Subscribes to the book of one symbol. Returns the unsubscribe function. */
export const subscribeBook = best.subscribe

const useLiveBook = ({ store, subscribe }: typeof best, pid: number, symbol: string): Live<Book> => {
  useEffect(() => subscribe(pid, symbol), [subscribe, pid, symbol])
  return useSyncExternalStore(
    useCallback((listener) => store.subscribe(symbol, listener), [store, symbol]),
    () => store.get(symbol),
  )
}

/** Live order book of one market, five levels per side. */
export const useBook = (pid: number, symbol: string): Live<Book> => useLiveBook(best, pid, symbol)

/** Live order book of one market with the levels its feed has, at most twenty per side. */
export const useDeepBook = (pid: number, symbol: string): Live<Book> => useLiveBook(deep, pid, symbol)

let version = 0

/** Newest books of several markets by symbol; markets without trading are missing. */
export const useBooks = (
  markets: readonly { readonly pid: number; readonly symbol: string }[],
): ReadonlyMap<string, Book | undefined> => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const changed = (): void => {
        version++
        listener()
      }
      const stops = markets.flatMap(({ pid, symbol }) => [
        subscribeBook(pid, symbol),
        books.subscribe(symbol, changed),
      ])
      return () => {
        for (const stop of stops) stop()
      }
    },
    [markets],
  )
  useSyncExternalStore(subscribe, () => version)
  return new Map(markets.map(({ symbol }) => [symbol, books.get(symbol).value]))
}
