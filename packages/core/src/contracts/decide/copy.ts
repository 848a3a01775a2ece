/** Decides how a copy pool follows what its lead did. It refuses nothing: the lead's order stands either way. */
import { type CopySkipReason, copiedCloseLots, copySize, copyStops } from '../../invest/copy/copySize.ts'
import { grossNotional, type MarketPrices } from '../../invest/copy/units.ts'
import type { Tick } from '../../markets/evidence.ts'
import type { Price, Usdt } from '../../money/units.ts'
import { availableBalance, type OpeningImpact, stopLossBound } from '../account.ts'
import type { EntryTicks } from '../entry.ts'
import { HousePartShort } from '../housePart.ts'
import type { MarketSnapshot } from '../marketSnapshot.ts'
import type {
  CloseDeferred,
  LiveOrder,
  OrderEvent,
  OrderNumber,
  PositionOpened,
  StopsChanged,
} from '../order.ts'
import { type ContractTerms, notional, quantityOf } from '../rules.ts'
import { openingCosts } from '../settlement.ts'
import type { SizeLimits } from '../size.ts'
import { evolveAll, hasReserveFor, type MarginAccount, type TradingState } from '../tradingState.ts'
import { equityOf, marketAccountOf, openPositions, type ValuedAccount, valueAccount } from '../valuation.ts'
import type { Moment } from './decision.ts'
import { isBoundByPart, maxNotionalIn } from './order.ts'
import { stopsChangedOf } from './position.ts'
import { decideForcedClose } from './trigger.ts'

/** What a lead opened: the position, the tick that set its price, and the account just before. */
export type LeadOpening = {
  readonly order: LiveOrder
  readonly tick: Tick
  readonly entry: EntryTicks | null
  readonly before: MarginAccount
}

/** What bounds the copies of one pool on one market. */
export type CopyBounds = {
  /** Null for a product that does not exist any more. */
  readonly terms: ContractTerms | null
  /** Smallest price step of the market. */
  readonly step: Price
  readonly limits: SizeLimits
  /** Below this equity of a lead nothing new is copied, USDT. */
  readonly minLeadEquity: Usdt
  /** Largest leverage of a copied order. */
  readonly maxLeverage: number
  /** Largest gross notional of a pool as a multiple of its equity. */
  readonly maxGrossMultiple: number
  /** Live orders of an account. */
  readonly maxOrders: number
}

/** What became of an opening in a pool, with both equities just before the lead's fill; null where one is not known. */
export type CopyOpening = {
  readonly leadEquity: Usdt | null
  readonly poolEquity: Usdt | null
} & (
  | { readonly skipped: CopySkipReason; readonly event: null }
  | { readonly skipped: null; readonly event: PositionOpened; readonly isReduced: boolean }
)

/** Copies an opening of a lead into one pool at the lead's own tick, or tells why not. */
export const decideCopyOpening = (
  state: TradingState,
  lead: LeadOpening,
  bounds: CopyBounds,
  number: OrderNumber,
  { at, nowMs }: Moment,
): CopyOpening => {
  const account = valueAccount(state.account, at)
  const equities = {
    leadEquity: equityOf(valueAccount(lead.before, at)),
    poolEquity: equityOf(account),
  }
  const { leadEquity, poolEquity } = equities
  const { terms } = bounds
  const skip = (skipped: CopySkipReason): CopyOpening => ({ ...equities, skipped, event: null })
  if (leadEquity === null || poolEquity === null || terms === null) return skip('stale')
  const size = sizeOf(state, account, lead.order, { ...bounds, terms, leadEquity, poolEquity }, at)
  if (size.skipped !== null) return skip(size.skipped)
  if (state.account.orders.size >= bounds.maxOrders) return skip('tooManyOrders')
  const { side, openPrice, pid } = lead.order
  const position = { side, openPrice, quantity: quantityOf(size.lots, terms.lot) }
  const most = maxNotionalIn({ ...state.owner, ...state.house }, bounds.limits, { pid, side })
  if (notional(position.quantity, openPrice) > most) {
    if (isBoundByPart(state, bounds.limits, pid, most)) throw new HousePartShort()
    return skip('sizeLimit')
  }
  if (!hasReserveFor(state.house, pid, position, at)) return skip('reserve')
  const costs = openingCosts(position, size.leverage, terms.feeRatePpm, 0n as Usdt)
  const order: LiveOrder = {
    ...position,
    id: number.id,
    pid,
    lots: size.lots,
    leverage: size.leverage,
    margin: costs.margin,
    openFee: costs.charged,
    feeRatePpm: terms.feeRatePpm,
    state: 'open',
    hold: 0n as Usdt,
    ...stopsOfCopy(position, lead.order, bounds.step, account, { position, ...costs }),
    acceptance: number.acceptance,
    aiRun: null,
    createdMs: nowMs,
    openedMs: nowMs,
    copyOf: lead.order.id,
    closingOrders: [],
    trailing: null,
    trigger: null,
    expiresMs: null,
    dueClose: null,
  }
  const { tick, entry } = lead
  const filled = { before: null, order, costs, tick, entry, seen: null, ai: null }
  const event: PositionOpened = { kind: 'positionOpened', ...filled, cause: 'copy' }
  return { ...equities, skipped: null, event, isReduced: size.isReduced }
}

