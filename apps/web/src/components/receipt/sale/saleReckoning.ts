import { formatPrice, type Price, price, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import type { Sale } from '@glasshouse/core/wallets/codec'
import { proceeds } from '@glasshouse/core/wallets/rules'

/** Coin sale recalculated from its tick. */
export type SaleReckoning = {
  readonly amount: Quantity
  readonly bid: Price
  readonly received: Usdt
  /** Market, rate and proceeds equal those of the tick. */
  readonly matches: boolean
}

/**
 * Recalculates the proceeds of a sale.
 *
 * @example recalculateConversion({ amount: quantity('0.25'), tick: { bid: '66128.74', … }, … }).received // 16532.185 USDT
 */
export const recalculateConversion = (sale: Sale): SaleReckoning => {
  const { amount } = sale
  const bid = price(sale.tick.bid)
  const received = proceeds(amount, bid)
  const matches = sale.tick.symbol === sale.symbol && bid === sale.rate && received === sale.received
  return { amount, bid, received, matches }
}

/** Number of decimals of a rate, for a market that no longer exists. */
export const decimalsOf = (rate: Price): number => formatPrice(rate).split('.')[1]?.length ?? 0
