import type { ContractOrder } from '@glasshouse/core/contracts/codec'

/**
 * Key of the text that names the side of an order: a position is long or short, an order that has not filled buys or
 * sells.
 */
export const sideKey = ({
  side,
  state,
}: Pick<ContractOrder, 'side' | 'state'>): `orders.${'long' | 'short' | 'buy' | 'sell'}` =>
  state === 'resting' || state === 'cancelled'
    ? side === 'long'
      ? 'orders.buy'
      : 'orders.sell'
    : `orders.${side}`
