import type { Market } from '@glasshouse/core/markets/codec'
import { useMemo } from 'react'
import { BookPane } from '../../components/market/BookPane.tsx'
import { ownPrices } from '../../components/market/book.ts'
import type { TradingData } from './useTradingData.ts'

const noOrders: NonNullable<TradingData['pending']> = []

/** Order book with the user's own orders marked. */
export default function Book({ market, trader }: { market: Market; trader: TradingData }) {
  const pending = trader.pending ?? noOrders
  const ownOrderPrices = useMemo(() => ownPrices(pending, market.pid), [pending, market.pid])
  return <BookPane market={market} own={ownOrderPrices} />
}
