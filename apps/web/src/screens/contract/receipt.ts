import type { DataOf } from '@glasshouse/core/calls'
import {
  closingPrice,
  directionOf,
  fee,
  fillPrice,
  floatingProfit,
  margin,
  notional,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'

export type ReceiptAnswer = DataOf<'/api/contract/receipt'>
export type ReceiptEvent = ReceiptAnswer['events'][number]

/** An event worked out again from its tick, beside what was charged. */
export type Reckoning = {
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
  /** Every recomputed figure equals what was charged. */
  readonly matches: boolean
}

/**
 * Works out an event again with the rules the server charged by; null for an event that moved no position or
 * has no tick.
 */
export const reckon = (answer: ReceiptAnswer, event: ReceiptEvent): Reckoning | null => {
  const { order, lot, feeRatePpm } = answer
  if (!event.tick || !(event.kind === 'opened' || event.kind === 'closed' || event.kind === 'closedPart'))
    return null
  const direction = directionOf(order.type)
  const best = { ask: price(event.tick.ask), bid: price(event.tick.bid) }
  const opens = event.kind === 'opened'
  const at = opens ? fillPrice(direction, best) : closingPrice(direction, best)
  const coins = quantityOf(event.number, quantity(lot))
  const openPrice = opens ? at : price(order.openPrice)
  const reckoned = {
    margin: margin(coins, openPrice, order.multiple),
    fee: fee(coins, at, feeRatePpm),
    profit: floatingProfit({ direction, quantity: coins, openPrice }, at),
  }
  const charged =
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
    matches: charged,
  }
}
