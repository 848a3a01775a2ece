import type { FeedPosition } from '@glasshouse/core/contracts/account'
import { validateLots } from '@glasshouse/core/contracts/checks'
import {
  isLimitReached,
  judgeOrder,
  type OrderFacts,
  type OrderKind,
  type OrderRequest,
  orderRisk,
  planOrder,
} from '@glasshouse/core/contracts/judge'
import { allowedLots, type LotSteps } from '@glasshouse/core/contracts/orderUnits'
import {
  type BestPrices,
  type ContractTerms,
  fillPrice,
  maxLots,
  type Position,
  type PositionSide,
  slippagePpm,
} from '@glasshouse/core/contracts/rules'
import { maxLotsOfNotional } from '@glasshouse/core/contracts/size'
import { type Price, priceStep, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import type { AccountView } from '../account.ts'
import { type ParsedPrice, readPrice, type TpSlDraft, type TpSlView, tpSlView } from '../tpSl.ts'
import { readSize, type SizeReading } from './size.ts'
import type { SizeUnit, StopUnit } from './units.ts'

/** Market order, limit order that rests until the market reaches its price, or stop order that then opens at the market. */
export type TicketMode = 'market' | 'fixed' | 'trigger'

/** Kind of the order that a mode places. */
export const orderKinds = {
  market: 'market',
  fixed: 'limit',
  trigger: 'stop',
} as const satisfies Record<TicketMode, OrderKind>

export type TicketInput = {
  readonly side: PositionSide
  readonly mode: TicketMode
  readonly leverage: number
  /** Text of the limit price field. */
  readonly priceText: string
  readonly profitText: string
  readonly lossText: string
  /** Unit of the stop fields. */
  readonly stopUnit: StopUnit
  /** Decimals of the market's price. */
  readonly scale: number
  /** Text of the size field, and its unit. */
  readonly sizeText: string
  readonly unit: SizeUnit
  readonly terms: Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'>
  /** Null while there is no live price. */
  readonly best: BestPrices | null
  /** Null for visitors and while loading. */
  readonly holder: TradingAccount | null
  /** The largest notional that passes the caps on this side; null while unknown. */
  readonly maxNotional: Usdt | null
}

/** Account of the new position, with its other positions. */
export type TradingAccount = {
  readonly account: AccountView
  readonly bonus: Usdt
  /** Open positions on this market and on other markets. */
  readonly here: readonly FeedPosition[]
  readonly elsewhere: readonly Position[]
  readonly otherProfit: Usdt
}

/** Why the ticket cannot be sent. */
export type TicketIssue =
  | { readonly kind: 'noPrice' | 'wrongPrice' | 'empty' | 'notWhole' | 'wrongSize' | 'stops' | 'atTrigger' }
  | { readonly kind: 'limits'; readonly min: number; readonly step: number }
  | { readonly kind: 'balanceLow'; readonly needed: Usdt }
  | { readonly kind: 'tooLarge'; readonly max: Usdt }

export type TicketCosts = {
  readonly quantity: Quantity
  readonly notional: Usdt
  readonly margin: Usdt
  readonly fee: Usdt
  /** Part of the fee paid by bonus credit. */
  readonly feeFromBonus: Usdt
  /** Required available balance: margin, and the part of the fee that bonus credit does not pay. */
  readonly needed: Usdt
  /** Whether the wallet can pay; if not, there are no risk figures. Null without a wallet. */
  readonly affordable: boolean | null
  /** Null if no price liquidates the account. */
  readonly liquidationPrice: Price | null
  /** Liquidation price that limits the stop loss; null without a limit. */
  readonly stopBound: Price | null
  /** Loss of the whole wallet when this market is at its liquidation price. */
  readonly lossThere: Usdt | null
  /** Maximum loss of the whole wallet. */
  readonly worst: Usdt | null
}

export type TicketView = {
  /** Price of the calculation: the market price, or the limit price until the market reaches it. */
  readonly price: Price | null
  /** Price in the request: the price the user saw, or the limit price. */
  readonly sentPrice: Price | null
  /** The limit order would rest. If the market has reached its price, it fills at once. */
  readonly rests: boolean
  readonly stops: TpSlView
  /** What the stops are computed from, to convert them. */
  readonly stopsInput: TpSlDraft
  readonly lots: number | null
  /** Maximum number of lots that can be opened now; null while unknown. */
  readonly openable: number | null
  /** A cap of the market allows less than the wallet can pay. */
  readonly isCapped: boolean
  readonly costs: TicketCosts | null
  readonly problem: TicketIssue | null
}

/**
 * Number of lots for a share of the maximum, rounded down to an allowed number.
 *
 * @example lotsAtPercent(22, 50, { minLots: 1, stepLots: 1 }) // 11
 */
export const lotsAtPercent = (
  openable: number,
  percent: number,
  terms: Pick<LotSteps, 'minLots' | 'stepLots'>,
): number => allowedLots(BigInt(Math.floor((openable * percent) / 100)), terms)

/** The account as the market of the order sees it. */
export const orderAccountOf = ({ account, bonus, here, otherProfit }: TradingAccount) => ({
  ...account,
  bonus,
  here,
  otherProfit,
})

/** What decides about the order, as far as the page knows it. */
const factsOf = ({ best, holder, maxNotional, scale, terms }: TicketInput): OrderFacts => ({
  terms: { ...terms, slippagePpm },
  step: priceStep(scale),
  best,
  maxNotional,
  account: holder === null ? null : orderAccountOf(holder),
})

const requestOf = (
  { side, mode, leverage }: TicketInput,
  lots: number,
  price: Price,
  stops: Pick<OrderRequest, 'takeProfit' | 'stopLoss'>,
): OrderRequest => ({
  ...{ side, leverage, lots, price },
  kind: orderKinds[mode],
  ...stops,
  expiresMs: null,
})

const noRisk = { liquidation: null, lossThere: null, worst: null }
const noStops = { takeProfit: null, stopLoss: null }

const costsOf = (input: TicketInput, lots: number, at: Price): TicketCosts => {
  const { holder } = input
  const plan = planOrder(factsOf(input), requestOf(input, lots, at, noStops))
  const { costs, position, affordable, stopBound, needed } = plan
  const risk =
    holder !== null && affordable === true
      ? orderRisk({ ...orderAccountOf(holder), here: holder.here, elsewhere: holder.elsewhere }, plan)
      : noRisk
  return {
    quantity: position.quantity,
    notional: plan.notional,
    margin: costs.margin,
    fee: costs.charged,
    feeFromBonus: costs.feeFromBonus,
    ...{ needed, affordable, stopBound },
    liquidationPrice: risk.liquidation,
    lossThere: risk.lossThere,
    worst: risk.worst,
  }
}

type Pricing = Pick<TicketView, 'price' | 'sentPrice' | 'rests'> & { readonly typed: ParsedPrice['kind'] }

/** Price at which the order would open: the market price, or the limit price until the market reaches it. */
const pricingOf = (input: TicketInput): Pricing => {
  const now = input.best ? fillPrice(input.side, input.best) : null
  if (input.mode === 'market') return { price: now, sentPrice: now, rests: false, typed: 'price' }
  const typed = readPrice(input.priceText, input.scale)
  if (typed.kind !== 'price') return { price: null, sentPrice: null, rests: true, typed: typed.kind }
  const fixed = typed.price
  const reached =
    input.mode === 'fixed' &&
    input.best !== null &&
    isLimitReached({ side: input.side, price: fixed }, input.best)
  return { price: reached ? now : fixed, sentPrice: fixed, rests: !reached, typed: typed.kind }
}

const problemOf = (
  input: TicketInput,
  typed: ParsedPrice['kind'],
  size: SizeReading,
  { lots, sentPrice, stops }: Pick<TicketView, 'lots' | 'sentPrice' | 'stops'>,
): TicketIssue | null => {
  if (!input.best) return { kind: 'noPrice' }
  if (typed !== 'price') return { kind: 'wrongPrice' }
  if (size.kind !== 'lots') return size
  if (lots === null) return { kind: 'empty' }
  const limits = validateLots(lots, input.terms)
  if (limits) return { kind: 'limits', ...limits }
  if (!stops.fine || sentPrice === null) return { kind: 'stops' }
  const set = { takeProfit: stops.profit.price, stopLoss: stops.loss.price }
  const { problem } = judgeOrder(factsOf(input), requestOf(input, lots, sentPrice, set))
  switch (problem?.kind) {
    case undefined:
      return null
    case 'size':
      return { kind: 'tooLarge', max: problem.max }
    case 'balance':
      return { kind: 'balanceLow', needed: problem.needed }
    case 'stops':
      return { kind: 'stops' }
    case 'atTrigger':
      return { kind: 'atTrigger' }
    case 'slippage':
      return { kind: 'noPrice' }
  }
}

/** Bonus credit available for the fee: none for a resting order, which holds the full fee. */
const bonusFor = (holder: TradingAccount, rests: boolean): Usdt => (rests ? (0n as Usdt) : holder.bonus)

/** Lots that the wallet can pay and the caps let pass; null for visitors and while loading. */
const openableAt = (input: TicketInput, price: Price, rests: boolean) => {
  const { holder, leverage, maxNotional, terms } = input
  if (!holder) return { openable: null, isCapped: false }
  const { available } = holder.account
  const paid = maxLots({ available, bonus: bonusFor(holder, rests), price, leverage }, terms)
  const cap = maxNotional === null ? paid : maxLotsOfNotional(maxNotional, price, terms)
  return { openable: Math.min(paid, cap), isCapped: cap < paid }
}

/** Computes all figures and issues of an order ticket. */
export const ticketView = (input: TicketInput): TicketView => {
  const { typed, ...pricing } = pricingOf(input)
  const { price, rests, sentPrice } = pricing
  const size = readSize(input, price)
  const lots = size.kind === 'lots' ? size.lots : null
  const costs = sentPrice !== null && lots !== null && lots > 0 ? costsOf(input, lots, sentPrice) : null
  const most = price === null ? { openable: null, isCapped: false } : openableAt(input, price, rests)
  const stopsInput = {
    ...input,
    unit: input.stopUnit,
    openPrice: price,
    liquidationPrice: costs?.stopBound ?? null,
    basis: costs,
  }
  const view = { lots, ...most, costs, stops: tpSlView(stopsInput) }
  return { ...pricing, ...view, stopsInput, problem: problemOf(input, typed, size, { ...view, sentPrice }) }
}

/** What a stop order needs when a gap opens it 1 % beyond its trigger price: that price, and margin with the whole fee. */
export const gapOf = (
  { side, leverage, terms, best }: Pick<TicketInput, 'side' | 'leverage' | 'terms' | 'best'>,
  { lots, sentPrice }: Pick<TicketView, 'lots' | 'sentPrice'>,
): { readonly price: Price; readonly needed: Usdt } | null => {
  if (lots === null || lots === 0 || sentPrice === null || best === null) return null
  const percent = sentPrice / 100n
  const price = (sentPrice > fillPrice(side, best) ? sentPrice + percent : sentPrice - percent) as Price
  const facts = {
    terms: { ...terms, slippagePpm },
    step: 1n as Price,
    best: null,
    maxNotional: null,
    account: null,
  }
  const request = {
    ...{ side, leverage, lots, price },
    kind: 'stop' as const,
    ...noStops,
    expiresMs: null,
  }
  return { price, needed: planOrder(facts, request).needed }
}
