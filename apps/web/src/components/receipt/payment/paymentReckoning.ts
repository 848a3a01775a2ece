import { price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { Application } from '@glasshouse/core/subscription/codec'
import { orderStatuses, subscriptionMoney } from '@glasshouse/core/subscription/rules'

/** Payment of allotted coins recalculated from the issue price. */
export type PaymentReckoning = {
  readonly coins: Quantity
  readonly paid: Usdt
  /** The order is completed, and what it was charged is what its coins cost. */
  readonly matches: boolean
}

/**
 * Recalculates what a customer paid for allotted coins.
 *
 * @example recalculatePayment({ amout: '20', price: '0.5', realprice: '10', status: 3, … }).paid // 10 USDT
 */
export const recalculatePayment = (order: Application): PaymentReckoning => {
  const coins = quantity(order.amout)
  const paid = subscriptionMoney(price(order.price), coins)
  const matches = order.status === orderStatuses.completed && paid === usdt(order.realprice)
  return { coins, paid, matches }
}
