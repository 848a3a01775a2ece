import type { DataOf } from '@glasshouse/core/calls'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { proceeds } from '@glasshouse/core/wallets/rules'

export type SaleAnswer = DataOf<'/api/user/exchangeReceipt'>

/** A sale of coins, worked out again from the tick it was made at. */
export type SaleReckoning = {
  readonly amount: Quantity
  readonly bid: Price
  readonly received: Usdt
  /** Market, rate and what came in are those that the tick gives. */
  readonly matches: boolean
}

/**
 * Works out again what a sale brought.
 *
 * @example reckonSale({ amount: '0.25', tick: { bid: '66128.74', … }, … }).received // 16532.185 USDT
 */
export const recalculateConversion = (sale: SaleAnswer): SaleReckoning => {
  const [amount, bid] = [quantity(sale.amount), price(sale.tick.bid)]
  const received = proceeds(amount, bid)
  const matches =
    sale.tick.symbol === sale.procode && bid === price(sale.rate) && received === usdt(sale.received)
  return { amount, bid, received, matches }
}

/** As many decimals as the rate was written with, for a market that is gone. */
export const decimalsOf = (rate: string): number => rate.split('.')[1]?.length ?? 0
