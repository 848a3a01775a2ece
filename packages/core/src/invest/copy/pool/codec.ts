/** Wire forms of what a pool trades and deals: its orders, its dealings, and the rows behind a day of a copy order. */
import type { DataOf } from '../../../calls.ts'
import {
  type CloseReason,
  closeReasonFromWire,
  closeReasonToWire,
  type OrderState,
  orderStates,
  stateToWire,
} from '../../../contracts/codec.ts'
import { type PositionSide, sideFromWire, sideToWire } from '../../../contracts/rules.ts'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '../../../money/units.ts'
import { formatUnitPrice, unitPriceFromWire } from '../../orders/codec.ts'
import type { UnitPrice } from '../units.ts'
import type { AttributionWireRow, PoolOrderRow } from './wire.ts'

/** An order of a pool, or an opening of the lead that was not copied. */
export type PoolOrderView = {
  /** Of the copy, unique among the rows of a pool. */
  readonly id: number
  /** The order of the pool; null of a skip, as everything else that only an order has. */
  readonly orderId: number | null
  readonly atMs: number
  readonly pid: number
  readonly title: string
  readonly side: PositionSide
  readonly leverage: number
  readonly lots: number
  /** Null where a dealing closed. */
  readonly leadPrice: Price | null
  readonly price: Price | null
  /** How much worse the price of the pool is. */
  readonly difference: Price | null
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  readonly closePrice: Price | null
  readonly closeReason: CloseReason | null
  readonly parentId: number | null
  readonly state: OrderState | null
  readonly skipped: PoolOrderRow['skipped']
  /** Whether it has fewer lots than the ratio of the equities. */
  readonly isReduced: boolean
  /** Coins of a lot. */
  readonly lot: Quantity | null
  readonly feeRatePpm: number | null
  /** Events of the order with their ticks. */
  readonly receipt: PoolOrderRow['receipt']
}

const priceOrNull = (of: Price | null): string | null => (of === null ? null : formatPrice(of))
const priceOrZero = (of: Price | null): string => priceOrNull(of) ?? '0'

/** Formats an order of a pool for the wire. */
export const poolOrderToWire = (order: PoolOrderView): PoolOrderRow => ({
  id: order.id,
  order: order.orderId,
  time: order.atMs,
  pid: order.pid,
  ptitle: order.title,
  type: sideToWire(order.side),
  multiple: order.leverage,
  lots: order.lots,
  leadPrice: priceOrNull(order.leadPrice),
  price: priceOrNull(order.price),
  difference: priceOrNull(order.difference),
  targetProfitPrice: priceOrZero(order.takeProfit),
  stopLossPrice: priceOrZero(order.stopLoss),
  closePrice: priceOrZero(order.closePrice),
  closeReason: order.closeReason === null ? null : closeReasonToWire(order.closeReason),
  parentid: order.parentId,
  status: order.state === null ? null : stateToWire(order.state),
  skipped: order.skipped,
  reduced: order.isReduced ? 1 : 0,
  lot: order.lot === null ? null : formatQuantity(order.lot),
  feeRatePpm: order.feeRatePpm,
  receipt: order.receipt,
})

const priceFromWire = (text: string | null): Price | null => (text === null ? null : price(text))

const priceUnlessZero = (text: string): Price | null => {
  const units = price(text)
  return units === 0n ? null : units
}

const stateFromWire = (status: number): OrderState => {
  const state = orderStates[status]
  if (state === undefined) throw new RangeError(`no state of a contract order: ${status}`)
  return state
}

