/** Decides about closing orders: setting one on a position, and what those that a tick reached close. */
import type { Tick } from '../../markets/evidence.ts'
import { formatPrice } from '../../money/units.ts'
import {
  closingLotsOf,
  isClosingReached,
  maxClosingOrders,
  validateClosingLots,
  withClosingOrder,
} from '../closingOrders.ts'
import { freshTickOf } from '../marketSnapshot.ts'
import type { ClosingOrder, LiveOrder, StopsChanged } from '../order.ts'
import type { ContractTerms } from '../rules.ts'
import type { TradingState } from '../tradingState.ts'
import { type Decision, done, type Moment, refuse } from './decision.ts'

/** A closing order to set on a position; 0 lots cancel the one at its price. */
export type SetClosingOrder = ClosingOrder & {
  readonly id: number
  readonly terms: Pick<ContractTerms, 'minLots' | 'stepLots'>
}

/**
 * Sets the lots that close at a price; the position keeps its time priority.
 *
 * Refuses `invalidState` (not open, `noClosingOrder` to cancel, or the market has reached the price: `priceReached`),
 * `priceChanged`, `outOfRange` (lots), `tooManyOrders`.
 */
export const decideSetClosingOrder = (
  { account }: TradingState,
  { id, terms, price, lots }: SetClosingOrder,
  { at }: Moment,
): Decision<readonly StopsChanged[]> => {
  const before = account.orders.get(id)
  if (before?.state !== 'open') return refuse({ code: 'invalidState' })
  const isKnown = before.closingOrders.some((one) => one.price === price)
  if (lots === 0 && !isKnown) return refuse({ code: 'invalidState', data: { reason: 'noClosingOrder' } })
  const heard = at.get(before.pid)?.tick ?? null
  // One that the market has not reached can always be cancelled.
  const tick = lots === 0 ? heard : freshTickOf(at, before.pid)
  if (tick === null) return refuse({ code: 'priceChanged' })
  const others = withClosingOrder(before.closingOrders, before.side, { price, lots: 0 })
  if (lots > 0) {
    if (isClosingReached(before.side, price, tick))
      return refuse({ code: 'invalidState', data: { reason: 'priceReached', price: formatPrice(price) } })
    const issue = validateClosingLots(others, lots, before.lots, terms)
    if (issue !== null) return refuse({ code: 'outOfRange', data: issue })
    if (others.length >= maxClosingOrders)
      return refuse({ code: 'tooManyOrders', data: { max: maxClosingOrders } })
  }
  const closingOrders = withClosingOrder(others, before.side, { price, lots })
  return done([{ kind: 'stopsChanged', before, order: { ...before, closingOrders }, tick }])
}

/**
 * Lots of a position that its closing orders close at a tick, all that it reached together; 0 when it reached none.
 *
 * @example reachedClosingLots(tenLotsWithFiveAt70000, tickAt70100) // 5
 */
export const reachedClosingLots = ({ side, closingOrders }: LiveOrder, tick: Tick): number =>
  closingLotsOf(closingOrders.filter(({ price }) => isClosingReached(side, price, tick)))
