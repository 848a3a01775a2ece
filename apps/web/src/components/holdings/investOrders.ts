import {
  type InvestOrder,
  investOrdersFromWire,
  listInvestOrdersToWire,
} from '@glasshouse/core/invest/orders/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { useEffect, useState } from 'react'
import { type PollOptions, type QueryState, useDecodedPage } from '../../data/query.ts'
import { cutOwn, sumShown } from '../shown.ts'
import { usePollAt } from './investSummary.ts'

/** Most rows of a request. */
const maxRows = 100

/** Earliest instant at which one of some orders changes; null if none does. */
const nextOf = (orders: readonly InvestOrder[]): number | null =>
  orders.reduce<number | null>(
    (first, { nextMs }) => (nextMs !== null && (first === null || nextMs < first) ? nextMs : first),
    null,
  )

/** One page of my orders. */
export const useOrderPage = (query: Parameters<typeof listInvestOrdersToWire>[0], watch: PollOptions = {}) =>
  useDecodedPage('/api/invest/myFinancial', listInvestOrdersToWire(query), investOrdersFromWire, watch)

/** My orders in processing, all of them, fetched again at each accrual. */
export const useRunningOrders = () => {
  const query = { processing: true, page: 1, pageSize: maxRows }
  const known = useOrderPage(query)
  const everyMs = usePollAt(known.data === undefined ? null : nextOf(known.data))
  return useOrderPage(query, { everyMs })
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
  const sumOf = (amount: (order: InvestOrder) => Usdt): Usdt =>
    sumShown(data.map((order) => cutOwn(amount(order))))
  return {
    accrued: sumOf(({ accrued }) => accrued),
    yesterday: sumOf(({ yesterday }) => yesterday),
    copies: sumOf(({ copy }) => copy?.value ?? usdt('0')),
  }
}

/** All my orders that fit one request, newest first; for plots. */
export const useAllOrders = () => useOrderPage({ processing: null, page: 1, pageSize: maxRows })

/** One of my orders by its number; `missing` once all pages were searched. */
export const useOrder = (
  id: number | null,
): {
  readonly order: InvestOrder | undefined
  readonly missing: boolean
  readonly list: QueryState<unknown>
} => {
  const [page, setPage] = useState(1)
  const query = { processing: null, page, pageSize: maxRows }
  const known = useOrderPage(query)
  const find = (rows: readonly InvestOrder[] | undefined) => rows?.find((row) => row.id === id)
  const everyMs = usePollAt(find(known.data)?.nextMs)
  const list = useOrderPage(query, { everyMs })
  const order = find(list.data)
  const isLast = list.total !== undefined && list.total <= page * maxRows
  const isMissing = order === undefined && list.data !== undefined
  useEffect(() => {
    if (isMissing && !isLast) setPage((last) => last + 1)
  }, [isMissing, isLast])
  return { order, missing: isMissing && isLast, list }
}
