/** Validation of option orders. Each function returns null, or the accepted values. */
import { divide, type Price, type Usdt } from '../money/units.ts'
import { type ExpiryChoice, tolerancePpm } from './rules.ts'

/** Accepted stakes. */
export type StakeLimits = { readonly min: Usdt; readonly max: Usdt; readonly step: Usdt }

/** Accepted stakes and the nearest one; null if there is none. */
export type StakeIssue = StakeLimits & { readonly nearest: Usdt | null }

/**
 * Validates a stake: a multiple of the step, not below the minimum and not above the maximum.
 *
 * Returns null, or for `outOfRange` the smallest and largest accepted stake and the nearest one (the smaller of two
 * equally near).
 *
 * @example validateStake(usdt('14'), { min: usdt('10'), max: usdt('5000'), step: usdt('10') })
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
 * Expiry choice of a product with its profit percentage; null if the product does not offer this expiry.
 *
 * @example findExpiryChoice([{ seconds: 30, percent: 70 }], 60) // null
 */
export const findExpiryChoice = (choices: readonly ExpiryChoice[], seconds: number): ExpiryChoice | null =>
  choices.find((choice) => choice.seconds === seconds) ?? null

/**
 * Whether the price differs by more than 0.05 % from the one the customer saw, in either direction; exactly 0.05 % is
 * accepted. Callers throw `priceChanged`.
 *
 * @example hasPriceMoved(price('100.05'), price('100')) // false
 * @example hasPriceMoved(price('99.949999999'), price('100')) // true
 */
export const hasPriceMoved = (now: Price, seenPrice: Price): boolean => {
  const away = now > seenPrice ? now - seenPrice : seenPrice - now
  return away * 1_000_000n > seenPrice * BigInt(tolerancePpm)
}
