import { type ComponentProps, useMemo } from 'react'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { ownPrices } from '../../../components/market/book.ts'
import type { ContractPage } from './useContractPage.tsx'

const noOrders: NonNullable<TradingData['pending']> = []

/** Order book with the user's own orders marked. */
export default function OwnBook({
  page: { market, trader },
  ...pane
}: { page: ContractPage } & Omit<ComponentProps<typeof BookPane>, 'market' | 'own'>) {
  const pending = trader.pending ?? noOrders
  const own = useMemo(() => ownPrices(pending, market.pid), [pending, market.pid])
  return <BookPane market={market} own={own} {...pane} />
}
