import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { processingFromWire } from '@glasshouse/core/invest/codec'
import { countsAsWealthProduct } from '@glasshouse/core/invest/rules'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { Db, Platform, Tx } from '../../platform/index.ts'
import type { AccrualRow, OrderRow } from '../schema.ts'
import { findAccrual, listAccruals } from '../store/accruals.ts'
import {
  findOwnOrder,
  listOrderRows,
  listOwnMoneyOrders,
  listProcessing,
  sumAccrued,
} from '../store/orders.ts'
import { accruedYesterday, nextOf, viewOrder } from './view.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type Page = { readonly pageNum: number; readonly pageSize: number; readonly isAsc: 'asc' | 'desc' }

const pageOf = ({ pageNum, pageSize, isAsc }: Page) => ({
  offset: (pageNum - 1) * pageSize,
  limit: pageSize,
  direction: isAsc,
})

/** One page of a customer's orders. */
export const listOrders = async (
  { clock, database }: Deps,
  uid: number,
  body: BodyOf<'/api/invest/myFinancial'>,
): Promise<{ readonly rows: InvestOrderRow[]; readonly total: number }> => {
  const { rows, total } = await listOrderRows(database.db, {
    uid,
    processing: processingFromWire(body.status),
    orderBy: body.orderByColumn,
    ...pageOf(body),
  })
  const nowMs = clock.business()
  return { rows: rows.map((order) => viewOrder(order, nowMs)), total }
}

/** Wire ids of accruals name their order and their number; no order has more days. */
const numbersPerOrder = 100_000

const accrualId = ({ order_id, number }: AccrualRow): number => order_id * numbersPerOrder + number

/** One page of the accruals of an order. Throws `notFound` where it is none of the customer's. */
export const listOrderAccruals = async (
  { database }: Deps,
  uid: number,
  body: BodyOf<'/api/invest/financialDetail'>,
): Promise<{ readonly rows: DataOf<'/api/invest/financialDetail'>; readonly total: number }> => {
  const order = await findOwnOrder(database.db, uid, body.refid)
  if (order === null) throw domainError('notFound')
  const { rows, total } = await listAccruals(database.db, order.id, pageOf(body))
  return {
    rows: rows.map((row) => ({
      id: accrualId(row),
      daily: String(row.day),
      profit: formatUsdt(row.amount),
    })),
    total,
  }
}

/**
 * Trades behind one day of an order: of interest there are none. Throws `notFound` where the day is none of the
 * customer's.
 */
export const listAttribution = async (
  { database }: Deps,
  uid: number,
  { detailid }: BodyOf<'/api/invest/buyDetail'>,
): Promise<{ readonly rows: DataOf<'/api/invest/buyDetail'>; readonly total: number }> => {
  const order = await findOwnOrder(database.db, uid, Math.floor(detailid / numbersPerOrder))
  if (order === null || (await findAccrual(database.db, order.id, detailid % numbersPerOrder)) === null)
    throw domainError('notFound')
  return { rows: [], total: 0 }
}

const sumOf = (orders: readonly OrderRow[], amount: (order: OrderRow) => bigint): string =>
  formatUsdt(orders.reduce((sum, order) => sum + amount(order), 0n))

/** Sums over a customer's orders. */
export const getSummary = async (
  { clock, database }: Deps,
  uid: number,
): Promise<DataOf<'/api/invest/summary'>> => {
  const [orders, total] = await Promise.all([listProcessing(database.db, uid), sumAccrued(database.db, uid)])
  const nowMs = clock.business()
  const nexts = orders.map(nextOf).filter((next) => next !== null)
  return {
    principal: sumOf(orders, ({ principal }) => principal),
    copyvalue: '0',
    accrued: sumOf(orders, ({ accrued }) => accrued),
    yesterday: sumOf(orders, (order) => accruedYesterday(order, nowMs)),
    total: formatUsdt(total),
    running: orders.length,
    next: nexts.length === 0 ? null : Math.min(...nexts),
  }
}

/**
 * Whether a customer has a running wealth product: an order with own money in processing that is past its first
 * midnight. Withdrawals of such a customer have no fee and no daily cap.
 */
export const hasWealthProduct = async (
  { clock }: Pick<Platform, 'clock'>,
  db: Db | Tx,
  uid: number,
): Promise<boolean> => {
  const nowMs = clock.business()
  return (await listOwnMoneyOrders(db, uid)).some(({ principal, created_ms }) =>
    countsAsWealthProduct({ principal: principal as Usdt, createdMs: created_ms }, nowMs),
  )
}
