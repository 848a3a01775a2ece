import { domainError } from '@glasshouse/core/errors/registry'
import type { AttributedTrade } from '@glasshouse/core/invest/copy/pool/codec'
import { initialUnitPrice } from '@glasshouse/core/invest/copy/units'
import type {
  DealtFigures,
  InvestOrder,
  InvestSummary,
  ListAttributionQuery,
  ListInvestOrdersQuery,
  ListOrderDaysQuery,
  OrderDay,
} from '@glasshouse/core/invest/orders/codec'
import { countsAsWealthProduct } from '@glasshouse/core/invest/rules'
import { sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { AccrualRow, OrderRow } from '../schema.ts'
import { findAccrual, listAccruals } from '../store/accruals.ts'
import { type DealtDay, findDealingOrders } from '../store/copy/dealings.ts'
import { findCopies, listUnitPrices } from '../store/copy/orders.ts'
import {
  findOwnOrder,
  listOrderRows,
  listOwnMoneyOrders,
  listProcessing,
  sumAccrued,
} from '../store/orders.ts'
import { listCopyAttributionPage } from './copy/attribution.ts'
import { copyValue } from './copy/view.ts'
import { accruedYesterday, type CopyPart, nextOf, viewOrder } from './view.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Orders as their customer sees them, those of copy products with their copy part. */
export const viewOrders = async (
  { clock }: Pick<Platform, 'clock'>,
  db: Db | Tx,
  orders: readonly OrderRow[],
): Promise<InvestOrder[]> => {
  const nowMs = clock.business()
  const parts = await copyPartsOf(db, orders)
  return orders.map((order) => viewOrder(order, nowMs, parts.get(order.id) ?? null))
}

const copyPartsOf = async (
  db: Db | Tx,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, CopyPart>> => {
  const copied = orders.filter(({ method }) => method === 'copy')
  const copies = await findCopies(
    db,
    copied.map(({ id }) => id),
  )
  const prices = await listUnitPrices(db, [...new Set(copied.map(({ product_id }) => product_id))])
  return new Map(
    [...copies].map(([id, copy]) => [
      id,
      { copy, unitPrice: prices.get(copy.product_id) ?? initialUnitPrice },
    ]),
  )
}

/** One page of a customer's orders. */
export const listOrders = async (
  { clock, database }: Deps,
  uid: number,
  query: ListInvestOrdersQuery,
): Promise<{ readonly rows: InvestOrder[]; readonly total: number }> => {
  const { rows, total } = await listOrderRows(database.db, { uid, ...query })
  return { rows: await viewOrders({ clock }, database.db, rows), total }
}

/** One page of the days of an order. Throws `notFound` where it is none of the customer's. */
export const listOrderAccruals = async (
  { database }: Deps,
  uid: number,
  { orderId, ...page }: ListOrderDaysQuery,
): Promise<{ readonly rows: readonly OrderDay[]; readonly total: number }> => {
  const order = await findOwnOrder(database.db, uid, orderId)
  if (order === null) throw domainError('notFound')
  const { rows, total } = await listAccruals(database.db, order.id, page)
  const days = order.method === 'copy' ? rows.map(({ day }) => day) : []
  const dealt = await findDealingOrders(database.db, order.id, days)
  return { rows: rows.map((row) => viewDay(row, dealt.get(row.day))), total }
}

const viewDay = ({ order_id, number, day, amount }: AccrualRow, dealt: DealtDay | undefined): OrderDay => ({
  orderId: order_id,
  number,
  day: String(day),
  accrued: amount,
  dealt: dealt === undefined ? null : dealtFiguresOf(dealt),
})

const dealtFiguresOf = ({ exit_price, units_after, value, fee }: DealtDay): DealtFigures => ({
  ...{ unitPrice: exit_price, units: units_after, value, fee },
})

/**
 * Trades behind one day of an order, one page of them: of interest there are none. Throws `notFound` where the day is
 * none of the customer's.
 */
export const listAttribution = async (
  { database, titleOf }: Pick<Deps, 'database'> & { readonly titleOf: (pid: number) => string },
  uid: number,
  { orderId, number, ...page }: ListAttributionQuery,
): Promise<{ readonly rows: readonly AttributedTrade[]; readonly total: number }> => {
  const order = await findOwnOrder(database.db, uid, orderId)
  const accrual = order === null ? null : await findAccrual(database.db, order.id, number)
  if (order === null || accrual === null) throw domainError('notFound')
  const day = (await findDealingOrders(database.db, order.id, [accrual.day])).get(accrual.day)
  if (day === undefined) return { rows: [], total: 0 }
  return listCopyAttributionPage(database.db, day, titleOf, page)
}

const nothing = usdt('0')

const sumOf = (orders: readonly OrderRow[], amount: (order: OrderRow) => Usdt): Usdt =>
  sumUnits(orders.map(amount))

/** Sums over a customer's orders. */
export const getSummary = async ({ clock, database }: Deps, uid: number): Promise<InvestSummary> => {
  const [orders, total] = await Promise.all([listProcessing(database.db, uid), sumAccrued(database.db, uid)])
  const parts = await copyPartsOf(database.db, orders)
  const nowMs = clock.business()
  const nexts = orders.map(nextOf).filter((next) => next !== null)
  return {
    principal: sumOf(orders, ({ principal, method, state }) =>
      method === 'copy' && state !== 'waiting' ? nothing : principal,
    ),
    copyValue: sumUnits([...parts.values()].map(({ copy, unitPrice }) => copyValue(copy, unitPrice))),
    accrued: sumOf(orders, ({ accrued }) => accrued),
    yesterday: sumOf(orders, (order) => accruedYesterday(order, nowMs)),
    total,
    running: orders.length,
    nextMs: nexts.length === 0 ? null : Math.min(...nexts),
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
    countsAsWealthProduct({ principal, createdMs: created_ms }, nowMs),
  )
}
