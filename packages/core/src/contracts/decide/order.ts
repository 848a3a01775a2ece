/** Decides whether a new or amended order opens or rests. */
import { withinLiquidation } from '../../ai/momentum.ts'
import { hasLeadConflict, type MarketSide } from '../../invest/copy/lead.ts'
import type { Tick } from '../../markets/evidence.ts'
import type { Price, Usdt } from '../../money/units.ts'
import { type EntryTicks, worseTick } from '../entry.ts'
import { hasExpired, validateExpiry } from '../expiry.ts'
import { zeroExposure } from '../exposure.ts'
import { HousePartShort, limitsOfPart } from '../housePart.ts'
import {
  judgeOrder,
  judgeOrderRequest,
  type OrderFacts,
  type OrderPlan,
  type OrderRequest,
  type Refusal,
  refusalOf,
} from '../judge.ts'
import { freshTickOf } from '../marketSnapshot.ts'
import type { LiveOrder, OrderEvent, OrderNumber, PositionOpened, Stops } from '../order.ts'
import { type ContractTerms, fillPrice, type PositionSide, quantityOf } from '../rules.ts'
import { maxOrderNotional, notionalOfCost, openInterestOf, type SizeLimits } from '../size.ts'
import {
  type AccountOwner,
  evolve,
  type HouseAccount,
  hasReserveFor,
  type TradingState,
} from '../tradingState.ts'
import { marketAccountOf, valueAccount } from '../valuation.ts'
import type { AiDecision } from '../wire.ts'
import { type Decision, done, type Moment, refuse } from './decision.ts'

/** Lots and stops of an order of AI ordering, planned at its fill. */
export type AiPlan = { readonly lots: number; readonly stopLoss: Price; readonly takeProfit: Price }

/** An order to place, with the terms it is accepted on. */
export type PlaceOrder = {
  readonly request: OrderRequest
  readonly number: OrderNumber
  readonly pid: number
  readonly terms: ContractTerms
  /** Smallest price step of the market. */
  readonly step: Price
  readonly limits: SizeLimits
  /** The ticks of fair entry; null where the order fills at the tick in force. */
  readonly entry: EntryTicks | null
  /** Of an order of AI ordering: what decided, and its plan at a fill, which throws when none fits. */
  readonly ai: { readonly decision: AiDecision; readonly planAt: (fill: Price) => AiPlan } | null
  /** Of a lead: what the other contract wallet is or would be on; null for other customers. */
  readonly otherSides: readonly MarketSide[] | null
}

/**
 * The largest notional of a new order on a side of a market, USDT, by what its owner and all customers have there; in a part
 * of the house account by what may be opened there without looking at others.
 */
export const maxNotionalIn = (
  {
    committed,
    exposures,
    others,
  }: Pick<AccountOwner, 'committed'> & Pick<HouseAccount, 'exposures' | 'others'>,
  limits: SizeLimits,
  market: { readonly pid: number; readonly side: PositionSide },
): Usdt =>
  maxOrderNotional(others === null ? limits : limitsOfPart(limits, others, market), {
    own: notionalOfCost(committed.get(market.pid) ?? 0n),
    side: openInterestOf(exposures.get(market.pid) ?? zeroExposure, market.side),
  })

/** Whether the largest notional is what a part of the house account may open, and not what the order and its owner may. */
export const isBoundByPart = (
  { owner, house }: TradingState,
  limits: SizeLimits,
  pid: number,
  most: Usdt,
): boolean =>
  house.others !== null &&
  most <
    maxOrderNotional(
      { ...limits, interest: limits.order },
      { own: notionalOfCost(owner.committed.get(pid) ?? 0n), side: 0n as Usdt },
    )

/** An order that may open or rest: its request as planned, its figures and the tick that decides. */
type AcceptedOrder = { readonly request: OrderRequest; readonly plan: OrderPlan; readonly tick: Tick }

/** The verdict; an order of AI ordering is refused for its balance before its stop loss is moved within bounds. */
const judgeWithPlan = (facts: OrderFacts, best: Tick, { request, ai }: PlaceOrder) => {
  if (ai === null) return { request, verdict: judgeOrder(facts, request) }
  const planned = { ...request, ...ai.planAt(fillPrice(request.side, best)) }
  const bare = judgeOrder(facts, { ...planned, takeProfit: null, stopLoss: null })
  if (bare.problem !== null) return { request: planned, verdict: bare }
  const stopLoss = withinLiquidation(planned.side, planned.stopLoss, bare.plan.stopBound)
  const bounded = { ...planned, stopLoss }
  return { request: bounded, verdict: judgeOrder(facts, bounded) }
}

