/** Decides what its owner does with a live order: cancelling it, setting its stops, closing it. */
import type { Tick } from '../../markets/evidence.ts'
import type { Price, Quantity, Usdt } from '../../money/units.ts'
import { stopLossBound } from '../account.ts'
import { validatePartialLots, validateTpSl } from '../checks.ts'
import { assertPaidByPart } from '../housePart.ts'
import { refusalOf } from '../judge.ts'
import { freshTickOf, type MarketSnapshot } from '../marketSnapshot.ts'
import type {
  CancelReason,
  CloseCause,
  LiveOrder,
  OrderCancelled,
  OrderNumber,
  PositionClosed,
  Stops,
  StopsChanged,
} from '../order.ts'
import { type ContractTerms, closingPrice, type OpenPosition, quantityOf, splitPosition } from '../rules.ts'
import { type Closing, closingOf, drawMargin, houseShareOf } from '../settlement.ts'
import type { TradingState } from '../tradingState.ts'
import {
  isSameDistance,
  type TrailingDistance,
  type TrailingStop,
  validateTrailingDistance,
} from '../trailingStop.ts'
import { marketAccountOf, openPositions, valueAccount, valuePosition } from '../valuation.ts'
import type { AiDecision } from '../wire.ts'
import { type Decision, done, type Moment, refuse } from './decision.ts'
import { amendedRequest } from './order.ts'

/**
 * Cancels a resting order; its hold is free again. No fresh price is needed: an order that the market has not reached can
 * always be cancelled. Refuses `invalidState` where it does not rest.
 */
export const decideCancelOrder = (
  { account }: TradingState,
  { id, ...event }: Pick<OrderCancelled, 'tick'> & { readonly id: number; readonly reason: CancelReason },
): Decision<readonly OrderCancelled[]> => {
  const order = account.orders.get(id)
  if (order?.state !== 'resting') return refuse({ code: 'invalidState' })
  return done([{ kind: 'orderCancelled', order, ...event }])
}

/** The stops of a live order to set; an omitted one stays. */
export type SetStops = {
  readonly id: number
  readonly stops: Partial<Stops>
  /** Null clears the trailing stop of a position; undefined leaves it, and so does the distance that it has. */
  readonly trailing?: TrailingDistance | null | undefined
  /** Those of a position get a new time priority; null for a resting order, which keeps its own. */
  readonly number: OrderNumber | null
  /** Smallest price step of the market. */
  readonly step: Price
}

/**
 * Sets take profit and stop loss of an order, judged at its entry price (of a resting order: its limit price) and the
 * present liquidation price of the account; a position also its trailing stop, which follows the market from this tick on.
 *
 * Refuses `invalidState` (it does not live; a trailing stop of what is not open: `trailingNotOpen`), `priceChanged`, `invalidTpSl`,
 * `outOfRange` (distance).
 */
export const decideSetStops = (
  { account }: TradingState,
  { id, stops: given, trailing, number, step }: SetStops,
  { at }: Moment,
): Decision<readonly StopsChanged[]> => {
  const order = account.orders.get(id)
  if (order === undefined) return refuse({ code: 'invalidState' })
  const tick = freshTickOf(at, order.pid)
  if (tick === null) return refuse({ code: 'priceChanged' })
  const { takeProfit, stopLoss } = amendedRequest(order, given)
  const { side, openPrice, pid, margin, openFee } = order
  const pending = { position: order, margin, feeFromWallet: openFee }
  const impact = order.state === 'resting' ? pending : null
  const liquidationPrice = stopLossBound(marketAccountOf(valueAccount(account, at), pid), side, impact)
  const issue = validateTpSl({ side, openPrice, liquidationPrice, targetProfit: takeProfit, stopLoss, step })
  // Stops that stay as they are do not keep a trailing stop from being set.
  const isJudged = trailing === undefined || given.takeProfit !== undefined || given.stopLoss !== undefined
  if (isJudged && issue !== null) return refuse(refusalOf({ kind: 'stops', ...issue }))
  const event = stopsChangedOf(order, { takeProfit, stopLoss }, number, tick)
  const trailed = trailingOf(order, trailing, tick, step)
  if (trailed.refusal !== null) return refuse(trailed.refusal)
  return done([{ ...event, order: { ...event.order, trailing: trailed.result } }])
}

/** The trailing stop that an order has after a request. */
const trailingOf = (
  { state, side, trailing: before }: LiveOrder,
  requested: SetStops['trailing'],
  tick: Tick,
  step: Price,
): Decision<TrailingStop | null> => {
  if (
    requested === undefined ||
    (requested !== null && before !== null && isSameDistance(requested, before.distance))
  )
    return done(before)
  if (requested === null) return done(null)
  if (state !== 'open') return refuse({ code: 'invalidState', data: { reason: 'trailingNotOpen' } })
  const start = closingPrice(side, tick)
  const issue = validateTrailingDistance(requested, start, step)
  return issue === null
    ? done({ distance: requested, since: tick.n, start })
    : refuse({ code: 'outOfRange', data: issue })
}