type SizeBounds = CopyBounds & {
  readonly terms: ContractTerms
  readonly leadEquity: Usdt
  readonly poolEquity: Usdt
}

const sizeOf = (
  { account }: TradingState,
  valued: ValuedAccount,
  led: LiveOrder,
  { terms, leadEquity, poolEquity, ...bounds }: SizeBounds,
  at: MarketSnapshot,
) => {
  const positions = openPositions(account)
  const input = {
    // At the lot of today, from which that of a resting order may differ.
    leadLots: Number.parseInt((led.quantity / terms.lot).toString(), 10),
    leadLeverage: led.leverage,
    leadEquity,
    poolEquity,
    openNotional: grossNotional(positions, pricesOf(positions, at)),
    available: availableBalance(valued),
    price: led.openPrice,
  }
  return copySize(input, bounds, terms)
}

/** One price for each market of some positions; throws for a market without any. */
const pricesOf = (positions: readonly LiveOrder[], at: MarketSnapshot): MarketPrices =>
  new Map(
    positions.map(({ pid }) => {
      const tick = at.get(pid)?.tick
      if (tick === undefined || tick === null) throw new Error(`market ${pid} has no price`)
      return [pid, tick]
    }),
  )

/** The stops of a lead's order as far as the entry and the liquidation price of its copy allow. */
const stopsOfCopy = (
  { side, openPrice }: Pick<LiveOrder, 'side' | 'openPrice'>,
  led: LiveOrder,
  step: Price,
  account: ValuedAccount,
  added: OpeningImpact | null,
): Pick<LiveOrder, 'takeProfit' | 'stopLoss'> => {
  const { targetProfit, stopLoss } = copyStops({
    side,
    openPrice,
    step,
    liquidationPrice: stopLossBound(marketAccountOf(account, led.pid), side, added),
    targetProfit: led.takeProfit,
    stopLoss: led.stopLoss,
  })
  return { takeProfit: targetProfit, stopLoss }
}

/** The open copy of an order of a lead. */
export const openCopyOf = ({ orders }: MarginAccount, leadOrderId: number): LiveOrder | undefined =>
  [...orders.values()].find((order) => order.copyOf === leadOrderId && order.state === 'open')

/** Sets the stops of a lead's order on its copy; null when the copy has them already. */
export const decideCopyStops = (
  { account }: TradingState,
  copy: LiveOrder,
  led: { readonly order: LiveOrder; readonly tick: Tick },
  { step, number }: { readonly step: Price; readonly number: () => OrderNumber },
  { at }: Moment,
): StopsChanged | null => {
  const stops = stopsOfCopy(copy, led.order, step, valueAccount(account, at), null)
  const isSame = copy.takeProfit === stops.takeProfit && copy.stopLoss === stops.stopLoss
  return isSame ? null : stopsChangedOf(copy, stops, number(), led.tick)
}

/** Closes of a copy what the lead closed of its order; what cannot close at once closes at the next fresh tick. */
export const decideCopyClose = (
  state: TradingState,
  copy: LiveOrder,
  led: { readonly heldLots: number; readonly closedLots: number; readonly closedId: number },
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
  { at }: Moment,
): readonly OrderEvent[] => {
  const due = copy.dueClose?.lots ?? 0
  const { heldLots, closedLots } = led
  const added = copiedCloseLots({ copyLots: copy.lots - due, closedLots, heldLots }, terms)
  if (added === 0) return []
  const part = { lots: due + added, copyOf: led.closedId }
  const cause = { reason: 'copy', rule: 'copy' } as const
  const closed = decideForcedClose(state, copy, cause, at, { ...part, sparing: [] })
  if (!closed.waits) return closed.events
  const current = evolveAll(state, closed.events).account.orders.get(copy.id)
  if (current === undefined) return closed.events
  const deferred: CloseDeferred = { kind: 'closeDeferred', order: { ...current, dueClose: part } }
  return [...closed.events, deferred]
}
