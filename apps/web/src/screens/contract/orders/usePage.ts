import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { Market } from '@glasshouse/core/markets/codec'
import { usePagedCall } from '../../../data/query.ts'
import type { Wallet } from '../useTradingData.ts'
import type { CellProps } from './cells.tsx'
import type { OrderTab } from './columns.tsx'

/** Order states of each tab. */
const statuses = { open: '1,2', pending: '0', closed: '3', revoked: '4' } as const
const pageSizeOfAll = 10
const pageSizeOfOne = 5

export type Shown = { tab: OrderTab; pid: number | null; page: number }

/** Orders with their markets; orders of removed markets are omitted. */
const withMarkets = (
  orders: readonly ContractOrderRow[] | undefined,
  markets: readonly Market[],
): CellProps[] | undefined =>
  orders?.flatMap((order) => {
    const market = markets.find((row) => row.pid === order.pid)
    return market ? [{ order, market }] : []
  })

/** One page of the orders of a tab. */
export const usePage = (selection: Shown, wallet: Wallet, markets: readonly Market[]) => {
  const pageSize = selection.pid === null ? pageSizeOfAll : pageSizeOfOne
  const list = usePagedCall('/api/contract/myContractOrderList', {
    levertype: wallet,
    statusList: statuses[selection.tab],
    pid: selection.pid ?? undefined,
    pageNum: selection.page,
    pageSize,
    orderByColumn: selection.tab === 'closed' ? 'completeTime' : 'createtime',
  })
  return { list, rows: withMarkets(list.data, markets), pageSize }
}
