import type { Usdt } from '@glasshouse/core/money/units'
import type { Application } from '@glasshouse/core/subscription/codec'
import { subscriptionMoney } from '@glasshouse/core/subscription/rules'

/** Payment of allotted coins recalculated from the issue price. */
export type PaymentReckoning = {
  readonly paid: Usdt
  /** The order is completed, and what it was charged is what its coins cost. */
  readonly matches: boolean
}

/**
 * Recalculates what a customer paid for allotted coins.
 *
 * @example recalculatePayment({ coins: quantity('20'), price: price('0.5'), … }).paid // 10 USDT
 */
export const recalculatePayment = (order: Application): PaymentReckoning => {
  const paid = subscriptionMoney(order.price, order.coins)
  return { paid, matches: order.state === 'completed' && paid === order.paid }
}
