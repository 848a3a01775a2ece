import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import type { CellProps } from '../../../components/option/cells.tsx'
import { useOptionOrders } from '../../../data/optionOrders.ts'

export type OrderTab = 'all' | 'open' | 'settled'
export type ListPosition = { readonly tab: OrderTab; readonly page: number }

const pageSize = 20

/** Orders with their markets; orders of removed markets are omitted. */
const withMarkets = (
  orders: readonly OptionOrder[] | undefined,
  markets: readonly Market[],
): CellProps[] | undefined =>
  orders?.flatMap((order) => {
    const market = markets.find((row) => row.pid === order.pid)
    return market ? [{ order, market }] : []
  })

/** One page of the options of a tab. */
export const usePage = (selection: ListPosition, markets: readonly Market[]) => {
  const list = useOptionOrders({
    state: selection.tab === 'all' ? null : selection.tab,
    orderBy: selection.tab === 'settled' ? 'expiry' : 'placed',
    page: selection.page,
    pageSize,
  })
  return { list, rows: withMarkets(list.data, markets), pageSize }
}
