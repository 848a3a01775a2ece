import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { Market } from '@glasshouse/core/markets/codec'
import { useContractOrders } from '../../../data/contractOrders.ts'
import type { CellProps } from '../cells.tsx'
import type { OrderTab } from './columns.tsx'

/** Order states of each tab. */
const states = {
  open: ['open', 'closing'],
  pending: ['resting'],
  closed: ['closed'],
  cancelled: ['cancelled'],
} as const
const pageSizeOfAll = 10
const pageSizeOfOne = 5

export type OrderListQuery = { tab: OrderTab; pid: number | null; page: number }

/** Orders with their markets; orders of removed markets are omitted. */
const withMarkets = (
  orders: readonly ContractOrder[] | undefined,
  markets: readonly Market[],
): CellProps[] | undefined =>
  orders?.flatMap((order) => {
    const market = markets.find((row) => row.pid === order.pid)
    return market ? [{ order, market }] : []
  })

/** One page of the orders of a tab. */
export const useOrderPage = (
  selection: OrderListQuery,
  wallet: ContractWallet,
  markets: readonly Market[],
) => {
  const pageSize = selection.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = useContractOrders({
    wallet,
    states: states[selection.tab],
    pid: selection.pid,
    page: selection.page,
    pageSize,
    orderBy: selection.tab === 'closed' ? 'closed' : 'created',
  })
  return { list, rows: withMarkets(list.data, markets), pageSize }
}
