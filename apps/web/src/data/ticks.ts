import { type Price, price } from '@glasshouse/core/money/units'
import { useEffect, useState } from 'react'
import { api } from './api.ts'
import { quotes, subscribeQuotes } from './quotes.ts'
import { stream } from './stream.ts'

/** A trade of the product's own log. */
export type PriceTick = { readonly n: number; readonly price: Price; readonly time: number }

const maxTicks = 4000
const historyTicks = 2000

/**
 * Ticks with more of them: each number once, ascending, at most the newest 4,000.
 *
 * @example mergeTicks([first, second], [second, third]) // first, second, third
 */
export const mergeTicks = (known: readonly PriceTick[], more: readonly PriceTick[]): readonly PriceTick[] => {
  const newest = known.at(-1)?.n ?? 0
  const [only] = more
  if (more.length === 1 && only !== undefined && only.n > newest) return [...known.slice(1 - maxTicks), only]
  const byNumber = new Map([...known, ...more].map((tick) => [tick.n, tick]))
  return [...byNumber.values()].sort((a, b) => a.n - b.n).slice(-maxTicks)
}

/**
 * Ticks of one market: those of the last 20 minutes, and every one that the stream brings. After a gap the missed
 * ones are fetched. Null until the first have loaded.
 */
export const useTicks = (pid: number, symbol: string): readonly PriceTick[] | null => {
  const [ticks, setTicks] = useState<readonly PriceTick[] | null>(null)
  useEffect(() => {
    setTicks(null)
    let isGone = false
    const load = async (): Promise<void> => {
      const rows = await api.call('/api/market/ticks', { pid, limit: historyTicks }).catch(() => null)
      if (isGone || rows === null) return
      const loaded = rows.map(({ n, price: text, time }) => ({ n, price: price(text), time }))
      setTicks((known) => mergeTicks(known ?? [], loaded))
    }
    const take = (): void => {
      const quote = quotes.get(symbol).value
      if (!quote || quote.n === null || quote.time === null) return
      const tick = { n: quote.n, price: quote.price, time: quote.time }
      setTicks((known) => (known === null ? known : mergeTicks(known, [tick])))
    }
    const stops = [subscribeQuotes(), quotes.subscribe(symbol, take), stream.onGap(() => void load())]
    void load()
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }, [pid, symbol])
  return ticks
}