/** The event of other stops of an order, with their time priority; null keeps that of the order. */
export const stopsChangedOf = (
  before: LiveOrder,
  stops: Stops,
  number: OrderNumber | null,
  tick: StopsChanged['tick'],
): StopsChanged => {
  const { acceptance } = number ?? before
  return { kind: 'stopsChanged', before, order: { ...before, ...stops, acceptance }, tick }
}

/** What of a position closes, and what stays; null when all of it closes. */
export type ClosedParts = { readonly closed: OpenPosition; readonly rest: OpenPosition | null }

/** Splits an order by its own lot, from which that of its product may differ since. All lots or more close all of it. */
export const partsOf = (order: LiveOrder, lots: number): ClosedParts => {
  if (lots >= order.lots) return { closed: order, rest: null }
  const lot = (order.quantity / BigInt(order.lots)) as Quantity
  if (quantityOf(order.lots, lot) !== order.quantity) throw new Error(`order ${order.id} is not whole lots`)
  return splitPosition(order, lots, lot)
}

/** What a close in an account comes to at a tick. */
export const quoteClose = (
  { account, owner }: TradingState,
  closed: OpenPosition,
  tick: PositionClosed['tick'],
): Closing =>
  closingOf(closed, tick, {
    free: account.free,
    bonus: owner.bonus,
    otherMargin: (account.margin - closed.margin) as Usdt,
  })

/** A close that was worked out, before it is known which house accounts pay. */
export type QuotedClose = Omit<PositionClosed, 'kind' | 'share' | 'drawn'>

/**
 * The event of a close: a profit beyond the reserves is owed openly, and a loss beyond free balance and own margin draws on
 * the margin of other positions, the oldest first.
 *
 * @throws HousePartShort a part of the house account does not pay its share by itself
 */
export const positionClosedOf = ({ account, house }: TradingState, quoted: QuotedClose): PositionClosed => {
  const { settlement } = quoted.closing
  const share = houseShareOf(settlement, { trading: house.trading, insurance: house.insurance })
  if (house.others !== null) assertPaidByPart(settlement, share)
  const remaining = openPositions(account).flatMap(({ id, margin }) => {
    if (id !== quoted.order.id) return [{ id, margin }]
    return quoted.rest === null ? [] : [{ id, margin: quoted.rest.margin }]
  })
  return {
    kind: 'positionClosed',
    ...quoted,
    share,
    drawn: drawMargin(remaining, settlement.takenMargin),
  }
}

/** A position to close at the market, whole or in part. */
export type ClosePosition = {
  readonly id: number
  /** Null: all lots. */
  readonly lots: number | null
  readonly terms: Pick<ContractTerms, 'minLots' | 'stepLots'>
  readonly cause: CloseCause
  readonly ai: AiDecision | null
}

/**
 * Closes a position at its side of the latest tick. The insurance fund pays for an empty wallet, not for one whose other
 * positions could pay, nor for one that has money on hold for orders that can be cancelled.
 *
 * Refuses `invalidState` (not open, `closeProfitFirst`, `revokePendingFirst`), `priceChanged`, `outOfRange`.
 */
export const decideClosePosition = (
  state: TradingState,
  { id, lots, terms, cause, ai }: ClosePosition,
  { at }: Moment,
): Decision<readonly PositionClosed[]> => {
  const order = state.account.orders.get(id)
  if (order?.state !== 'open') return refuse({ code: 'invalidState' })
  const tick = freshTickOf(at, order.pid)
  if (tick === null) return refuse({ code: 'priceChanged' })
  const issue = validatePartialLots(lots ?? order.lots, order.lots, terms)
  if (issue !== null) return refuse({ code: 'outOfRange', data: issue })
  const parts = partsOf(order, lots ?? order.lots)
  const closing = quoteClose(state, parts.closed, tick)
  const first = closing.settlement.lossUnpaid > 0n ? payingFirst(state, order, at) : null
  if (first !== null) return refuse({ code: 'invalidState', data: first })
  const quoted = { order, ...parts, closing, cause, tick, account: null, copyOf: null, ai }
  return done([positionClosedOf(state, quoted)])
}

/** What can pay for a loss before the insurance fund does: a position in profit, or the hold of a resting order. */
const payingFirst = (
  { account }: TradingState,
  { id }: LiveOrder,
  at: MarketSnapshot,
): { readonly reason: 'closeProfitFirst' | 'revokePendingFirst'; readonly id: number } | null => {
  const others = openPositions(account).filter((one) => one.id !== id)
  const earning = others.find((order) => valuePosition(order, at).profit > 0n)
  if (earning !== undefined) return { reason: 'closeProfitFirst', id: earning.id }
  const resting = [...account.orders.values()].find(({ state }) => state === 'resting')
  return resting === undefined ? null : { reason: 'revokePendingFirst', id: resting.id }
}
