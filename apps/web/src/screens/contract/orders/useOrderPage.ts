import { type ContractOrder, statesToWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { useContractOrders } from '../../../data/contractOrders.ts'
import type { Wallet } from '../useTradingData.ts'
import type { CellProps } from './cells.tsx'
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
export const usePage = (selection: OrderListQuery, wallet: Wallet, markets: readonly Market[]) => {
  const pageSize = selection.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = useContractOrders({
    levertype: wallet,
    statusList: statesToWire(states[selection.tab]),
    pid: selection.pid ?? undefined,
    pageNum: selection.page,
    pageSize,
    orderByColumn: selection.tab === 'closed' ? 'completeTime' : 'createtime',
  })
  return { list, rows: withMarkets(list.data, markets), pageSize }
}
