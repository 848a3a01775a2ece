import { validateTpSl } from '@glasshouse/core/contracts/checks'
import {
  marginShareOf,
  pnlOfMarginShare,
  type StopKind,
  stopPriceAt,
} from '@glasshouse/core/contracts/orderUnits'
import { type PositionSide, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import {
  amountScale,
  divide,
  formatDecimal,
  formatUsdt,
  type Price,
  parseDecimal,
  priceScale,
  priceStep,
  type Quantity,
  type Usdt,
} from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import type { StopUnit } from './ticket/units.ts'

/** Parsed price field: blank (or 0), a price, or a text that is not a price of this market. */
export type ParsedPrice =
  | { readonly kind: 'none' }
  | { readonly kind: 'price'; readonly price: Price }
  | Wrong
type Wrong = { readonly kind: 'wrong' }

/**
 * Parses a typed price: plain digits with at most the decimals of the market; blank and 0 mean none.
 *
 * @example readPrice('65850.5', 2) // { kind: 'price', price: 65850.5 }
 */
export const readPrice = (text: string, scale: number): ParsedPrice => {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'none' }
  const units = parseDecimal(trimmed, priceScale)
  if (units === null || units % priceStep(scale) !== 0n) return { kind: 'wrong' }
  return units === 0n ? { kind: 'none' } : { kind: 'price', price: units as Price }
}

/** The four rules a stop can violate, with their wire names. */
type TpSlRule = 'buyProfit' | 'buyLoss' | 'sellProfit' | 'sellLoss'
/**
 * Issue of one stop: not a price or an amount, a profit that no price above 0 gives, or on the wrong side, with the text
 * of the nearest allowed price in the unit of the field.
 */
type TpSlFieldIssue =
  | { readonly kind: 'notPrice' | 'notAmount' | 'unreachable' }
  | {
      readonly kind: 'wrongSide'
      readonly rule: TpSlRule
      readonly passes: Price | null
      readonly text: string
    }

export type TpSlField = {
  readonly price: Price | null
  readonly fault: TpSlFieldIssue | null
  /** Profit or loss at the price before fees; null without a stop or a size. */
  readonly pnl: Usdt | null
  /** The same in hundredths of a percent of the margin. */
  readonly share: bigint | null
}
export type TpSlView = {
  readonly profit: TpSlField
  readonly loss: TpSlField
  /** Both stops are valid. */
  readonly fine: boolean
}

/** Size of the position and its margin, from which a percent or an amount becomes a price. */
type StopBasis = { readonly quantity: Quantity; readonly margin: Usdt }

export type TpSlDraft = {
  readonly side: PositionSide
  /** Null while there is no price; then only the notation is validated. */
  readonly openPrice: Price | null
  /** Liquidation price including this order; null if no price liquidates the account. */
  readonly liquidationPrice: Price | null
  readonly unit: StopUnit
  /** Null while no size is known. */
  readonly basis: StopBasis | null
  readonly profitText: string
  readonly lossText: string
  readonly scale: number
}

/** Nearest allowed price on the market's price step, rounded to the allowed side. */
const onStep = (limit: Price, rule: TpSlRule, scale: number): Price => {
  const step = priceStep(scale)
  const rises = rule === 'buyProfit' || rule === 'sellLoss'
  const isLiquidationPrice = limit % step !== 0n
  // A liquidation price is on the other side of the stop than the opening price.
  const up = isLiquidationPrice ? !rises : rises
  return (divide(limit, step, up ? 'ceil' : 'floor') * step) as Price
}

/** Issue of the side of one stop, by the rule of the server; null if valid. */
const sideProblem = (input: TpSlDraft, which: StopKind, at: Price) =>
  input.openPrice === null
    ? null
    : validateTpSl({
        side: input.side,
        openPrice: input.openPrice,
        liquidationPrice: input.liquidationPrice,
        targetProfit: which === 'profit' ? at : null,
        stopLoss: which === 'loss' ? at : null,
        step: priceStep(input.scale),
      })

const percentScale = 2
const noStop: TpSlField = { price: null, fault: null, pnl: null, share: null }

/** Profit or loss at a price before fees; null without price or size. */
const pnlAt = ({ side, openPrice, basis }: TpSlDraft, at: Price): Usdt | null =>
  openPrice === null || basis === null
    ? null
    : unrealizedPnl({ side, quantity: basis.quantity, openPrice }, at)

