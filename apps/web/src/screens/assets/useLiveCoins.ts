import type { Market } from '@glasshouse/core/markets/codec'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { books, subscribeBook } from '../../data/book.ts'
import { quotes, subscribeQuotes, useMarkets } from '../../data/quotes.ts'
import { atLivePrices } from './atLivePrices.ts'

const noMarkets: readonly Market[] = []
let version = 0

/** Coins at the newest prices and best bids of their markets, which the stream sends. */
export const useLiveCoins = (coins: readonly CoinBalance[]): readonly CoinBalance[] => {
  const markets = useMarkets().data ?? noMarkets
  const heldIds = [...new Set(coins.map(({ pid }) => pid))].sort((a, b) => a - b).join()
  const traded = useMemo(() => {
    const ids = heldIds.split(',')
    return markets.filter(({ pid }) => ids.includes(String(pid)))
  }, [markets, heldIds])
  const symbols = traded.map(({ symbol }) => symbol).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of markets is a new one every 15 s, with the same symbols
  const subscribe = useCallback(
    (listener: () => void) => {
      const changed = (): void => {
        version++
        listener()
      }
      const stops = [
        subscribeQuotes(),
        ...traded.flatMap(({ pid, symbol }) => [
          subscribeBook(pid, symbol),
          books.subscribe(symbol, changed),
          quotes.subscribe(symbol, changed),
        ]),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [symbols],
  )
  useSyncExternalStore(subscribe, () => version)
  return coins.map((coin) => {
    const market = traded.find(({ pid }) => pid === coin.pid)
    if (market === undefined) return coin
    return atLivePrices(coin, { quote: quotes.get(market.symbol), book: books.get(market.symbol) })
  })
}
