/** Which take profit and stop loss an order may have, computed independently. */
import {
  type BestPricesBySymbol,
  ceil,
  feeOf,
  floor,
  holdKey,
  type ModelCustomer,
  type ModelOrder,
  marginKey,
  pnlOf,
  positionsOf,
} from './model.ts'
import { sizeFits } from './modelLimits.ts'

/** Price of a market at which the equity is half of the margin. Null if there is none. */
const lastPrice = (customer: ModelCustomer, order: ModelOrder, best: BestPricesBySymbol): bigint | null => {
  const { wallet, symbol } = order
  const { purse } = customer
  const asIf = order.open ? [] : [order]
  const here = [...positionsOf(customer, wallet).filter((one) => one.symbol === symbol), ...asIf]
  const elsewhere = positionsOf(customer, wallet).filter((one) => one.symbol !== symbol)
  const fee = order.open ? 0n : feeOf(order.lot * order.lots, order.price, order.feePpm)
  const money = purse[wallet] + purse[marginKey(wallet)] + purse[holdKey(wallet)] - fee
  const margin = purse[marginKey(wallet)] + (order.open ? 0n : order.margin)
  const twice = 2n * (money + elsewhere.reduce((sum, one) => sum + pnlOf(one, best), 0n)) - margin
  const coins = here.reduce((sum, { lot, lots, sign }) => sum + sign * lot * lots, 0n)
  const paid = here.reduce((sum, { lot, lots, sign, price }) => sum + sign * lot * lots * price, 0n)
  // With a larger opposite position, a move against this order causes no liquidation.
  if (coins * order.sign <= 0n) return null
  const [above, below] = [2n * paid - twice * 1_000_000_000n, 2n * coins]
  const price = coins > 0n ? ceil(above, below) : floor(-above, -below)
  if (price > 0n) return price
  return coins > 0n ? null : 1n
}

/** Whether both stops lie on their sides of the entry price, and the stop loss not beyond the liquidation price. */
export const stopsFit = (customer: ModelCustomer, order: ModelOrder, best: BestPricesBySymbol): boolean => {
  const { sign, price, loss, profit } = order
  if (profit !== null && (profit - price) * sign <= 0n) return false
  if (loss === null) return true
  const last = lastPrice(customer, order, best)
  return (loss - price) * sign < 0n && (last === null || (loss - last) * sign >= 0n)
}

/** Whether a stop order that a gap opens at a price still has its stops on their sides and fits the caps. */
export const isFitAt = ({ orders }: ModelCustomer, order: ModelOrder, price: bigint): boolean => {
  const { trigger, symbol, sign, loss, profit, lot, lots } = order
  if (trigger === null) return true
  const others = orders.filter((one) => one.symbol === symbol && one !== order)
  const isProfitable = profit === null || (profit - price) * sign > 0n
  return isProfitable && (loss === null || (loss - price) * sign < 0n) && sizeFits(others, lot * lots * price)
}
