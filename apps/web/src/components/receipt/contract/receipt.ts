import type { DataOf } from '@glasshouse/core/calls'
import { exceedsSlippage } from '@glasshouse/core/contracts/checks'
import { closingRowsInForce, isClosingReached } from '@glasshouse/core/contracts/closingOrders'
import { type ContractOrder, contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import {
  closingPrice,
  fillPrice,
  margin,
  notional,
  quantityOf,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import {
  parseTrailing,
  type TrailingDistance,
  trailingTrigger,
} from '@glasshouse/core/contracts/trailingStop'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { expectedPnlAt } from '../../market/expectedPnl.ts'

/** What a receipt needs to know of its order. */
type ReceiptOrder = Pick<
  ContractOrder,
  'id' | 'pid' | 'symbol' | 'side' | 'leverage' | 'openPrice' | 'stopLoss' | 'takeProfit'
>

/** Receipt of an order. Its events stay as the wire has them, because they are recalculated as evidence. */
export type ReceiptAnswer = Omit<DataOf<'/api/contract/receipt'>, 'order'> & { readonly order: ReceiptOrder }

export const receiptFromWire = (answer: DataOf<'/api/contract/receipt'>): ReceiptAnswer => ({
  ...answer,
  order: contractOrderFromWire(answer.order),
})
export type ReceiptEvent = ReceiptAnswer['events'][number]

/** Event recalculated from its tick, with the charged amounts. */
export type Recalculation = {
  readonly kind: 'opened' | 'closed'
  readonly lots: number
  readonly quantity: Quantity
  readonly side: 'ask' | 'bid'
  /** Price of the tick on that side. */
  readonly price: Price
  readonly openPrice: Price
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  /** Part of the fee paid by bonus credit. */
  readonly feeFromBonus: Usdt
  readonly profit: Usdt
  /** Limit or stop price that the tick reached; null for market orders. */
  readonly trigger: Price | null
  /** Of a close by closing orders: those in force before it. */
  readonly closingOrders: readonly ClosingInForce[]
  /** Part of a loss paid by the insurance fund. */
  readonly insurance: Usdt
  /** Every recalculated figure equals the charged one. */
  readonly matches: boolean
}

/** From which side a stop order is reached, by the rule of the event that last placed or changed it; null otherwise. */
const stopSideOf = (events: readonly ReceiptEvent[]): 'rises' | 'falls' | null => {
  const rule = events.findLast(({ kind }) => kind === 'placed' || kind === 'amended')?.rule ?? ''
  return rule.endsWith('Rises') ? 'rises' : rule.endsWith('Falls') ? 'falls' : null
}

/** Trigger price of a trailing stop that was reached, from its distance and its best tick; 0 where the receipt tells none. */
const trailedTrigger = (side: ReceiptOrder['side'], trailing: ReceiptEvent['trailing']): Price => {
  const distance = parseTrailing(trailing?.distance ?? '')
  const best = trailing?.best
  if (distance === null || best === undefined) return 0n as Price
  return trailingTrigger(side, distance, closingPrice(side, { ask: price(best.ask), bid: price(best.bid) }))
}

/** A closing order that was in force when a position closed, and whether the tick reached its price. */
type ClosingInForce = { readonly price: Price; readonly lots: number; readonly isReached: boolean }

/**
 * Closing orders that were in force before an event, the nearest to the market first; null where the receipt lists none, as
 * that of a part did in former versions.
 */
const closingInForce = (
  { order: { side }, events }: ReceiptAnswer,
  event: ReceiptEvent,
  at: Price,
): readonly ClosingInForce[] | null => {
  const before = events.indexOf(event)
  const rows = (before === -1 ? events : events.slice(0, before)).map(({ rule, price: text, number }) => ({
    ...{ rule, price: price(text), lots: number },
  }))
  if (!rows.some(({ rule }) => rule.startsWith('closingOrder'))) return null
  return closingRowsInForce(side, rows)
    .map((one) => ({
      ...{ price: one.price, lots: one.lots },
      isReached: isClosingReached(side, one.price, { bid: at, ask: at }),
    }))
    .sort((a, b) => (a.price < b.price === (side === 'long') ? -1 : 1))
}

const triggerOf = ({ order, events }: ReceiptAnswer, { rule, trailing }: ReceiptEvent): Price | null => {
  if (rule.startsWith('stopLoss')) return order.stopLoss ?? (0n as Price)
  if (rule.startsWith('stopProfit')) return order.takeProfit ?? (0n as Price)
  if (rule.startsWith('trailingStop')) return trailedTrigger(order.side, trailing)
  const placed = /^(limit|trigger)/.test(rule)
    ? events.findLast(({ kind }) => kind === 'placed' || kind === 'amended')
    : undefined
  return placed ? price(placed.price) : null
}

/** Whether the fill was allowed: limit and take profit at their price or better, stop loss at its price or worse. */
const wasReached = ({ order, events }: ReceiptAnswer, rule: string, at: Price, trigger: Price): boolean => {
  if (rule.startsWith('trigger')) return stopSideOf(events) === 'rises' ? at >= trigger : at <= trigger
  const other = order.side === 'long' ? 'short' : 'long'
  return !exceedsSlippage(rule.startsWith('stopProfit') ? other : order.side, at, trigger, 0)
}

/**
 * Recalculates an event with the rules of the server; null for an event that moved no position or has no tick.
 */
export const recalculate = (answer: ReceiptAnswer, event: ReceiptEvent): Recalculation | null => {
  const { order, lot, feeRatePpm } = answer
  if (!event.tick || !(event.kind === 'opened' || event.kind === 'closed' || event.kind === 'closedPart'))
    return null
  const side = order.side
  const best = { ask: price(event.tick.ask), bid: price(event.tick.bid) }
  const opens = event.kind === 'opened'
  const at = opens ? fillPrice(side, best) : closingPrice(side, best)
  const coins = quantityOf(event.number, quantity(lot))
  const openPrice = opens ? at : order.openPrice
  const reckoned = {
    margin: margin(coins, openPrice, order.leverage),
    fee: tradingFee(coins, at, feeRatePpm),
    profit: unrealizedPnl({ side, quantity: coins, openPrice }, at),
  }
  const closing = event.rule.startsWith('closingOrder') ? closingInForce(answer, event, at) : null
  const reached = closing?.filter(({ isReached }) => isReached)
  // The farthest price had to be reached.
  const trigger = reached ? (reached.at(-1)?.price ?? (0n as Price)) : triggerOf(answer, event)
  const wasAllowed =
    reached === undefined
      ? trigger === null || wasReached(answer, event.rule, at, trigger)
      : reached.reduce((sum, { lots }) => sum + lots, 0) === event.number
  const charged =
    wasAllowed &&
    at === price(event.price) &&
    reckoned.fee === usdt(event.fee) &&
    (opens ? reckoned.margin === usdt(event.margin) : reckoned.profit === usdt(event.profit))
  return {
    kind: opens ? 'opened' : 'closed',
    lots: event.number,
    quantity: coins,
    side: (side === 'long') === opens ? 'ask' : 'bid',
    price: at,
    openPrice,
    notional: notional(coins, at),
    ...reckoned,
    trigger,
    closingOrders: closing ?? [],
    feeFromBonus: usdt(event.feeFromBonus ?? '0'),
    insurance: usdt(event.insurance),
    matches: charged,
  }
}

/** Recalculated hold of an open order, placed or amended, or its release. */
export type HoldReckoning = {
  readonly kind: 'placed' | 'revoked'
  readonly lots: number
  readonly quantity: Quantity
  readonly side: 'ask' | 'bid'
  readonly price: Price
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  readonly held: Usdt
  readonly isStop: boolean
  readonly matches: boolean
}

/** Whether the market had reached the price of a resting order, which would then have filled or have been cancelled. */
const isThere = (
  side: ReceiptOrder['side'],
  stopSide: 'rises' | 'falls' | null,
  now: Price,
  fixed: Price,
): boolean => {
  if (stopSide === null) return !exceedsSlippage(side, now, fixed, 0)
  return stopSide === 'rises' ? now >= fixed : now <= fixed
}

/** Recalculates the hold of an open order; null for other events, and for an amended order that opened at once. */
export const recalculateHold = (answer: ReceiptAnswer, event: ReceiptEvent): HoldReckoning | null => {
  if (event.kind !== 'placed' && event.kind !== 'amended' && event.kind !== 'revoked') return null
  if (event.rule === 'amendedReached') return null
  const { order, lot, feeRatePpm } = answer
  const side = order.side
  const fixed = price(event.price)
  const coins = quantityOf(event.number, quantity(lot))
  const marginHeld = margin(coins, fixed, order.leverage)
  const charged = tradingFee(coins, fixed, feeRatePpm)
  const stopSide = stopSideOf(answer.events.slice(0, answer.events.indexOf(event) + 1))
  const waited =
    (event.kind === 'revoked' && event.rule !== 'revokedByUser') ||
    event.tick === null ||
    !isThere(
      side,
      stopSide,
      fillPrice(side, { ask: price(event.tick.ask), bid: price(event.tick.bid) }),
      fixed,
    )
  return {
    kind: event.kind === 'revoked' ? 'revoked' : 'placed',
    lots: event.number,
    quantity: coins,
    side: side === 'long' ? 'ask' : 'bid',
    price: fixed,
    notional: notional(coins, fixed),
    margin: marginHeld,
    fee: charged,
    held: (marginHeld + charged) as Usdt,
    isStop: stopSide !== null,
    matches: waited && marginHeld === usdt(event.margin) && usdt(event.fee) === 0n,
  }
}

/** Stop, trailing stop or closing order that was set or cleared, with its expected profit or loss. */
export type StopReckoning = {
  readonly which: 'profit' | 'loss' | 'trailing' | 'closing'
  /** Of a trailing stop. */
  readonly distance: TrailingDistance | null
  readonly isSet: boolean
  readonly lots: number
  readonly quantity: Quantity
  /** Closing side of the book. */
  readonly side: 'ask' | 'bid'
  readonly price: Price
  readonly openPrice: Price
  readonly expected: Usdt | null
}

/** Recalculates the expected profit or loss of a stop from the opening price; null for other events. */
export const recalculateTpSl = ({ order, lot }: ReceiptAnswer, event: ReceiptEvent): StopReckoning | null => {
  if (event.kind !== 'stopsSet') return null
  const isClosing = event.rule.startsWith('closingOrder')
  const isTrailing = event.rule.startsWith('trailingStop')
  const fixed = event.rule.startsWith('stopProfit') ? 'profit' : 'loss'
  const which = isClosing ? 'closing' : isTrailing ? 'trailing' : fixed
  const side = order.side
  const coins = quantityOf(event.number, quantity(lot))
  const openPrice = order.openPrice
  const at = price(event.price)
  const position = { side, quantity: coins, openPrice }
  return {
    which,
    isSet: event.rule.endsWith('Set'),
    lots: event.number,
    quantity: coins,
    side: side === 'long' ? 'bid' : 'ask',
    price: at,
    openPrice,
    distance: isTrailing ? parseTrailing(event.trailing?.distance ?? '') : null,
    expected:
      which === 'closing' || which === 'trailing'
        ? unrealizedPnl(position, at)
        : expectedPnlAt(position, at, which),
  }
}

/** Index of the initially selected event: the newest that moved money, otherwise the newest. */
export const defaultEvent = (events: readonly ReceiptEvent[]): number => {
  const newest = events.findLastIndex(({ kind }) => kind !== 'stopsSet')
  return newest === -1 ? events.length - 1 : newest
}