/** What a new expiry is refused for; null when it is none, or accepted. */
const refuseExpiry = ({ kind, expiresMs }: OrderRequest, nowMs: number): Refusal | null => {
  if (expiresMs === null) return null
  if (kind === 'market') return { code: 'invalidState', data: { reason: 'expiryWithoutLimit' } }
  const issue = validateExpiry(expiresMs, nowMs)
  return issue === null
    ? null
    : { code: 'outOfRange', data: { rule: 'expiry', earliest: issue.min, latest: issue.max } }
}

const acceptOrder = (state: TradingState, command: PlaceOrder, { at }: Moment): Decision<AcceptedOrder> => {
  const { pid, terms, entry, otherSides } = command
  const { side } = command.request
  const request = judgeOrderRequest(command.request, terms)
  if (request !== null) return refuse(refusalOf(request))
  if (state.account.orders.size >= terms.maxOrders)
    return refuse({ code: 'tooManyOrders', data: { max: terms.maxOrders } })
  if (otherSides !== null && hasLeadConflict({ pid, side }, otherSides))
    return refuse({ code: 'invalidState', data: { reason: 'leadConflict' } })
  // The price of now: an order that had to wait for the wallet pays today's.
  const inForce = freshTickOf(at, pid)
  if (inForce === null) return refuse({ code: 'priceChanged' })
  const best = entry === null ? inForce : worseTick(side, entry.accepted, entry.next)
  const facts = {
    terms,
    step: command.step,
    best,
    maxNotional: maxNotionalIn({ ...state.owner, ...state.house }, command.limits, { pid, side }),
    account: { ...marketAccountOf(valueAccount(state.account, at), pid), bonus: state.owner.bonus },
  }
  const judged = judgeWithPlan(facts, best, command)
  if (judged.verdict.problem?.kind === 'size' && isBoundByPart(state, command.limits, pid, facts.maxNotional))
    throw new HousePartShort()
  if (judged.verdict.problem !== null) return refuse(refusalOf(judged.verdict.problem))
  const { plan } = judged.verdict
  if (!plan.rests && !hasReserveFor(state.house, pid, plan.position, at))
    return refuse({ code: 'insufficientReserve' })
  return done({ request: judged.request, plan, tick: plan.rests ? inForce : best })
}

/** From which side the market gets to the trigger price of a stop order. */
const triggerOf = ({ side, price }: OrderRequest, tick: Tick): 'rises' | 'falls' =>
  price > fillPrice(side, tick) ? 'rises' : 'falls'

const orderOf = (
  { pid, ai }: PlaceOrder,
  { request, plan, tick }: AcceptedOrder,
  { id, acceptance }: OrderNumber,
  nowMs: number,
): LiveOrder => ({
  ...plan.position,
  id,
  pid,
  lots: request.lots,
  leverage: request.leverage,
  margin: plan.costs.margin,
  openFee: plan.costs.charged,
  state: plan.rests ? 'resting' : 'open',
  hold: (plan.rests ? plan.costs.margin + plan.costs.charged : 0n) as Usdt,
  takeProfit: request.takeProfit,
  stopLoss: request.stopLoss,
  closingOrders: [],
  trailing: null,
  trigger: request.kind === 'stop' ? triggerOf(request, tick) : null,
  expiresMs: plan.rests ? request.expiresMs : null,
  acceptance,
  aiRun: ai?.decision.run ?? null,
  createdMs: nowMs,
  openedMs: plan.rests ? null : nowMs,
  copyOf: null,
  dueClose: null,
})

const openedOf = (
  { entry, ai }: PlaceOrder,
  { request, plan, tick }: AcceptedOrder,
  order: LiveOrder,
  before: LiveOrder | null,
): PositionOpened => ({
  kind: 'positionOpened',
  before,
  order,
  costs: plan.costs,
  tick,
  entry,
  cause: request.kind === 'limit' ? 'limit' : 'market',
  seen: request.price,
  ai: ai?.decision ?? null,
})

