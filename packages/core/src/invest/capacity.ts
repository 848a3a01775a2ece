/** How much more of a product can be sold: every promise is funded before it is made. */
import { divide, type Usdt } from '../money/units.ts'
import { amountStep, type InterestTerms, rateOne, totalInterest } from './rules.ts'

/** What limits the sale of a product. */
export type SaleLimits = {
  /** What its reserve holds beyond all interest promised and not paid. */
  readonly freeReserve: Usdt
  /** Principal that runs. */
  readonly sold: Usdt
  /** Most principal that may run; 0 for no limit. */
  readonly quota: Usdt
}

/** A cycle as far as its interest depends on it. */
export type CycleTerms = Omit<InterestTerms, 'principal'>

/**
 * Tells whether an order fits: the free reserve covers its whole interest, and the quota its principal.
 *
 * @example isFunded(cycle, usdt('2700'), { freeReserve: usdt('2.97'), sold: usdt('0'), quota: usdt('0') }) // true at 0.0011 for 7 days
 */
export const isFunded = (
  cycle: CycleTerms,
  principal: Usdt,
  { freeReserve, sold, quota }: SaleLimits,
): boolean =>
  (quota === 0n || sold + principal <= quota) && totalInterest({ ...cycle, principal }) <= freeReserve

/**
 * Largest further principal of a cycle that fits, in whole hundreds; 0 when not even one hundred does.
 *
 * @example cycleCapacity({ method: 'fixed', rate: rate('0.0011'), days: 7 }, { freeReserve: usdt('2.97'), sold: usdt('0'), quota: usdt('0') })
 * // 2700
 */
export const cycleCapacity = (cycle: CycleTerms, limits: SaleLimits): Usdt => {
  // Interest never falls with the principal, so the largest one that fits is found by halving.
  let [fits, fails] = [0n, divide(ceilingOf(cycle, limits.freeReserve), amountStep, 'floor') + 1n]
  while (fails - fits > 1n) {
    const middle = (fits + fails) / 2n
    if (isFunded(cycle, (middle * amountStep) as Usdt, limits)) fits = middle
    else fails = middle
  }
  return (fits * amountStep) as Usdt
}

/** No principal above this has interest within the free reserve: rounding takes less than one unit a day. */
const ceilingOf = ({ rate, days }: CycleTerms, freeReserve: Usdt): bigint =>
  divide((freeReserve + BigInt(days) + 1n) * rateOne, rate, 'ceil') + amountStep
