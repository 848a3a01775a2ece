/**
 * The verdict on a new order, used by the ticket, by the command that places one and by the one that amends one. Order:
 * price and lots · slippage or trigger · size · take profit and stop loss · balance. The command asks before it whether the account
 * may trade, and after it whether the trading reserve covers the position.
 */
import type { ErrorCode, ErrorData } from '../errors/registry.ts'
import { accept, type Judgement, reject } from '../money/judgement.ts'
import { formatPrice, formatUsdt, type Price, type Usdt } from '../money/units.ts'
import {
  type AccountFigures,
  availableBalance,
  type FeedPosition,
  liquidationInput,
  liquidationPrice,
  lossAtLiquidation,
  type MarketAccount,
  maxLoss,
  stopLossBound,
} from './account.ts'
import {
  exceedsSlippage,
  type LotsIssue,
  type TpSlIssue,
  validateLeverage,
  validateLots,
  validateTpSl,
} from './checks.ts'
import {
  type BestPrices,
  type ContractTerms,
  fillPrice,
  notional,
  type Position,
  type PositionSide,
  quantityOf,
} from './rules.ts'
import { type OpeningCosts, openingCosts } from './settlement.ts'

/**
 * A market order opens at once; a limit order rests until the market reaches its price; a stop order rests until the
 * market gets to its price from either side, then opens at the market.
 */
export type OrderKind = 'market' | 'limit' | 'stop'

/** An order as a customer asks for it. */
export type OrderRequest = {
  readonly side: PositionSide
  readonly leverage: number
  readonly lots: number
  readonly kind: OrderKind
  /** Limit or trigger price; of a market order the price that the customer saw. */
  readonly price: Price
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** When a resting order that does not open ends, epoch milliseconds; null where it rests until it is cancelled. */
  readonly expiresMs: number | null
}

/** The account in which an order would open, without an order that it replaces; USDT. */
export type OrderAccount = AccountFigures & MarketAccount & { readonly bonus: Usdt }

/** What decides about an order. A page leaves null what it does not know, and it is not judged there. */
export type OrderFacts = {
  readonly terms: Pick<ContractTerms, 'lot' | 'feeRatePpm' | 'slippagePpm'>
  /** Smallest price step of the market. */
  readonly step: Price
  /** Best prices of the tick that decides. Null: a limit order is planned as resting. */
  readonly best: BestPrices | null
  /** The largest notional that the caps let pass, USDT. */
  readonly maxNotional: Usdt | null
  readonly account: OrderAccount | null
}

/** Figures of an order, whether or not it is accepted. */
export type OrderPlan = {
  /** Whether it rests at its limit price instead of opening at once. */
  readonly rests: boolean
  readonly position: FeedPosition
  readonly notional: Usdt
  readonly costs: OpeningCosts
  /** Required available balance: margin, and the part of the fee that bonus credit does not pay. */
  readonly needed: Usdt
  /** Null without an account. */
  readonly affordable: boolean | null
  /** Liquidation price that limits the stop loss; null without a limit. */
  readonly stopBound: Price | null
}

export type OrderRequestProblem =
  | { readonly kind: 'noPrice' }
  | ({ readonly kind: 'lots' } & LotsIssue)
  | { readonly kind: 'leverage'; readonly min: number; readonly max: number; readonly allowed: string }

export type OrderProblem =
  | { readonly kind: 'slippage'; readonly price: Price }
  /** The market is at the trigger price already. */
  | { readonly kind: 'atTrigger'; readonly price: Price }
  | { readonly kind: 'size'; readonly max: Usdt }
  | ({ readonly kind: 'stops' } & TpSlIssue)
  | { readonly kind: 'balance'; readonly needed: Usdt; readonly available: Usdt }

/** First part of the verdict: what the request alone is rejected for; null when nothing. */
export const judgeOrderRequest = (
  request: Pick<OrderRequest, 'price' | 'lots' | 'leverage'>,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots' | 'leverages'>,
): OrderRequestProblem | null => {
  if (request.price === 0n) return { kind: 'noPrice' }
  const lots = validateLots(request.lots, terms)
  if (lots !== null) return { kind: 'lots', ...lots }
  const leverage = validateLeverage(request.leverage, terms)
  return leverage === null ? null : { kind: 'leverage', ...leverage }
}

/**
 * Whether the market has a limit price already.
 *
 * @example isLimitReached({ side: 'long', price: price('100') }, { bid: price('99'), ask: price('100') }) // true
 */
export const isLimitReached = (
  { side, price }: Pick<OrderRequest, 'side' | 'price'>,
  best: BestPrices,
): boolean => !exceedsSlippage(side, fillPrice(side, best), price, 0)

/**
 * Figures of an order: its fill at the market, or its rest at the limit price with the whole fee on hold.
 *
 * @example planOrder({ terms, step, best: null, maxNotional: null, account: null }, elevenLotsAt65850With10).needed // 72.797175
 */
