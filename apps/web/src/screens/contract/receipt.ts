import type { DataOf } from '@glasshouse/core/calls'
import { exceedsSlippage } from '@glasshouse/core/contracts/checks'
import {
  closingPrice,
  fillPrice,
  margin,
  notional,
  quantityOf,
  sideFromWire,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { expectedPnlAt } from './stops.ts'

export type ReceiptAnswer = DataOf<'/api/contract/receipt'>
export type ReceiptEvent = ReceiptAnswer['events'][number]

/** An event worked out again from its tick, beside what was charged. */
export type Recalculation = {
  readonly kind: 'opened' | 'closed'
  readonly lots: number
  readonly quantity: Quantity
  readonly side: 'ask' | 'bid'
  /** The tick's price on that side. */
  readonly price: Price
  readonly openPrice: Price
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  readonly profit: Usdt
  /** The fixed price or stop that this tick reached; null for what was done at the market. */
  readonly trigger: Price | null
  /** What the insurance fund paid of a loss. */
  readonly insurance: Usdt
  /** Every recomputed figure equals what was charged. */
  readonly matches: boolean
}

/** The price that had to be reached: of a waiting order its own, of a stop the one that was set. */
const triggerOf = ({ order, events }: ReceiptAnswer, { rule }: ReceiptEvent): Price | null => {
  if (rule.startsWith('stopLoss')) return price(order.stopLossPrice)
  if (rule.startsWith('stopProfit')) return price(order.targetProfitPrice)
  const placed = rule.startsWith('limit') ? events.find(({ kind }) => kind === 'placed') : undefined
  return placed ? price(placed.price) : null
}

/** Whether a fill had the right to happen: a limit and a stop-profit at their price or better, a stop-loss at it or worse. */
const wasReached = (order: ReceiptAnswer['order'], rule: string, at: Price, trigger: Price): boolean => {
  const own = sideFromWire(order.type)
  const other = own === 'buy' ? 'sell' : 'buy'
  return !exceedsSlippage(rule.startsWith('stopProfit') ? other : own, at, trigger, 0)
}

/**
 * Works out an event again with the rules the server charged by; null for an event that moved no position or
 * has no tick.
 */
export const recalculate = (answer: ReceiptAnswer, event: ReceiptEvent): Recalculation | null => {
  const { order, lot, feeRatePpm } = answer
  if (!event.tick || !(event.kind === 'opened' || event.kind === 'closed' || event.kind === 'closedPart'))
    return null
  const direction = sideFromWire(order.type)
  const best = { ask: price(event.tick.ask), bid: price(event.tick.bid) }
  const opens = event.kind === 'opened'
  const at = opens ? fillPrice(direction, best) : closingPrice(direction, best)
  const coins = quantityOf(event.number, quantity(lot))
  const openPrice = opens ? at : price(order.openPrice)
  const reckoned = {
    margin: margin(coins, openPrice, order.multiple),
    fee: tradingFee(coins, at, feeRatePpm),
    profit: unrealizedPnl({ direction, quantity: coins, openPrice }, at),
  }
  const trigger = triggerOf(answer, event)
  const charged =
    (trigger === null || wasReached(order, event.rule, at, trigger)) &&
    at === price(event.price) &&
    reckoned.fee === usdt(event.fee) &&
    (opens ? reckoned.margin === usdt(event.margin) : reckoned.profit === usdt(event.profit))
  return {
    kind: opens ? 'opened' : 'closed',
    lots: event.number,
    quantity: coins,
    side: (direction === 'buy') === opens ? 'ask' : 'bid',
    price: at,
    openPrice,
    notional: notional(coins, at),
    ...reckoned,
    trigger,
    insurance: usdt(event.insurance),
    matches: charged,
  }
}

/** What a waiting order put on hold or got back, worked out again. */
export type HoldReckoning = {
  readonly kind: 'placed' | 'revoked'
  readonly lots: number
  readonly quantity: Quantity
  readonly side: 'ask' | 'bid'
  readonly price: Price
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  readonly held: Usdt
  readonly matches: boolean
}

/** Works out the hold of a waiting order again; null for any other event. */
export const recalculateHold = (answer: ReceiptAnswer, event: ReceiptEvent): HoldReckoning | null => {
  if (event.kind !== 'placed' && event.kind !== 'revoked') return null
  const { order, lot, feeRatePpm } = answer
  const direction = sideFromWire(order.type)
  const fixed = price(event.price)
  const coins = quantityOf(event.number, quantity(lot))
  const held = margin(coins, fixed, order.multiple)
  const charged = tradingFee(coins, fixed, feeRatePpm)
  // An order that the market had reached would have filled instead of waiting, or of being cancelled by its owner.
  const waited =
    (event.kind === 'revoked' && event.rule !== 'revokedByUser') ||
    event.tick === null ||
    exceedsSlippage(
      direction,
      fillPrice(direction, { ask: price(event.tick.ask), bid: price(event.tick.bid) }),
      fixed,
      0,
    )
  return {
    kind: event.kind,
    lots: event.number,
    quantity: coins,
    side: direction === 'buy' ? 'ask' : 'bid',
    price: fixed,
    notional: notional(coins, fixed),
    margin: held,
    fee: charged,
    held: (held + charged) as Usdt,
    matches: waited && held === usdt(event.margin) && usdt(event.fee) === 0n,
  }
}

/** A stop that was set or cleared, with what it was to bring or cost. */
export type StopReckoning = {
  readonly which: 'profit' | 'loss'
  readonly isSet: boolean
  readonly lots: number
  readonly quantity: Quantity
  /** The side at which the position closes. */
  readonly side: 'ask' | 'bid'
  readonly price: Price
  readonly openPrice: Price
  readonly expected: Usdt | null
}

/** Works out what a stop was to bring or cost from the opening price; null for any other event. */
export const recalculateTpSl = ({ order, lot }: ReceiptAnswer, event: ReceiptEvent): StopReckoning | null => {
  if (event.kind !== 'stopsSet') return null
  const which = event.rule.startsWith('stopProfit') ? 'profit' : 'loss'
  const direction = sideFromWire(order.type)
  const coins = quantityOf(event.number, quantity(lot))
  const openPrice = price(order.openPrice)
  const at = price(event.price)
  return {
    which,
    isSet: event.rule.endsWith('Set'),
    lots: event.number,
    quantity: coins,
    side: direction === 'buy' ? 'bid' : 'ask',
    price: at,
    openPrice,
    expected: expectedPnlAt({ direction, quantity: coins, openPrice }, at, which),
  }
}

/** The event a receipt begins with: the newest that moved money, else the newest. */
export const defaultEvent = (events: readonly ReceiptEvent[]): number => {
  const moved = events.findLastIndex(({ kind }) => kind !== 'stopsSet')
  return moved === -1 ? events.length - 1 : moved
}
