import {
  adverseLiquidationPrice,
  type FeedPosition,
  type LiquidationInput,
  liquidationPrice,
  lossAtCloseOut,
  maxLoss,
} from '@glasshouse/core/contracts/account'
import { exceedsSlippage, validateLots } from '@glasshouse/core/contracts/checks'
import { allowedLots, type LotSteps } from '@glasshouse/core/contracts/orderUnits'
import {
  type BestPrices,
  type ContractTerms,
  fillPrice,
  maxLots,
  notional,
  type Position,
  type PositionSide,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import { openingCosts } from '@glasshouse/core/contracts/settlement'
import { maxLotsOfNotional } from '@glasshouse/core/contracts/size'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { AccountView } from '../account.ts'
import {
  type ParsedPrice,
  readPrice,
  type StopsQuestion,
  type StopsView,
  type StopUnit,
  stopsView,
} from '../stops.ts'
import { readSize, type SizeReading, type SizeUnit } from './size.ts'

/** Market order, or limit order that rests until the market reaches its price. */
export type TicketMode = 'market' | 'fixed'

export type TicketQuestion = {
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
  | { readonly kind: 'noPrice' | 'wrongPrice' | 'empty' | 'notWhole' | 'wrongSize' | 'stops' }
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
  readonly closeOut: Price | null
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
  readonly stops: StopsView
  /** What the stops are computed from, to convert them. */
  readonly stopsInput: StopsQuestion
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

/** Effect of an order that is not open yet: its position and the part of its fee paid by the wallet. */
export type OpeningImpact = {
  readonly position: Position
  readonly margin: Usdt
  readonly feeFromWallet: Usdt
}

/** Input of the liquidation rule for an account, optionally with an order that is not open yet. */
const questionOf = (holder: TradingAccount, added: OpeningImpact | null): LiquidationInput => ({
  balance: (holder.account.balance - (added?.feeFromWallet ?? 0n)) as Usdt,
  margin: (holder.account.margin + (added?.margin ?? 0n)) as Usdt,
  otherProfit: holder.otherProfit,
  positions: added === null ? holder.here : [...holder.here, added.position],
})

/** Liquidation price that limits the stop loss of an order; null without a limit. */
export const stopLossBound = (
  holder: TradingAccount,
  side: PositionSide,
  added: OpeningImpact | null,
): Price | null => adverseLiquidationPrice(side, questionOf(holder, added))

const noRisk = { closeOut: null, stopBound: null, lossThere: null, worst: null }

const riskOf = (holder: TradingAccount, added: OpeningImpact & { readonly position: FeedPosition }) => {
  const liquidation = liquidationPrice(questionOf(holder, added))
  const { balance } = holder.account
  const positions = [...holder.here, added.position]
  const openFee = added.feeFromWallet
  const risk = { balance, openFee, otherProfit: holder.otherProfit, positions }
  return {
    closeOut: liquidation,
    stopBound: stopLossBound(holder, added.position.side, added),
    lossThere: liquidation === null ? null : lossAtCloseOut(risk, liquidation),
    worst: maxLoss({ balance, positions: [...positions, ...holder.elsewhere], openFee }),
  }
}

/** Bonus credit available for the fee: none for a resting order, which holds the full fee. */
const bonusFor = (holder: TradingAccount | null, rests: boolean): Usdt =>
  rests || holder === null ? (0n as Usdt) : holder.bonus

const costsOf = (input: TicketQuestion, lots: number, at: Price, rests: boolean): TicketCosts => {
  const { holder } = input
  const { feeRatePpm } = input.terms
  const quantity = quantityOf(lots, input.terms.lot)
  const position = { side: input.side, quantity, openPrice: at, feeRatePpm }
  const costs = openingCosts(position, input.leverage, feeRatePpm, bonusFor(holder, rests))
  const needed = (costs.margin + costs.feeFromWallet) as Usdt
  const affordable = holder === null ? null : needed <= holder.account.available
  return {
    quantity,
    notional: notional(quantity, at),
    margin: costs.margin,
    fee: costs.charged,
    feeFromBonus: costs.feeFromBonus,
    needed,
    affordable,
    ...(holder !== null && affordable ? riskOf(holder, { position, ...costs }) : noRisk),
  }
}

type Pricing = Pick<TicketView, 'price' | 'sentPrice' | 'rests'> & { readonly typed: ParsedPrice['kind'] }

/** Price at which the order would open: the market price, or the limit price until the market reaches it. */
const pricingOf = (input: TicketQuestion): Pricing => {
  const now = input.best ? fillPrice(input.side, input.best) : null
  if (input.mode === 'market') return { price: now, sentPrice: now, rests: false, typed: 'price' }
  const typed = readPrice(input.priceText, input.scale)
  if (typed.kind !== 'price') return { price: null, sentPrice: null, rests: true, typed: typed.kind }
  const fixed = typed.price
  // The market has reached a limit price if a fill now is not worse than it.
  const reached = now !== null && !exceedsSlippage(input.side, now, fixed, 0)
  return { price: reached ? now : fixed, sentPrice: fixed, rests: !reached, typed: typed.kind }
}

const problemOf = (
  input: TicketQuestion,
  typed: ParsedPrice['kind'],
  size: SizeReading,
  { lots, openable, costs, stops }: Pick<TicketView, 'lots' | 'openable' | 'costs' | 'stops'>,
): TicketIssue | null => {
  if (!input.best) return { kind: 'noPrice' }
  if (typed !== 'price') return { kind: 'wrongPrice' }
  if (size.kind !== 'lots') return size
  if (lots === null) return { kind: 'empty' }
  const limits = validateLots(lots, input.terms)
  if (limits) return { kind: 'limits', ...limits }
  if (!stops.fine) return { kind: 'stops' }
  if (costs && input.maxNotional !== null && costs.notional > input.maxNotional)
    return { kind: 'tooLarge', max: input.maxNotional }
  if (costs && openable !== null && lots > openable && input.holder)
    return { kind: 'balanceLow', needed: costs.needed }
  return null
}

/** Lots that the wallet can pay and the caps let pass; null for visitors and while loading. */
const openableAt = (input: TicketQuestion, price: Price, rests: boolean) => {
  const { holder, leverage, maxNotional, terms } = input
  if (!holder) return { openable: null, isCapped: false }
  const { available } = holder.account
  const paid = maxLots({ available, bonus: bonusFor(holder, rests), price, leverage }, terms)
  const cap = maxNotional === null ? paid : maxLotsOfNotional(maxNotional, price, terms)
  return { openable: Math.min(paid, cap), isCapped: cap < paid }
}

/** Computes all figures and issues of an order ticket. */
export const ticketView = (input: TicketQuestion): TicketView => {
  const { typed, ...pricing } = pricingOf(input)
  const { price, rests } = pricing
  const size = readSize(input, price)
  const lots = size.kind === 'lots' ? size.lots : null
  const costs = price !== null && lots !== null && lots > 0 ? costsOf(input, lots, price, rests) : null
  const most = price === null ? { openable: null, isCapped: false } : openableAt(input, price, rests)
  const stopsInput = {
    ...input,
    unit: input.stopUnit,
    openPrice: price,
    closeOut: costs?.stopBound ?? null,
    basis: costs,
  }
  const view = { lots, ...most, costs, stops: stopsView(stopsInput) }
  return { ...pricing, ...view, stopsInput, problem: problemOf(input, typed, size, view) }
}
