import type { TradeMessage } from '@glasshouse/core/markets/topics'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import type { Live } from './store.ts'
import { createPageStore, stream } from './stream.ts'

export type Trade = {
  /** Counter of this page, to distinguish identical trades. */
  readonly id: number
  readonly price: string
  readonly quantity: string
  readonly side: 'buy' | 'sell'
  readonly time: number
}

/** Maximum number of trades, equal to the server's. */
const maxTrades = 21
/** Newest trades of every subscribed symbol. */
export const trades = createPageStore<readonly Trade[]>()
const lists = new Map<string, readonly Trade[]>()
let count = 0

const take = (message: TradeMessage): void => {
  count++
  const trade: Trade = {
    id: count,
    price: message.p,
    quantity: message.q,
    side: message.m ? 'sell' : 'buy',
    time: message.T,
  }
  const next = [trade, ...(lists.get(message.s) ?? [])].slice(0, maxTrades)
  lists.set(message.s, next)
  trades.put(message.s, next)
}

/** Puts trades streamed since a snapshot before it. */
export const mergeTrades = (streamed: readonly Trade[], snapshot: readonly Trade[]): readonly Trade[] => {
  const newest = snapshot[0]?.time ?? 0
  return [...streamed.filter((trade) => trade.time > newest), ...snapshot].slice(0, maxTrades)
}

const resync = async (pid: number, symbol: string): Promise<void> => {
  const rows = await api.call('/api/market/trades', { pid }).catch(() => null)
  if (!rows) return
  const snapshot = rows.map((row) => {
    count++
    return { id: count, ...row }
  })
  const next = mergeTrades(lists.get(symbol) ?? [], snapshot)
  lists.set(symbol, next)
  trades.seed(symbol, next)
}

/** Subscribes to the trades of one symbol. Returns the unsubscribe function. */
export const subscribeTrades = (pid: number, symbol: string): (() => void) => {
  void resync(pid, symbol)
  const stops = [
    stream.subscribe(`trade:${symbol}`, (message) => {
      if (message.e === 'STREAM_TRADE') take(message)
    }),
    stream.onGap(() => void resync(pid, symbol)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Newest trades of one market, newest first. */
export const useTrades = (pid: number, symbol: string): Live<readonly Trade[]> => {
  useEffect(() => subscribeTrades(pid, symbol), [pid, symbol])
  return useSyncExternalStore(
    useCallback((listener) => trades.subscribe(symbol, listener), [symbol]),
    () => trades.get(symbol),
  )
}