/**
 * Places an order: it opens at the market, or rests with margin and the whole fee on hold.
 *
 * Refuses `outOfRange`, `tooManyOrders`, `invalidState` (`leadConflict`, `expiryWithoutLimit`, `atTrigger`), `priceChanged`,
 * `invalidTpSl`, `insufficientBalance`, `insufficientReserve`.
 */
export const decidePlaceOrder = (
  state: TradingState,
  command: PlaceOrder,
  moment: Moment,
): Decision<readonly OrderEvent[]> => {
  const expiry = refuseExpiry(command.request, moment.nowMs)
  if (expiry !== null) return refuse(expiry)
  const accepted = acceptOrder(state, command, moment)
  if (accepted.refusal !== null) return accepted
  const { plan, tick } = accepted.result
  const order = orderOf(command, accepted.result, command.number, moment.nowMs)
  return done([
    plan.rests ? { kind: 'orderPlaced', order, tick } : openedOf(command, accepted.result, order, null),
  ])
}

/** What of a resting order changes; what is omitted stays. */
export type OrderChange = Partial<Pick<OrderRequest, 'price' | 'lots' | 'expiresMs'> & Stops>

/**
 * The order as it would be placed anew.
 *
 * @example amendedRequest(tenLotsAt65000, { price: price('64000') }).lots // 10
 */
export const amendedRequest = (order: LiveOrder, change: OrderChange): OrderRequest => ({
  side: order.side,
  leverage: order.leverage,
  kind: order.trigger === null ? 'limit' : 'stop',
  price: change.price ?? order.openPrice,
  lots: change.lots ?? order.lots,
  takeProfit: change.takeProfit === undefined ? order.takeProfit : change.takeProfit,
  stopLoss: change.stopLoss === undefined ? order.stopLoss : change.stopLoss,
  expiresMs: change.expiresMs === undefined ? order.expiresMs : change.expiresMs,
})

/** A resting order to amend, judged like the same order placed anew after a cancellation. */
export type AmendOrder = Omit<PlaceOrder, 'request' | 'ai'> & {
  readonly id: number
  readonly change: OrderChange
}

/**
 * Changes price, lots, stops and expiry of a resting order in one step; it may open at once. With another price or number
 * of lots it gets a new time priority.
 *
 * Refuses what `decidePlaceOrder` refuses, and `invalidState`: it does not rest, has expired (`orderExpired`), or
 * (`termsChanged`) lot or fee rate of the market are no longer those of the order.
 */
export const decideAmendOrder = (
  state: TradingState,
  { id, change, ...given }: AmendOrder,
  moment: Moment,
): Decision<readonly OrderEvent[]> => {
  const before = state.account.orders.get(id)
  if (before?.state !== 'resting') return refuse({ code: 'invalidState' })
  if (hasExpired(before, moment.nowMs))
    return refuse({ code: 'invalidState', data: { reason: 'orderExpired' } })
  const command = { ...given, request: amendedRequest(before, change), ai: null }
  const isExtended = command.request.expiresMs !== before.expiresMs
  const expiry = isExtended ? refuseExpiry(command.request, moment.nowMs) : null
  if (expiry !== null) return refuse(expiry)
  const request = judgeOrderRequest(command.request, given.terms)
  if (request !== null) return refuse(refusalOf(request))
  const { lot, feeRatePpm } = given.terms
  if (before.feeRatePpm !== feeRatePpm || before.quantity !== quantityOf(before.lots, lot))
    return refuse({ code: 'invalidState', data: { reason: 'termsChanged' } })
  const without = evolve(state, {
    kind: 'orderCancelled',
    order: before,
    reason: 'revokedByUser',
    tick: null,
  })
  const accepted = acceptOrder(without, command, moment)
  if (accepted.refusal !== null) return accepted
  const { plan, tick } = accepted.result
  const isRepriced = command.request.price !== before.openPrice || command.request.lots !== before.lots
  const { acceptance } = isRepriced ? given.number : before
  const number = { id, acceptance }
  const order = {
    ...orderOf(command, accepted.result, number, moment.nowMs),
    createdMs: before.createdMs,
  }
  if (plan.rests) return done([{ kind: 'orderAmended', before, order, tick, reached: false }])
  const limit = { ...order, openPrice: command.request.price }
  return done([
    { kind: 'orderAmended', before, order: limit, tick: given.entry?.accepted ?? tick, reached: true },
    openedOf(command, accepted.result, order, before),
  ])
}
