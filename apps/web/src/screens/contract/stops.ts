import { validateTpSl } from '@glasshouse/core/contracts/checks'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { divide, type Price, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'

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

/** Price step of a market. */
export const priceStep = (scale: number): Price => (10n ** BigInt(priceScale - scale)) as Price

/** The four rules a stop can violate, with their wire names. */
export type TpSlRule = 'buyProfit' | 'buyLoss' | 'sellProfit' | 'sellLoss'
/** Issue of one stop: not a price, or on the wrong side, with the nearest allowed price. */
export type TpSlFieldIssue =
  | { readonly kind: 'notPrice' }
  | { readonly kind: 'wrongSide'; readonly rule: TpSlRule; readonly passes: Price | null }

export type TpSlField = { readonly price: Price | null; readonly fault: TpSlFieldIssue | null }
export type StopsView = {
  readonly profit: TpSlField
  readonly loss: TpSlField
  /** Both stops are valid. */
  readonly fine: boolean
}

export type StopsQuestion = {
  readonly side: PositionSide
  /** Null while there is no price; then only the notation is validated. */
  readonly openPrice: Price | null
  /** Liquidation price including this order; null if no price liquidates the account. */
  readonly closeOut: Price | null
  readonly profitText: string
  readonly lossText: string
  readonly scale: number
}

/** Nearest allowed price on the market's price step, rounded to the allowed side. */
const onStep = (limit: Price, rule: TpSlRule, scale: number): Price => {
  const step = priceStep(scale)
  const rises = rule === 'buyProfit' || rule === 'sellLoss'
  const isCloseOut = limit % step !== 0n
  // A liquidation price is on the other side of the stop than the opening price.
  const up = isCloseOut ? !rises : rises
  return (divide(limit, step, up ? 'ceil' : 'floor') * step) as Price
}

/** Issue of the side of one stop, by the rule of the server; null if valid. */
const sideProblem = (input: StopsQuestion, which: 'profit' | 'loss', at: Price) =>
  input.openPrice === null
    ? null
    : validateTpSl({
        side: input.side,
        openPrice: input.openPrice,
        closeOut: input.closeOut,
        targetProfit: which === 'profit' ? at : null,
        stopLoss: which === 'loss' ? at : null,
        step: priceStep(input.scale),
      })

const oneStop = (input: StopsQuestion, which: 'profit' | 'loss'): TpSlField => {
  const read = readPrice(which === 'profit' ? input.profitText : input.lossText, input.scale)
  if (read.kind === 'wrong') return { price: null, fault: { kind: 'notPrice' } }
  if (read.kind === 'none') return { price: null, fault: null }
  const problem = sideProblem(input, which, read.price)
  if (problem === null) return { price: read.price, fault: null }
  const passes = firstThatPasses(
    [onStep(problem.limit, problem.rule, input.scale)],
    // A price of 0 would clear the stop.
    (at) => at > 0n && sideProblem(input, which, at) === null,
  )
  return { price: read.price, fault: { kind: 'wrongSide', rule: problem.rule, passes } }
}

/** Validates both stops as typed, each on its own. */
export const stopsView = (input: StopsQuestion): StopsView => {
  const profit = oneStop(input, 'profit')
  const loss = oneStop(input, 'loss')
  return { profit, loss, fine: profit.fault === null && loss.fault === null }
}