const poolOrderFromWire = (row: PoolOrderRow): PoolOrderView => ({
  id: row.id,
  orderId: row.order,
  atMs: row.time,
  pid: row.pid,
  title: row.ptitle,
  side: sideFromWire(row.type),
  leverage: row.multiple,
  lots: row.lots,
  leadPrice: priceFromWire(row.leadPrice),
  price: priceFromWire(row.price),
  difference: priceFromWire(row.difference),
  takeProfit: priceUnlessZero(row.targetProfitPrice),
  stopLoss: priceUnlessZero(row.stopLossPrice),
  closePrice: priceUnlessZero(row.closePrice),
  closeReason: row.closeReason === null ? null : closeReasonFromWire(row.closeReason),
  parentId: row.parentid,
  state: row.status === null ? null : stateFromWire(row.status),
  skipped: row.skipped,
  isReduced: row.reduced === 1,
  lot: row.lot === null ? null : quantity(row.lot),
  feeRatePpm: row.feeRatePpm,
  receipt: row.receipt,
})

/**
 * Parses orders of a pool that the server returned.
 *
 * @throws RangeError a price or a lot is not a decimal number, or a state is none
 */
export const poolOrdersFromWire = (rows: readonly PoolOrderRow[]): readonly PoolOrderView[] =>
  rows.map(poolOrderFromWire)

/** A dealing of a pool. */
export type PoolDealing = {
  /** The midnight. */
  readonly atMs: number
  /** Of a unit for who comes in, and for who leaves. */
  readonly entryPrice: UnitPrice
  readonly exitPrice: UnitPrice
  readonly putIn: Usdt
  /** To who left, after the levy. */
  readonly paidOut: Usdt
  /** Performance fees to the lead. */
  readonly fee: Usdt
}

type DealingRow = DataOf<'/api/invest/poolDealings'>[number]

/** Formats a dealing for `/api/invest/poolDealings`. */
export const poolDealingToWire = (dealing: PoolDealing): DealingRow => ({
  time: dealing.atMs,
  entryprice: formatUnitPrice(dealing.entryPrice),
  exitprice: formatUnitPrice(dealing.exitPrice),
  putin: formatUsdt(dealing.putIn),
  paidout: formatUsdt(dealing.paidOut),
  fee: formatUsdt(dealing.fee),
})

/**
 * Parses dealings of a pool that the server returned.
 *
 * @throws RangeError a figure is not a decimal number
 */
export const poolDealingsFromWire = (rows: readonly DealingRow[]): readonly PoolDealing[] =>
  rows.map((row) => ({
    atMs: row.time,
    entryPrice: unitPriceFromWire(row.entryprice),
    exitPrice: unitPriceFromWire(row.exitprice),
    putIn: usdt(row.putin),
    paidOut: usdt(row.paidout),
    fee: usdt(row.fee),
  }))

/** A row behind a day of a copy order; the rows of a day add up to its profit. */
export type AttributedTrade = {
  readonly kind: AttributionWireRow['kind']
  readonly profit: Usdt
  /** The market; empty of the kinds fee and rest, as everything else that only an order has is null. */
  readonly title: string
  readonly side: PositionSide | null
  readonly openPrice: Price | null
  /** Null while open. */
  readonly closePrice: Price | null
  /** The order of the pool. */
  readonly orderId: number | null
  /** Of the opening or the close; of fee and rest the dealing. */
  readonly atMs: number
}

/** Formats a row behind a day for `/api/invest/buyDetail`. */
export const attributedTradeToWire = (row: AttributedTrade): AttributionWireRow => ({
  ptitle: row.title,
  direct: row.side === null ? null : sideToWire(row.side),
  kind: row.kind,
  profit: formatUsdt(row.profit),
  openPrice: priceOrNull(row.openPrice),
  closePrice: priceOrNull(row.closePrice),
  time: row.atMs,
  order: row.orderId,
})

/**
 * Parses the rows behind a day that the server returned.
 *
 * @throws RangeError an amount or a price is not a decimal number
 */
export const attributedTradesFromWire = (rows: readonly AttributionWireRow[]): readonly AttributedTrade[] =>
  rows.map((row) => ({
    kind: row.kind,
    profit: usdt(row.profit),
    title: row.ptitle,
    side: row.direct === null ? null : sideFromWire(row.direct),
    openPrice: priceFromWire(row.openPrice),
    closePrice: priceFromWire(row.closePrice),
    orderId: row.order,
    atMs: row.time,
  }))
