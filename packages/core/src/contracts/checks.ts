/** Validation of contract orders. Each function returns null, or the accepted values. */
import type { Price } from '../money/units.ts'
import type { ContractTerms, PositionSide } from './rules.ts'

/** Accepted lots. */
export type LotsIssue = { readonly min: number; readonly step: number }

/**
 * Validates a number of lots: at least the product's minimum and a multiple of its step. Returns null, or the accepted
 * values for `outOfRange`.
 *
 * @example validateLots(0, { minLots: 1, stepLots: 1 }) // { min: 1, step: 1 }
 */
export const validateLots = (
  lots: number,
  { minLots, stepLots }: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): LotsIssue | null => {
  const passes = Number.isSafeInteger(lots) && lots >= minLots && lots % stepLots === 0
  return passes ? null : { min: minLots, step: stepLots }
}

/**
 * Validates the lots of a partial close: the product must allow both the part and the remainder.
 *
 * @example validatePartialLots(4, 11, { minLots: 1, stepLots: 1 }) // null
 */
export const validatePartialLots = (
  part: number,
  openLots: number,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): (LotsIssue & { readonly max: number }) | null => {
  if (part === openLots) return null
  const problem = validateLots(part, terms) ?? validateLots(openLots - part, terms)
  return problem === null ? null : { ...problem, max: openLots }
}

/**
 * Validates a leverage against the product's list. Returns null, or the list for `outOfRange`.
 *
 * @example validateLeverage(3, { leverages: [2, 5, 10, 20] }) // { min: 2, max: 20, allowed: '2,5,10,20' }
 */
export const validateLeverage = (
  leverage: number,
  { leverages }: Pick<ContractTerms, 'leverages'>,
): { readonly min: number; readonly max: number; readonly allowed: string } | null =>
  leverages.includes(leverage)
    ? null
    : { min: Math.min(...leverages), max: Math.max(...leverages), allowed: leverages.join(',') }

/**
 * Whether a fill is worse than the price the customer saw by more than a tolerance in parts per million.
 *
 * Exactly the tolerance is accepted, and so is any better fill. Callers throw `priceChanged`.
 *
 * @example exceedsSlippage('long', price('66460'), price('66128.74'), 5_000) // true: more than 66459.38
 */
export const exceedsSlippage = (
  side: PositionSide,
  fill: Price,
  seenPrice: Price,
  tolerancePpm: number,
): boolean => {
  const worse = side === 'long' ? fill - seenPrice : seenPrice - fill
  return worse * 1_000_000n > seenPrice * BigInt(tolerancePpm)
}

/** The rejected take profit or stop loss under its wire name, and the nearest accepted price. */
export type TpSlIssue = {
  readonly rule: 'buyProfit' | 'buyLoss' | 'sellProfit' | 'sellLoss'
  readonly limit: Price
}

/** Take profit and stop loss of one order; null means not set. */
export type TpSlInput = {
  readonly side: PositionSide
  readonly openPrice: Price
  /** Current liquidation price that limits this side (`adverseLiquidationPrice`); null if there is none. */
  readonly liquidationPrice: Price | null
  readonly targetProfit: Price | null
  readonly stopLoss: Price | null
  /** Smallest price step of the market. */
  readonly step: Price
}

/**
 * Validates take profit and stop loss. For a long position the take profit is above the entry price and the stop loss
 * below it, not beyond the liquidation price; for a short position the reverse.
 *
 * Returns null, or the accepted limit for `invalidTpSl`.
 *
 * @example validateTpSl({ side: 'long', openPrice: price('65850'), liquidationPrice: price('63694.86'),
 *   targetProfit: price('65000'), stopLoss: null, step: price('0.01') }) // { rule: 'buyProfit', limit: 65850.01 }
 */
export const validateTpSl = (input: TpSlInput): TpSlIssue | null => {
  const { side, openPrice, liquidationPrice, targetProfit, stopLoss, step } = input
  const above = (openPrice + step) as Price
  const below = (openPrice - step) as Price
  if (side === 'long') {
    if (targetProfit !== null && targetProfit <= openPrice) return { rule: 'buyProfit', limit: above }
    if (stopLoss === null) return null
    if (stopLoss >= openPrice) return { rule: 'buyLoss', limit: below }
    return liquidationPrice !== null && stopLoss < liquidationPrice
      ? { rule: 'buyLoss', limit: liquidationPrice }
      : null
  }
  if (targetProfit !== null && targetProfit >= openPrice) return { rule: 'sellProfit', limit: below }
  if (stopLoss === null) return null
  if (stopLoss <= openPrice) return { rule: 'sellLoss', limit: above }
  return liquidationPrice !== null && stopLoss > liquidationPrice
    ? { rule: 'sellLoss', limit: liquidationPrice }
    : null
}
