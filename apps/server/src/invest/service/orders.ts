import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { processingFromWire, withMarketTitle } from '@glasshouse/core/invest/codec'
import { initialUnitPrice } from '@glasshouse/core/invest/copy/units'
import { countsAsWealthProduct } from '@glasshouse/core/invest/rules'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { type Db, pageRange, type Tx } from '../../platform/database/index.ts'
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
import { copyValue, formatUnitPrice } from './copy/view.ts'
import { accruedYesterday, type CopyPart, nextOf, viewOrder } from './view.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type Page = { readonly pageNum: number; readonly pageSize: number; readonly isAsc: 'asc' | 'desc' }

const pageOf = ({ pageNum, pageSize, isAsc }: Page) => ({
  ...pageRange({ pageNum, pageSize }),
  direction: isAsc,
})

/** Orders in wire form, those of copy products with their copy part. */
export const viewOrders = async (
  { clock }: Pick<Platform, 'clock'>,
  db: Db | Tx,
  orders: readonly OrderRow[],
): Promise<InvestOrderRow[]> => {
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
  body: BodyOf<'/api/invest/myFinancial'>,
): Promise<{ readonly rows: InvestOrderRow[]; readonly total: number }> => {
  const { rows, total } = await listOrderRows(database.db, {
    uid,
    processing: processingFromWire(body.status),
    orderBy: body.orderByColumn,
    ...pageOf(body),
  })
  return { rows: await viewOrders({ clock }, database.db, rows), total }
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
  const days = order.method === 'copy' ? rows.map(({ day }) => day) : []
  const dealt = await findDealingOrders(database.db, order.id, days)
  return {
    rows: rows.map((row) => ({
      id: accrualId(row),
      daily: String(row.day),
      profit: formatUsdt(row.amount),
      ...viewDay(dealt.get(row.day)),
    })),
    total,
  }
}

const viewDay = (day: DealtDay | undefined) =>
  day === undefined
    ? {}
    : {
        unitprice: formatUnitPrice(day.exit_price),
        units: formatUsdt(day.units_after),
        value: formatUsdt(day.value),
        fee: formatUsdt(day.fee),
      }

/**
 * Trades behind one day of an order, one page of them: of interest there are none. Throws `notFound` where the day is
 * none of the customer's.
 */
export const listAttribution = async (
  { database, titleOf }: Pick<Deps, 'database'> & { readonly titleOf: (pid: number) => string },
  uid: number,
  body: BodyOf<'/api/invest/buyDetail'>,
): Promise<{ readonly rows: DataOf<'/api/invest/buyDetail'>; readonly total: number }> => {
  const { detailid } = body
  const order = await findOwnOrder(database.db, uid, Math.floor(detailid / numbersPerOrder))
  const accrual = order === null ? null : await findAccrual(database.db, order.id, detailid % numbersPerOrder)
  if (order === null || accrual === null) throw domainError('notFound')
  const day = (await findDealingOrders(database.db, order.id, [accrual.day])).get(accrual.day)
  if (day === undefined) return { rows: [], total: 0 }
  const { rows, total } = await listCopyAttributionPage(database.db, day, titleOf, pageOf(body))
  return { rows: rows.map(withMarketTitle), total }
}

const sumOf = (orders: readonly OrderRow[], amount: (order: OrderRow) => bigint): string =>
  formatUsdt(orders.reduce((sum, order) => sum + amount(order), 0n))

/** Sums over a customer's orders. */
export const getSummary = async (
  { clock, database }: Deps,
  uid: number,
): Promise<DataOf<'/api/invest/summary'>> => {
  const [orders, total] = await Promise.all([listProcessing(database.db, uid), sumAccrued(database.db, uid)])
  const parts = await copyPartsOf(database.db, orders)
  const nowMs = clock.business()
  const nexts = orders.map(nextOf).filter((next) => next !== null)
  return {
    principal: sumOf(orders, ({ principal, method, state }) =>
      method === 'copy' && state !== 'waiting' ? 0n : principal,
    ),
    copyvalue: formatUsdt(
      [...parts.values()].reduce((sum, { copy, unitPrice }) => sum + copyValue(copy, unitPrice), 0n),
    ),
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