/** A stop with the profit or loss at its price. */
const stopAt = (input: TpSlDraft, price: Price, fault: TpSlFieldIssue | null): TpSlField => {
  const pnl = pnlAt(input, price)
  return {
    price,
    fault,
    pnl,
    share: pnl === null || input.basis === null ? null : marginShareOf(pnl, input.basis.margin),
  }
}

/** Typed percent or amount, as a positive amount; a loss may have a minus. Null for other texts. */
const amountIn = ({ unit, basis }: TpSlDraft, which: StopKind, text: string): Usdt | null => {
  const plain = which === 'loss' ? text.replace(/^-/, '') : text
  const units = parseDecimal(plain, unit === 'percent' ? percentScale : amountScale)
  if (units === null || unit === 'amount') return units as Usdt | null
  return basis === null ? (units as Usdt) : pnlOfMarginShare(basis.margin, units, which)
}

/** Price of a typed stop, or why it has none. */
const readStop = (
  input: TpSlDraft,
  which: StopKind,
): ParsedPrice | { readonly kind: 'notAmount' | 'unreachable' } => {
  const text = (which === 'profit' ? input.profitText : input.lossText).trim()
  if (input.unit === 'price') return readPrice(text, input.scale)
  if (text === '') return { kind: 'none' }
  const amount = amountIn(input, which, text)
  if (amount === null) return { kind: 'notAmount' }
  const { openPrice, basis, side } = input
  // Without price or size the order cannot be sent; the stop gets its price with them.
  if (amount === 0n || openPrice === null || basis === null) return { kind: 'none' }
  const position = { side, quantity: basis.quantity, openPrice }
  const price = stopPriceAt(position, amount, which, priceStep(input.scale))
  return price === null ? { kind: 'unreachable' } : { kind: 'price', price }
}

/**
 * Text of a price in the unit of the stop fields. A percent is rounded towards the opening price, so that an allowed
 * price stays allowed. Blank without price or size.
 *
 * @example stopTextIn('percent', price('67000'), { …, openPrice: 65850, basis: 0.011 coins with a margin of 72.435 }) // '17.46'
 */
const stopTextIn = (unit: StopUnit, at: Price, input: TpSlDraft): string => {
  if (unit === 'price') return formatDecimal(at, priceScale)
  const pnl = pnlAt(input, at)
  if (pnl === null || input.basis === null) return ''
  const size = (pnl < 0n ? -pnl : pnl) as Usdt
  if (unit === 'amount') return formatUsdt(size)
  const share = marginShareOf(size, input.basis.margin)
  return share === null ? '' : formatDecimal(share, percentScale)
}

/** Both stop texts in another unit; a text without a price becomes blank. */
export const stopTextsIn = (unit: StopUnit, input: TpSlDraft): readonly [string, string] => {
  const { profit, loss } = tpSlView(input)
  const text = ({ price }: TpSlField): string => (price === null ? '' : stopTextIn(unit, price, input))
  return [text(profit), text(loss)]
}

const oneStop = (input: TpSlDraft, which: StopKind): TpSlField => {
  const read = readStop(input, which)
  if (read.kind === 'none') return noStop
  if (read.kind !== 'price')
    return { ...noStop, fault: { kind: read.kind === 'wrong' ? 'notPrice' : read.kind } }
  const problem = sideProblem(input, which, read.price)
  if (problem === null) return stopAt(input, read.price, null)
  const passes = firstThatPasses(
    [onStep(problem.limit, problem.rule, input.scale)],
    // A price of 0 would clear the stop.
    (at) => at > 0n && sideProblem(input, which, at) === null,
  )
  const text = passes === null ? '' : stopTextIn(input.unit, passes, input)
  // Written in another unit a price can move by a step: only a text that is allowed itself is offered.
  const again = readStop({ ...input, profitText: text, lossText: text }, which)
  const isAllowed = again.kind === 'price' && sideProblem(input, which, again.price) === null
  const offered = isAllowed ? again.price : null
  return stopAt(input, read.price, { kind: 'wrongSide', rule: problem.rule, passes: offered, text })
}

/** Validates both stops as typed, each on its own. */
export const tpSlView = (input: TpSlDraft): TpSlView => {
  const profit = oneStop(input, 'profit')
  const loss = oneStop(input, 'loss')
  return { profit, loss, fine: profit.fault === null && loss.fault === null }
}
