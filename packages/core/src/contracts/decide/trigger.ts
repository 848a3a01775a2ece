/**
 * Decides what becomes of something that a tick fired: a limit that was reached, a stop, an account at its liquidation,
 * positions whose close is due. Nothing is refused: an order that cannot open is cancelled by a published rule, and a
 * position in a silent market waits.
 */
import type { Tick } from '../../markets/evidence.ts'
import { formatUsdt, type Price, type Usdt } from '../../money/units.ts'
import { availableBalance } from '../account.ts'
import { validateTpSl } from '../checks.ts'
import { isReached, orderCondition, type PriceTriggerKind, type TriggerKind } from '../engine/triggers.ts'
import { hasExpired } from '../expiry.ts'
import { zeroExposure } from '../exposure.ts'
import { HousePartShort, limitsOfPart } from '../housePart.ts'
import { freshTickOf, type MarketSnapshot } from '../marketSnapshot.ts'
import type { CancelReason, CloseCause, LiveOrder, OrderEvent } from '../order.ts'
import { closingPrice, fillPrice, notional, type Position } from '../rules.ts'
import { openingCosts } from '../settlement.ts'
import { maxOrderNotional, notionalOfCost, openInterestOf, type SizeLimits } from '../size.ts'
import { evolve, evolveAll, hasReserveFor, type MarginAccount, type TradingState } from '../tradingState.ts'
import { isTrailingReached } from '../trailingStop.ts'
import { openPositions, shouldLiquidate, valueAccount, valuePosition } from '../valuation.ts'
import type { LiquidationSnapshot } from '../wire.ts'
import { reachedClosingLots } from './closingOrder.ts'
import type { Moment } from './decision.ts'
import { partsOf, positionClosedOf, quoteClose } from './position.ts'

/** Something that fired. */
export type FiredTrigger = {
  readonly kind: TriggerKind
  /** The order whose limit or stop it is; 0 for the liquidation of the account. */
  readonly orderId: number
  /** Of a trailing stop: the best tick from which its trigger price followed. */
  readonly best?: Tick
}

/** What bounds the fill of a resting order. */
export type FillRules = {
  /** Why the order may not open any more; null when it may. */
  readonly blocked: CancelReason | null
  /** Caps of what is open; null where none are set. */
  readonly limits: SizeLimits | null
}

/** What came of a trigger; `waits`: a market that is needed is silent, and another tick is needed. */
export type TriggerResult = { readonly events: readonly OrderEvent[]; readonly waits: boolean }

const nothing: TriggerResult = { events: [], waits: false }

/** Decides one trigger. */
export const decideTrigger = (
  state: TradingState,
  { kind, orderId, best }: FiredTrigger,
  rules: FillRules,
  moment: Moment,
): TriggerResult => {
  if (kind === 'closeOut') return decideLiquidation(state, moment.at)
  const order = state.account.orders.get(orderId)
  if (kind === 'expiry') return decideExpiry(order, moment)
  if (kind === 'trailing') return decideTrailing(state, order, best, moment)
  const tick = order === undefined ? null : (moment.at.get(order.pid)?.tick ?? null)
  if (order === undefined || tick === null || !isStillReached(order, kind, tick)) return nothing
  if (kind === 'limit') return { events: [decideFill(state, order, tick, rules, moment)], waits: false }
  if (kind === 'closing') {
    const part = { ...wholeOrder, lots: reachedClosingLots(order, tick) }
    return decideForcedClose(state, order, stopCauses.closing, moment.at, part)
  }
  return decideForcedClose(state, order, stopCauses[kind], moment.at, wholeOrder)
}

/** Cancels a resting order whose time has come; an amended one may have got another. */
const decideExpiry = (order: LiveOrder | undefined, { at, nowMs }: Moment): TriggerResult => {
  if (order?.state !== 'resting' || !hasExpired(order, nowMs)) return nothing
  const tick = at.get(order.pid)?.tick ?? null
  return { events: [{ kind: 'orderCancelled', order, reason: 'revokedExpired', tick }], waits: false }
}

/** Closes a position whose trailing stop was reached; one that was set anew since follows other ticks. */
const decideTrailing = (
  state: TradingState,
  order: LiveOrder | undefined,
  best: Tick | undefined,
  { at }: Moment,
): TriggerResult => {
  const tick = order === undefined ? null : (at.get(order.pid)?.tick ?? null)
  if (order?.state !== 'open' || order.trailing === null || best === undefined || tick === null)
    return nothing
  const { side, trailing } = order
  const { distance, since } = trailing
  const isFollowed = best.n >= since && best.n < tick.n
  if (!isFollowed || !isTrailingReached(side, distance, closingPrice(side, best), tick)) return nothing
  const cause = { reason: 'trailing', rule: 'trailingStop', trailed: { distance, best } } as const
  return decideForcedClose(state, order, cause, at, wholeOrder)
}

