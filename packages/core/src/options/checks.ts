/** The checks of an option's order. Each answers null when it passes, or what would pass. */
import { divide, type Price, type Usdt } from '../money/units.ts'
import { type ExpiryChoice, tolerancePpm } from './rules.ts'

/** The stakes the house takes. */
export type StakeLimits = { readonly min: Usdt; readonly max: Usdt; readonly step: Usdt }

/** What a refused stake would have to be, and the nearest one that passes; null when none does. */
export type StakeIssue = StakeLimits & { readonly nearest: Usdt | null }

/**
 * Checks a stake: a multiple of the step, neither below the minimum nor above the maximum. Passes with null;
 * otherwise `outOfRange` with the smallest and largest stake that pass and the nearest one (of two equally
 * near the smaller).
 *
 * @example stakeProblem(usdt('14'), { min: usdt('10'), max: usdt('5000'), step: usdt('10') })
 * // { min: 10, max: 5000, step: 10, nearest: 10 }
 */
export const validateStake = (stake: Usdt, terms: StakeLimits): StakeIssue | null => {
  const { step } = terms
  if (stake % step === 0n && stake >= terms.min && stake <= terms.max) return null
  const min = (divide(terms.min, step, 'ceil') * step) as Usdt
  const max = (divide(terms.max, step, 'floor') * step) as Usdt
  if (min > max) return { ...terms, nearest: null }
  const rounded = (divide(2n * stake - step, 2n * step, 'ceil') * step) as Usdt
  const nearest = rounded < min ? min : rounded > max ? max : rounded
  return { min, max, step, nearest }
}

/**
 * The choice of a product with this expiry. Null when it offers none; otherwise what it pays.
 *
 * @example choiceOf([{ seconds: 30, percent: 70 }], 60) // null
 */
export const findExpiryChoice = (choices: readonly ExpiryChoice[], seconds: number): ExpiryChoice | null =>
  choices.find((choice) => choice.seconds === seconds) ?? null

/**
 * Tells whether the price moved by more than 0.05 % of the one the customer saw, in either direction; exactly
 * 0.05 % it may. Refused with `priceChanged`.
 *
 * @example hasMoved(price('100.05'), price('100')) // false
 * @example hasMoved(price('99.949999999'), price('100')) // true
 */
export const hasPriceMoved = (now: Price, seen: Price): boolean => {
  const away = now > seen ? now - seen : seen - now
  return away * 1_000_000n > seen * BigInt(tolerancePpm)
}
