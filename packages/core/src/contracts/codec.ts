/** Wire forms of contracts. */
import { feeRateOf } from '../markets/feeRate.ts'
import { type Price, price, type Usdt, usdt } from '../money/units.ts'
import { type PositionSide, sideFromWire } from './rules.ts'
import type { ContractOrderRow } from './wire.ts'

/** States of an order by wire number: a resting one waits for its price. */
export const orderStates = ['resting', 'open', 'closing', 'closed', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Lists states for the field `statusList`.
 *
 * @example statesToWire(['open', 'closing']) // '1,2'
 */
export const statesToWire = (states: readonly OrderState[]): string =>
  states.map((state) => orderStates.indexOf(state)).join(',')

const closeReasonNames = {
  user: 'user',
  profit: 'takeProfit',
  loss: 'stopLoss',
  liquidation: 'liquidation',
  ai: 'ai',
  copy: 'copy',
  dealing: 'dealing',
} as const satisfies Record<NonNullable<ContractOrderRow['closeReason']>, string>

/** Why a position closed. */
export type CloseReason = (typeof closeReasonNames)[keyof typeof closeReasonNames]

/** An order of a customer as a page shows it; a position once it is open. */
export type ContractOrder = {
  readonly id: number
  /** Of a closed part: the order that keeps the remaining lots. */
  readonly parentId: number | null
  readonly pid: number
  readonly symbol: string
  readonly side: PositionSide
  readonly state: OrderState
  readonly leverage: number
  readonly lots: number
  /** Fill price; of a resting order its limit price. */
  readonly openPrice: Price
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** The price at which it would close now. */
  readonly currentPrice: Price
  readonly closePrice: Price | null
  readonly margin: Usdt
  /** Profit or loss before fees; unrealized while open. */
  readonly pnl: Usdt
  /** Fees charged so far. */
  readonly fees: Usdt
  readonly feeRatePpm: number
  /** The part of the fee that bonus credit paid, in the answer of the command that charged it; otherwise 0. */
  readonly feeFromBonus: Usdt
  readonly liquidationPrice: Price | null
  readonly closeReason: CloseReason | null
  readonly createdMs: number
  readonly openedMs: number | null
  readonly closedMs: number | null
  readonly cancelledMs: number | null
}

/** A price of the wire that is 0 when there is none. */
const priceOrNone = (text: string): Price | null => {
  const units = price(text)
  return units === 0n ? null : units
}

/**
 * Parses an order that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const contractOrderFromWire = (row: ContractOrderRow): ContractOrder => ({
  id: row.id,
  parentId: row.parentid,
  pid: row.pid,
  symbol: row.procode,
  side: sideFromWire(row.type),
  state: orderStates[row.status],
  leverage: row.multiple,
  lots: row.number,
  openPrice: price(row.openPrice),
  takeProfit: priceOrNone(row.targetProfitPrice),
  stopLoss: priceOrNone(row.stopLossPrice),
  currentPrice: price(row.newPrice),
  closePrice: priceOrNone(row.closePrice),
  margin: usdt(row.cautionMoney),
  pnl: usdt(row.factProfits),
  fees: usdt(row.tradeFee),
  feeRatePpm: feeRateOf(row.feeRate),
  feeFromBonus: usdt(row.feeFromBonus ?? '0'),
  liquidationPrice: row.liquidationPrice === null ? null : price(row.liquidationPrice),
  closeReason: row.closeReason === null ? null : closeReasonNames[row.closeReason],
  createdMs: row.createtime,
  openedMs: row.transactionTime,
  closedMs: row.completeTime,
  cancelledMs: row.handleTime,
})

/** Parses a list of orders. */
export const contractOrdersFromWire = (rows: readonly ContractOrderRow[]): readonly ContractOrder[] =>
  rows.map(contractOrderFromWire)
