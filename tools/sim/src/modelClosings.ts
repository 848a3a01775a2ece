/** Closing orders of a position, computed independently. */
import {
  closingOf,
  type ModelCustomer,
  type ModelMarket,
  type ModelOrder,
  minOf,
  type Prediction,
} from './model.ts'

const lotsOf = (closings: ModelOrder['closings']): bigint =>
  closings.reduce((sum, { lots }) => sum + lots, 0n)

/** Sets how many lots of a position close at a price; 0 cancels what is there. */
export const modelSetClosing = (
  customer: ModelCustomer,
  id: number,
  { at, lots }: { readonly at: bigint; readonly lots: bigint },
  market: ModelMarket,
): Prediction => {
  const order = customer.orders.find((one) => one.id === id)
  if (order === undefined || !order.open) return 'invalidState'
  const others = order.closings.filter((one) => one.at !== at)
  if (lots === 0n) {
    if (others.length === order.closings.length) return 'invalidState'
    order.closings = others
    return null
  }
  if (market.stale(order.symbol)) return 'priceChanged'
  if ((closingOf(order, market.best) - at) * order.sign >= 0n) return 'invalidState'
  if (lotsOf(others) + lots > order.lots) return 'outOfRange'
  if (others.length >= 10) return 'tooManyOrders'
  order.closings = [...others, { at, lots }].sort((a, b) => ((a.at - b.at) * order.sign < 0n ? -1 : 1))
  return null
}

/** What the market has reached of a position's closing orders: their lots, and what is left. */
export const reachedClosings = (
  order: ModelOrder,
  { best }: ModelMarket,
): { readonly left: ModelOrder['closings']; readonly lots: bigint } => {
  const now = closingOf(order, best)
  const left = order.closings.filter(({ at }) => (now - at) * order.sign < 0n)
  return { left, lots: lotsOf(order.closings) - lotsOf(left) }
}

/** Closing orders within the lots of a position: the farthest lose what is too much. */
export const trimmed = (closings: ModelOrder['closings'], lots: bigint): ModelOrder['closings'] => {
  let left = lots
  return closings.flatMap(({ at, lots: wanted }) => {
    const kept = minOf(wanted, left)
    left -= kept
    return kept > 0n ? [{ at, lots: kept }] : []
  })
}
