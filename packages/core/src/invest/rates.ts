/** Yearly figures of a cycle, as products show them: percent with two decimals, rounded down. */
import { divide, formatDecimal, parseDecimal } from '../money/units.ts'
import { type InterestMethod, type Rate, rateOne, rateScale } from './rules.ts'

/** A cycle as far as its yearly figures depend on it. */
export type RatedCycle = { readonly method: InterestMethod; readonly rate: Rate; readonly days: number }

/** Hundredths of a percent in one whole. */
const hundredths = 10_000n

const simple = ({ rate, days }: RatedCycle, yearDays: bigint): bigint =>
  divide(rate * yearDays * hundredths, BigInt(days) * rateOne, 'floor')

/** Hundredths of a percent as percent, such as 565n as 5.65. */
export const formatPercent = (of: bigint): string => formatDecimal(of, 2)

/**
 * Simple yearly rate of 360 days, in hundredths of a percent: rate ÷ days × 30 × 12.
 *
 * @example annualRate({ method: 'fixed', rate: rate('0.0011'), days: 7 }) // 565n, that is 5.65 %
 */
export const annualRate = (cycle: RatedCycle): bigint => simple(cycle, 360n)

/**
 * Simple yearly rate of 365 days, in hundredths of a percent.
 *
 * @example aprOf({ method: 'fixed', rate: rate('0.0011'), days: 7 }) // 573n, that is 5.73 %
 */
export const aprOf = (cycle: RatedCycle): bigint => simple(cycle, 365n)

/**
 * Whether a cycle's simple yearly rate of 365 days exceeds a whole number of percent, before any rounding.
 *
 * @example exceedsApr({ method: 'fixed', rate: rate('0.36'), days: 365 }, 36) // false
 */
export const exceedsApr = ({ rate, days }: RatedCycle, maxPercent: number): boolean =>
  rate * 365n * 100n > BigInt(maxPercent) * BigInt(days) * rateOne

/**
 * Yearly yield with interest on interest, in hundredths of a percent, rounded down exactly: (1 + rate)^(365 ÷ days) − 1
 * for fixed, (1 + rate ÷ days)^365 − 1 for compound.
 *
 * @example apyOf({ method: 'fixed', rate: rate('0.0011'), days: 7 }) // 590n, that is 5.9 %
 * @example apyOf({ method: 'compound', rate: rate('0.0135'), days: 90 }) // 562n, that is 5.62 %
 */
export const apyOf = ({ method, rate, days }: RatedCycle): bigint => {
  const n = BigInt(days)
  if (method === 'compound') {
    const whole = n * rateOne
    return divide((whole + rate) ** 365n * hundredths, whole ** 365n, 'floor') - hundredths
  }
  // The largest x with x^days ≤ (1 + rate)^365 × 10000^days: the power is rational, its root is not.
  const power = divide((rateOne + rate) ** 365n * hundredths ** n, rateOne ** 365n, 'floor')
  return floorRoot(power, n) - hundredths
}

/** Largest whole number whose n-th power is not above a number (Newton's method from above). */
const floorRoot = (of: bigint, n: bigint): bigint => {
  if (of < 2n || n === 1n) return of
  const bits = BigInt(of.toString(2).length)
  let root = 1n << divide(bits, n, 'ceil')
  for (;;) {
    const quotient = divide(of, root ** (n - 1n), 'floor')
    const next = divide((n - 1n) * root + quotient, n, 'floor')
    if (next >= root) return root
    root = next
  }
}

/**
 * Parses a rate of the wire, a fraction of one with at most eight decimals; null for anything else.
 *
 * @example parseRate('0.0011') // 110000n
 */
export const parseRate = (text: string): Rate | null => parseDecimal(text, rateScale) as Rate | null

/** A rate in wire form. */
export const formatRate = (rate: Rate): string => formatDecimal(rate, rateScale)