const stopCauses = {
  loss: { reason: 'loss', rule: 'stopLoss' },
  profit: { reason: 'profit', rule: 'stopProfit' },
  closing: { reason: 'limit', rule: 'closingOrder' },
} as const satisfies Record<string, CloseCause>
const liquidationCause = { reason: 'liquidation', rule: 'closeOut' } as const satisfies CloseCause

/** The order may have changed since the tick fired: a command that closed, cancelled or changed it came first. */
const isStillReached = (
  order: LiveOrder,
  kind: Exclude<PriceTriggerKind, 'closeOut'>,
  tick: Tick,
): boolean => {
  const isOpen = order.state === 'open'
  if (kind === 'closing') return isOpen && reachedClosingLots(order, tick) > 0
  const price = {
    limit: isOpen ? null : order.openPrice,
    loss: isOpen ? order.stopLoss : null,
    profit: isOpen ? order.takeProfit : null,
  }[kind]
  return price !== null && isReached({ ...orderCondition(order, kind), price }, tick)
}

/** Opens a resting order at the market, which is its price or a better one; or cancels it when that cannot be. */
const decideFill = (
  state: TradingState,
  before: LiveOrder,
  tick: Tick,
  { blocked, limits }: FillRules,
  { at, nowMs }: Moment,
): OrderEvent => {
  const cancel = (reason: CancelReason): OrderEvent => ({
    kind: 'orderCancelled',
    order: before,
    reason,
    tick,
  })
  if (hasExpired(before, tick.receivedTimeMs)) return cancel('revokedExpired')
  if (blocked !== null) return cancel(blocked)
  const position: LiveOrder = { ...before, openPrice: fillPrice(before.side, tick) }
  const costs = openingCosts(position, before.leverage, before.feeRatePpm, state.owner.bonus)
  // A sell at a better price, and a stop order that a gap opens beyond its trigger price, need more than was held; only that part must be free.
  const missing = costs.margin + costs.feeFromWallet - before.hold
  if (missing > 0n && missing > availableBalance(valueAccount(state.account, at)))
    return cancel('revokedNoMargin')
  if (!hasReserveFor(state.house, before.pid, position, at)) return cancel('revokedNoReserve')
  if (limits !== null && !fitsLimits(state, before, position, limits)) {
    if (state.house.others !== null) throw new HousePartShort()
    return cancel('revokedTooLarge')
  }
  if (before.trigger !== null && !fitsStops(position)) return cancel('revokedStops')
  const order: LiveOrder = {
    ...position,
    state: 'open',
    margin: costs.margin,
    openFee: costs.charged,
    hold: 0n as Usdt,
    trigger: null,
    expiresMs: null,
    openedMs: nowMs,
  }
  const opened = { before, order, costs, tick, entry: null, seen: null, ai: null }
  return { kind: 'positionOpened', ...opened, cause: before.trigger === null ? 'limit' : 'trigger' }
}

/**
 * Whether a resting order that is reached still fits on its side of the market. A stop order is sized anew by all caps,
 * because a gap opens it at a larger notional than it was placed with.
 */
const fitsLimits = (
  { owner, house }: TradingState,
  before: LiveOrder,
  position: Position,
  caps: SizeLimits,
): boolean => {
  const limits =
    house.others === null ? caps : limitsOfPart(caps, house.others, { pid: before.pid, side: position.side })
  const side = openInterestOf(house.exposures.get(before.pid) ?? zeroExposure, position.side)
  const size = notional(position.quantity, position.openPrice)
  if (before.trigger === null) return side + size <= limits.interest
  const committed = (owner.committed.get(before.pid) ?? 0n) - before.quantity * before.openPrice
  return size <= maxOrderNotional(limits, { own: notionalOfCost(committed), side })
}

/** Whether take profit and stop loss are on their sides of the price at which a stop order opens. */
const fitsStops = ({ side, openPrice, takeProfit, stopLoss }: LiveOrder): boolean => {
  const step = 1n as Price
  return (
    validateTpSl({ side, openPrice, liquidationPrice: null, targetProfit: takeProfit, stopLoss, step }) ===
    null
  )
}

/** Of a copy: how many of its lots close, and the closed order of the lead that caused it, if one did. */
export type ForcedPart = {
  readonly lots: number | null
  readonly copyOf: number | null
  /** Positions that are closing already and are not closed for their profit, the cause first. */
  readonly sparing: readonly number[]
}
const wholeOrder: ForcedPart = { lots: null, copyOf: null, sparing: [] }