export const planOrder = ({ terms, best, account }: OrderFacts, request: OrderRequest): OrderPlan => {
  const { side, leverage, lots, kind, price } = request
  const rests = best === null || kind === 'stop' || (kind === 'limit' && !isLimitReached(request, best))
  const openPrice = rests ? price : fillPrice(side, best)
  const { feeRatePpm } = terms
  const position = { side, openPrice, quantity: quantityOf(lots, terms.lot), feeRatePpm }
  const bonus = rests || account === null ? (0n as Usdt) : account.bonus
  const costs = openingCosts(position, leverage, feeRatePpm, bonus)
  const needed = (costs.margin + costs.feeFromWallet) as Usdt
  return {
    rests,
    position,
    notional: notional(position.quantity, openPrice),
    costs,
    needed,
    affordable: account === null ? null : needed <= availableBalance(account),
    stopBound: account === null ? null : stopLossBound(account, side, { position, ...costs }),
  }
}

/**
 * The verdict on an order whose request passed `judgeOrderRequest`: its figures, or the first problem.
 *
 * @example judgeOrder({ terms, step, best, maxNotional: usdt('100'), account }, elevenLotsBought).problem
 * // { kind: 'size', max: 100 USDT }
 */
export const judgeOrder = (facts: OrderFacts, request: OrderRequest): Judgement<OrderPlan, OrderProblem> => {
  const plan = planOrder(facts, request)
  const { side, openPrice } = plan.position
  const { slippagePpm } = facts.terms
  const { best } = facts
  if (request.kind === 'stop' && best !== null && fillPrice(side, best) === openPrice)
    return reject({ kind: 'atTrigger', price: openPrice })
  if (!plan.rests && exceedsSlippage(side, openPrice, request.price, slippagePpm))
    return reject({ kind: 'slippage', price: openPrice })
  const { maxNotional, account } = facts
  if (maxNotional !== null && plan.notional > maxNotional) return reject({ kind: 'size', max: maxNotional })
  const { takeProfit: targetProfit, stopLoss } = request
  const stops = {
    side,
    openPrice,
    liquidationPrice: plan.stopBound,
    targetProfit,
    stopLoss,
    step: facts.step,
  }
  const issue = validateTpSl(stops)
  if (issue !== null) return reject({ kind: 'stops', ...issue })
  if (account !== null && plan.affordable === false)
    return reject({ kind: 'balance', needed: plan.needed, available: availableBalance(account) })
  return accept(plan)
}

/** What an account risks with an order, USDT. */
export type OrderRisk = {
  /** Liquidation price of the market with the order; null if no price liquidates the account. */
  readonly liquidation: Price | null
  /** Loss of the whole wallet when the market is there. */
  readonly lossThere: Usdt | null
  /** Maximum loss of the whole wallet. */
  readonly worst: Usdt
}

/**
 * What an account risks with an order that it can afford.
 *
 * @param here open positions on the market of the order with the fee rates of their closes; `elsewhere` all others
 */
export const orderRisk = (
  account: OrderAccount & { readonly here: readonly FeedPosition[]; readonly elsewhere: readonly Position[] },
  { position, costs }: OrderPlan,
): OrderRisk => {
  const liquidation = liquidationPrice(liquidationInput(account, { position, ...costs }))
  const { balance, otherProfit } = account
  const positions = [...account.here, position]
  const openFee = costs.feeFromWallet
  const loss = { balance, openFee, otherProfit, positions }
  return {
    liquidation,
    lossThere: liquidation === null ? null : lossAtLiquidation(loss, liquidation),
    worst: maxLoss({ balance, positions: [...positions, ...account.elsewhere], openFee }),
  }
}

/** Why nothing was done: the error of the registry with its data. */
export type Refusal = { readonly code: ErrorCode; readonly data?: ErrorData }

/** The error that a problem of an order is refused with. */
export const refusalOf = (problem: OrderProblem | OrderRequestProblem): Refusal => {
  switch (problem.kind) {
    case 'noPrice':
      return { code: 'outOfRange', data: { min: formatPrice(1n as Price) } }
    case 'lots':
      return { code: 'outOfRange', data: { min: problem.min, step: problem.step } }
    case 'leverage': {
      const { min, max, allowed } = problem
      return { code: 'outOfRange', data: { min, max, allowed } }
    }
    case 'slippage':
      return { code: 'priceChanged', data: { price: formatPrice(problem.price) } }
    case 'atTrigger':
      return { code: 'invalidState', data: { reason: 'atTrigger', price: formatPrice(problem.price) } }
    case 'size':
      return { code: 'outOfRange', data: { rule: 'notional', max: formatUsdt(problem.max) } }
    case 'stops':
      return { code: 'invalidTpSl', data: { rule: problem.rule, limit: formatPrice(problem.limit) } }
    case 'balance': {
      const { needed, available } = problem
      return {
        code: 'insufficientBalance',
        data: { needed: formatUsdt(needed), available: formatUsdt(available) },
      }
    }
  }
}
