import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { useEffect, useState } from 'react'
import { type QueryState, usePagedCall } from '../../data/query.ts'
import { cutOwn, sumShown } from '../shown.ts'
import { usePollAt } from './investSummary.ts'

/** Most rows of a request. */
const maxRows = 100

/** Earliest instant at which one of some orders changes; null if none does. */
const nextOf = (orders: readonly InvestOrderRow[]): number | null =>
  orders.reduce<number | null>(
    (first, { next }) => (next !== null && (first === null || next < first) ? next : first),
    null,
  )

/** My orders in processing, all of them, fetched again at each accrual. */
export const useRunningOrders = () => {
  const query = { status: 0, pageNum: 1, pageSize: maxRows } as const
  const known = usePagedCall('/api/invest/myFinancial', query)
  const everyMs = usePollAt(known.data === undefined ? null : nextOf(known.data))
  return usePagedCall('/api/invest/myFinancial', query, { everyMs })
}

/** Sums over my orders in processing, of their figures as they are shown. */
export type OrderSums = {
  readonly accrued: Usdt
  readonly yesterday: Usdt
  /** Value of copy orders. */
  readonly copies: Usdt
}

/** Adds up my orders in processing; null until they are known. */
export const useOrderSums = (): OrderSums | null => {
  const { data } = useRunningOrders()
  if (data === undefined) return null
  const sumOf = (field: 'profit' | 'lastProfit' | 'value'): Usdt =>
    sumShown(data.map((order) => cutOwn(usdt(order[field] ?? '0'))))
  return { accrued: sumOf('profit'), yesterday: sumOf('lastProfit'), copies: sumOf('value') }
}

/** All my orders that fit one request, newest first; for plots. */
export const useAllOrders = () => usePagedCall('/api/invest/myFinancial', { pageNum: 1, pageSize: maxRows })

/** One of my orders by its number; `missing` once all pages were searched. */
export const useOrder = (
  id: number | null,
): {
  readonly order: InvestOrderRow | undefined
  readonly missing: boolean
  readonly list: QueryState<unknown>
} => {
  const [page, setPage] = useState(1)
  const query = { pageNum: page, pageSize: maxRows }
  const known = usePagedCall('/api/invest/myFinancial', query)
  const find = (rows: readonly InvestOrderRow[] | undefined) => rows?.find((row) => row.id === id)
  const everyMs = usePollAt(find(known.data)?.next)
  const list = usePagedCall('/api/invest/myFinancial', query, { everyMs })
  const order = find(list.data)
  const isLast = list.total !== undefined && list.total <= page * maxRows
  const isMissing = order === undefined && list.data !== undefined
  useEffect(() => {
    if (isMissing && !isLast) setPage((last) => last + 1)
  }, [isMissing, isLast])
  return { order, missing: isMissing && isLast, list }
}
