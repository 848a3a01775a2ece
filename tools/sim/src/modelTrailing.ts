/** Trailing stops of positions, computed independently. */
import {
  ceil,
  closingOf,
  type ModelCustomer,
  type ModelMarket,
  type ModelOrder,
  type ModelTrail,
  type Prediction,
} from './model.ts'

/** A distance to follow at: in prices, or in hundredths of a percent. */
export type ModelDistance = Pick<ModelTrail, 'by' | 'isPercent'>

/** Sets the trailing stop of a position, or clears it (null). */
export const modelSetTrailing = (
  customer: ModelCustomer,
  id: number,
  asked: ModelDistance | null,
  market: ModelMarket,
): Prediction => {
  const order = customer.orders.find((one) => one.id === id)
  if (order === undefined) return 'invalidState'
  if (market.stale(order.symbol)) return 'priceChanged'
  const { trail } = order
  const isSame = asked !== null && trail?.by === asked.by && trail.isPercent === asked.isPercent
  if (asked !== null && !isSame) {
    if (!order.open) return 'invalidState'
    const best = closingOf(order, market.best)
    const isFit = asked.isPercent
      ? asked.by >= 1n && asked.by <= 5_000n
      : asked.by >= 10_000_000n && asked.by < best
    if (!isFit) return 'outOfRange'
    order.trail = { ...asked, best }
  }
  if (asked === null) order.trail = null
  if (!order.open) return null
  customer.accepted += 1
  order.accepted = customer.accepted
  return null
}

/** Whether the market is as far from the best price of a position as its trailing stop follows. */
export const isTrailReached = (order: ModelOrder, { best }: ModelMarket): boolean => {
  const { trail, sign } = order
  if (trail === null) return false
  const by = trail.isPercent ? ceil(trail.best * trail.by, 10_000n) : trail.by
  return (trail.best - closingOf(order, best)) * sign >= by
}

/** A tick that betters the best price of a position. */
export const followBest = (order: ModelOrder, { best }: ModelMarket): void => {
  const now = closingOf(order, best)
  if (order.trail !== null && (now - order.trail.best) * order.sign > 0n)
    order.trail = { ...order.trail, best: now }
}

/** A tick that no engine hears: it closes nothing, and the log has it for the next engine. */
export const modelMissedTick = (customer: ModelCustomer, symbol: string, market: ModelMarket): void => {
  for (const order of customer.orders) if (order.symbol === symbol) followBest(order, market)
}

/** A trailing stop as lists show it: its distance in units, and its best price. */
export const trailText = (trail: ModelTrail | null): string =>
  trail === null ? '' : `${trail.by}${trail.isPercent ? '%' : ''}>${trail.best}`