/**
 * Closes a position by a stop, a liquidation or because its lead closed, at the closing side of its market in the
 * snapshot: whole, except that of a copy only a part may close. Before the insurance fund pays, the wallet gives all it
 * has: first the holds of its resting orders, which are cancelled, then its positions in profit, the largest first, which
 * are closed out.
 *
 * Waits when its market, or that of a profit it needs, is silent.
 */
export const decideForcedClose = (
  before: TradingState,
  { id }: LiveOrder,
  cause: CloseCause,
  at: MarketSnapshot,
  part: ForcedPart,
): TriggerResult => {
  const spared = [...part.sparing, id]
  const events: OrderEvent[] = []
  let state = before
  for (;;) {
    const order = state.account.orders.get(id)
    const tick = order === undefined ? null : freshTickOf(at, order.pid)
    if (order === undefined || tick === null) return { events, waits: true }
    const parts = partsOf(order, part.lots ?? order.lots)
    const closing = quoteClose(state, parts.closed, tick)
    const isPaid = closing.settlement.lossUnpaid + closing.settlement.feeUnpaid === 0n
    const resting = isPaid ? undefined : firstResting(state.account)
    if (resting !== undefined) {
      const cancelled = { order: resting, reason: 'revokedForLoss', tick } as const
      const event: OrderEvent = { kind: 'orderCancelled', ...cancelled }
      events.push(event)
      state = evolve(state, event)
      continue
    }
    const earning = isPaid ? null : highestProfit(state.account, spared, at)
    if (earning === null) {
      const account = cause.reason === 'liquidation' ? snapshotOf(state.account, at, part.sparing) : null
      const quoted = { order, ...parts, closing, cause, tick, account, copyOf: part.copyOf, ai: null }
      return { events: [...events, positionClosedOf(state, quoted)], waits: false }
    }
    const paid = decideForcedClose(state, earning, liquidationCause, at, { ...wholeOrder, sparing: spared })
    events.push(...paid.events)
    if (paid.waits) return { events, waits: true }
    state = evolveAll(state, paid.events)
  }
}

const firstResting = ({ orders }: MarginAccount): LiveOrder | undefined =>
  [...orders.values()].find(({ state }) => state === 'resting')

const snapshotOf = (
  account: MarginAccount,
  at: MarketSnapshot,
  sparing: readonly number[],
): LiquidationSnapshot => {
  const { balance, margin, profit } = valueAccount(account, at)
  return {
    balance: formatUsdt(balance),
    margin: formatUsdt(margin),
    profit: formatUsdt(profit),
    forOrder: sparing[0] ?? null,
  }
}

/** The position that earns most at these prices, apart from some; null when none earns. */
const highestProfit = (
  account: MarginAccount,
  spared: readonly number[],
  at: MarketSnapshot,
): LiveOrder | null => {
  let best: { readonly order: LiveOrder; readonly profit: bigint } | null = null
  for (const order of openPositions(account)) {
    const { profit } = valuePosition(order, at)
    if (!spared.includes(order.id) && profit > (best?.profit ?? 0n)) best = { order, profit }
  }
  return best?.order ?? null
}

/**
 * Closes what is due at this tick, copies whose lead closed and positions of a pool that ends; then, while the margin
 * level is at or below 50 %, positions of fresh markets, the largest loss first.
 */
const decideLiquidation = (before: TradingState, at: MarketSnapshot): TriggerResult => {
  const events: OrderEvent[] = []
  let state = before
  let waits = false
  const take = (result: TriggerResult): void => {
    events.push(...result.events)
    state = evolveAll(state, result.events)
    if (result.waits) waits = true
  }
  for (const { id } of openPositions(before.account)) {
    const order = state.account.orders.get(id)
    if (order === undefined || order.dueClose === null) continue
    const { lots, copyOf } = order.dueClose
    const why = copyOf === null ? 'dealing' : 'copy'
    take(decideForcedClose(state, order, { reason: why, rule: why }, at, { lots, copyOf, sparing: [] }))
  }
  while (shouldLiquidate(state.account, at)) {
    // Positions in a stale market stay open until it has a price again.
    const [worst] = openPositions(state.account)
      .filter(({ pid }) => at.get(pid)?.fresh === true)
      .map((order) => ({ order, profit: valuePosition(order, at).profit }))
      .sort((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.order.id - b.order.id))
    if (worst === undefined) return { events, waits: true }
    const closed = decideForcedClose(state, worst.order, liquidationCause, at, wholeOrder)
    take(closed)
    if (closed.waits) return { events, waits: true }
  }
  return { events, waits }
}
