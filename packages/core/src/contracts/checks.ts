/** The checks of a contract order. Each answers null when it passes, or what would pass. */
import type { Price } from '../money/units.ts'
import type { ContractTerms, PositionSide } from './rules.ts'

/** What a refused number would have to be. */
export type LotsIssue = { readonly min: number; readonly step: number }

/**
 * Checks a number of lots: at least the product's least, and a multiple of its step. Passes with null; otherwise
 * `outOfRange` with what would pass.
 *
 * @example lotsProblem(0, { minLots: 1, stepLots: 1 }) // { min: 1, step: 1 }
 */
export const validateLots = (
  lots: number,
  { minLots, stepLots }: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): LotsIssue | null => {
  const passes = Number.isSafeInteger(lots) && lots >= minLots && lots % stepLots === 0
  return passes ? null : { min: minLots, step: stepLots }
}

/**
 * Checks the lots of a partial close: the part and the rest are both numbers the product allows.
 *
 * @example partProblem(4, 11, { minLots: 1, stepLots: 1 }) // null
 */
export const validatePartialLots = (
  part: number,
  held: number,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): (LotsIssue & { readonly max: number }) | null => {
  if (part === held) return null
  const problem = validateLots(part, terms) ?? validateLots(held - part, terms)
  return problem === null ? null : { ...problem, max: held }
}

/**
 * Checks a leverage against the product's list. Passes with null; otherwise `outOfRange` with the list.
 *
 * @example leverageProblem(3, { leverages: [2, 5, 10, 20] }) // { min: 2, max: 20, allowed: '2,5,10,20' }
 */
export const validateLeverage = (
  leverage: number,
  { leverages }: Pick<ContractTerms, 'leverages'>,
): { readonly min: number; readonly max: number; readonly allowed: string } | null =>
  leverages.includes(leverage)
    ? null
    : { min: Math.min(...leverages), max: Math.max(...leverages), allowed: leverages.join(',') }

/**
 * Tells whether a fill is worse than the price the customer saw by more than a tolerance in parts per million;
 * exactly the tolerance is not. A better fill is never too far. Refused with `priceChanged`.
 *
 * @example isTooFar('buy', price('66460'), price('66128.74'), 5_000) // true: more than 66459.38
 */
export const exceedsSlippage = (
  direction: PositionSide,
  fill: Price,
  seen: Price,
  tolerancePpm: number,
): boolean => {
  const worse = direction === 'buy' ? fill - seen : seen - fill
  return worse * 1_000_000n > seen * BigInt(tolerancePpm)
}

/** Which stop is on the wrong side, as the wire names it, and the nearest price that would pass. */
export type TpSlIssue = {
  readonly rule: 'buyProfit' | 'buyLoss' | 'sellProfit' | 'sellLoss'
  readonly limit: Price
}

/** The stops of one order; null means not set. */
export type StopQuestion = {
  readonly direction: PositionSide
  readonly openPrice: Price
  /** The account's close-out price against this direction as it is now (`closeOutAgainst`); null when there is none. */
  readonly closeOut: Price | null
  readonly targetProfit: Price | null
  readonly stopLoss: Price | null
  /** The smallest step of the market's price. */
  readonly step: Price
}

/**
 * Checks stop-profit and stop-loss against the opening price and the close-out price: for a buy the profit
 * is above the opening price, the loss below it and not beyond the close-out price; for a sell the reverse.
 * Refused with `invalidTpSl`.
 *
 * @example stopProblem({ direction: 'buy', openPrice: price('65850'), closeOut: price('63694.86'),
 *   targetProfit: price('65000'), stopLoss: null, step: price('0.01') }) // { rule: 'buyProfit', limit: 65850.01 }
 */
export const validateTpSl = (asked: StopQuestion): TpSlIssue | null => {
  const { direction, openPrice, closeOut, targetProfit, stopLoss, step } = asked
  const above = (openPrice + step) as Price
  const below = (openPrice - step) as Price
  if (direction === 'buy') {
    if (targetProfit !== null && targetProfit <= openPrice) return { rule: 'buyProfit', limit: above }
    if (stopLoss === null) return null
    if (stopLoss >= openPrice) return { rule: 'buyLoss', limit: below }
    return closeOut !== null && stopLoss < closeOut ? { rule: 'buyLoss', limit: closeOut } : null
  }
  if (targetProfit !== null && targetProfit >= openPrice) return { rule: 'sellProfit', limit: below }
  if (stopLoss === null) return null
  if (stopLoss <= openPrice) return { rule: 'sellLoss', limit: above }
  return closeOut !== null && stopLoss > closeOut ? { rule: 'sellLoss', limit: closeOut } : null
}
