import { closeReasonFromWire } from '@glasshouse/core/contracts/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { type CopiedFill, copyDifference } from '@glasshouse/core/invest/copy/lead'
import type { PoolOrderView } from '@glasshouse/core/invest/copy/pool/codec'
import { type Price, type Quantity, scaleUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { EventRow, OrderRow } from '../../schema.ts'
import { listEventsOf } from '../../store/events.ts'
import {
  listChangedPoolOrders,
  listCopiedFillRows,
  listPoolOrderRows,
  type PoolOrderPage,
  type PoolOrderRow,
} from '../../store/pools.ts'
import type { ContractDeps } from '../deps.ts'
import { productOf } from '../markets.ts'
import { toReceiptEvent } from '../receipt.ts'

/** Lists one page of what a pool traded, by id; skipped openings and open orders unless `closedOnly`. */
export const listPoolOrders = async (
  { database, markets }: Pick<ContractDeps, 'database' | 'markets'>,
  account: number,
  page: PoolOrderPage,
): Promise<{ readonly rows: readonly PoolOrderView[]; readonly total: number }> => {
  const { rows, total } = await listPoolOrderRows(database.db, account, page)
  const orders = rows.flatMap(({ order }) => order ?? [])
  const events = Map.groupBy(
    await listEventsOf(
      database.db,
      orders.flatMap(({ id, parent_id }) => (parent_id === null ? [id] : [id, parent_id])),
    ),
    ({ order_id }) => order_id,
  )
  const eventsOf = ({ id, parent_id }: OrderRow): readonly EventRow[] => [
    ...(events.get(parent_id ?? 0) ?? []).filter(({ kind }) => kind === 'opened'),
    ...(events.get(id) ?? []),
  ]
  return {
    rows: rows.map((row) =>
      toPoolOrder(row, productOf(markets, row.pid).title, row.order === null ? [] : eventsOf(row.order)),
    ),
    total,
  }
}

const toPoolOrder = (row: PoolOrderRow, title: string, events: readonly EventRow[]): PoolOrderView => {
  const { order, side } = row
  const price = order?.open_price ?? null
  const leadPrice = row.lead_price
  return {
    id: row.id,
    orderId: order?.id ?? null,
    atMs: row.at_ms,
    pid: row.pid,
    ...{ title, side, leadPrice, price },
    leverage: row.leverage,
    lots: order?.lots ?? 0,
    difference: price === null || leadPrice === null ? null : copyDifference({ side, leadPrice, price }),
    takeProfit: order?.target_profit_price ?? null,
    stopLoss: order?.stop_loss_price ?? null,
    closePrice: order?.close_price ?? null,
    closeReason: order?.close_reason == null ? null : closeReasonFromWire(order.close_reason),
    parentId: order?.parent_id ?? null,
    state: order?.state ?? null,
    skipped: row.skipped,
    isReduced: row.is_reduced,
    lot: order === null ? null : scaleUnits(order.quantity, 1n, BigInt(order.lots), 'floor'),
    feeRatePpm: order?.fee_rate_ppm ?? null,
    receipt: events.map((event) => toReceiptEvent(event, noFee)),
  }
}

/** Of an order that is not closed, and of an event that bonus credit paid nothing of. */
const noFee = usdt('0')

/** An order of a pool that was open at some time since a transaction of the ledger, USDT. */
export type PoolOrderSince = {
  readonly id: number
  readonly parentId: number | null
  readonly pid: number
  readonly side: PositionSide
  readonly quantity: Quantity
  readonly openPrice: Price
  /** Null while open. */
  readonly closePrice: Price | null
  /** Instant of the close, or of the opening of one that is open. */
  readonly atMs: number
  /** Whole fees of this row; each counts where the flag is set. */
  readonly openFee: Usdt
  readonly closeFee: Usdt
  /** PnL before fees; null while open. */
  readonly realized: Usdt | null
  readonly isOpenedSince: boolean
  readonly isClosedSince: boolean
}

/** Lists the orders of a pool that were open at some time since a transaction of the ledger, by id. */
export const listPoolChanges = async (
  db: Db | Tx,
  account: number,
  sinceTransaction: number,
): Promise<readonly PoolOrderSince[]> =>
  (await listChangedPoolOrders(db, account, sinceTransaction)).map((order) => ({
    id: order.id,
    parentId: order.parent_id,
    pid: order.pid,
    side: order.side,
    quantity: order.quantity,
    openPrice: order.open_price,
    closePrice: order.close_price,
    atMs: order.closed_ms ?? order.opened_ms ?? order.created_ms,
    openFee: order.open_fee,
    closeFee: order.close_fee ?? noFee,
    realized: order.profit,
    isOpenedSince: order.is_opened_since,
    isClosedSince: order.is_closed_since,
  }))

/** Lists every copied opening and closing of some pools, for the copying gap of a lead. */
export const listCopiedFills = async (db: Db, accounts: readonly number[]): Promise<readonly CopiedFill[]> =>
  (await listCopiedFillRows(db, accounts)).map(({ side, lead_price, price }) => ({
    side,
    leadPrice: lead_price,
    price,
  }))
