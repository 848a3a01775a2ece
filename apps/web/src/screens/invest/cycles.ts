import type {
  BaseCycle,
  InvestProduct,
  InvestProductDetail,
} from '@glasshouse/core/invest/products/view/codec'
import { annualRate, aprOf, apyOf, type RatedCycle } from '@glasshouse/core/invest/rates'
import type { InterestMethod, Rate } from '@glasshouse/core/invest/rules'
import type { Usdt } from '@glasshouse/core/money/units'

/** A product with its texts. */
export type Product = InvestProductDetail

/** A cycle of a product as it can be chosen and bought. */
export type Cycle = RatedCycle & {
  /** Distinguishes the cycles of one product: `fixed`, `compound`, or the number of a further cycle. */
  readonly id: string
  readonly min: Usdt
  readonly max: Usdt
  /** Largest further principal that is funded; null where the product does not report it. */
  readonly capacity: Usdt | null
  /** Number of a further cycle, which is bought by another call; null for a base cycle. */
  readonly furtherId: number | null
}

/**
 * Cycles of a product, the two base cycles first. The product reports the capacity of one base cycle only: the fixed
 * one where there are two.
 *
 * @example cyclesOf(product).map(({ id, days }) => `${id} ${days}`) // ['fixed 7', 'compound 30', '3 30']
 */
export const cyclesOf = ({
  fixed,
  compound,
  further,
  min,
  max,
  funding,
}: InvestProduct): readonly Cycle[] => {
  const base = (method: InterestMethod, cycle: BaseCycle | null, capacity: Usdt | null): readonly Cycle[] =>
    cycle === null ? [] : [{ id: method, method, ...cycle, min, max, capacity, furtherId: null }]
  return [
    ...base('fixed', fixed, funding.capacity),
    ...base('compound', compound, fixed === null ? funding.capacity : null),
    ...further.map((cycle) => ({ ...cycle, id: String(cycle.id), furtherId: cycle.id })),
  ]
}

/** Whether a cycle can take its own minimum now; true where its capacity is not reported. */
export const hasCapacity = ({ capacity, min }: Cycle): boolean => capacity === null || capacity >= min

/** Why a product cannot be bought now: every cycle is sold out, or the operator took it off sale. */
export type Unavailable = 'soldOut' | 'offSale'

/** Reads the computed status of a product; null while it is on sale. */
export const unavailableOf = (product: InvestProduct): Unavailable | null => {
  if (product.isOnSale) return null
  // A pool has no cycles: with capacity it was taken off sale, stopped, or its lead is too risky.
  if (product.copy !== null) return product.copy.pool.capacity >= product.min ? 'offSale' : 'soldOut'
  return cyclesOf(product).some((cycle) => cycle.capacity !== null && hasCapacity(cycle))
    ? 'offSale'
    : 'soldOut'
}

/**
 * Yearly figures of a cycle in hundredths of a percent, as the server computes them for the base cycle: simple of 360
 * days, simple of 365 days, with interest on interest.
 *
 * @example yearlyFigures({ method: 'fixed', rate: rate('0.0011'), days: 7 }) // { annual: 565n, apr: 573n, apy: 590n }
 */
export const yearlyFigures = (cycle: RatedCycle): InvestProduct['yearly'] => ({
  annual: annualRate(cycle),
  apr: aprOf(cycle),
  apy: apyOf(cycle),
})

/** A rate as percent with as many decimals as it needs, at least two: 0.0011 is `0.11`. */
export const ratePercent = (rate: Rate): string => {
  const digits = String(rate).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -6)}.${decimals}`
}
