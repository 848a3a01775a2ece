import { isOnSale } from '@glasshouse/core/invest/codec'
import { furtherCyclesFromWire } from '@glasshouse/core/invest/products/codec'
import {
  annualRate,
  aprOf,
  apyOf,
  formatPercent,
  parseRate,
  type RatedCycle,
} from '@glasshouse/core/invest/rates'
import type { InterestMethod, Rate } from '@glasshouse/core/invest/rules'
import type { ProductDetailText, ProductRow } from '@glasshouse/core/invest/wire'
import { parseDecimal, type Usdt, usdt } from '@glasshouse/core/money/units'

/** A product with its texts. */
export type Product = ProductRow & { readonly detail: ProductDetailText }

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

const rateOf = (text: string): Rate => parseRate(text) ?? (0n as Rate)

/**
 * Cycles of a product, the two base cycles first. The product reports the capacity of one base cycle only: the fixed
 * one where there are two.
 *
 * @example cyclesOf(product).map(({ id, days }) => `${id} ${days}`) // ['fixed 7', 'compound 30', '3 30']
 */
export const cyclesOf = (product: ProductRow): readonly Cycle[] => {
  // Its days are those of a period; it promises no rate.
  if (product.kind === 'copy') return []
  const limits = { min: usdt(product.minbuymoney), max: usdt(product.maxbuymoney) }
  const capacity = usdt(product.funding.capacity)
  const base = (id: InterestMethod, rate: string, days: number, reported: Usdt | null): readonly Cycle[] =>
    days === 0
      ? []
      : [{ id, method: id, rate: rateOf(rate), days, ...limits, capacity: reported, furtherId: null }]
  const hasFixed = product.freezedate > 0
  return [
    ...base('fixed', product.rete, product.freezedate, capacity),
    ...base('compound', product.rete2, product.freezedate2, hasFixed ? null : capacity),
    ...furtherCyclesFromWire(product).map((cycle) => ({
      ...cycle,
      id: String(cycle.id),
      furtherId: cycle.id,
    })),
  ]
}

/** Whether a cycle can take its own minimum now; true where its capacity is not reported. */
export const hasCapacity = ({ capacity, min }: Cycle): boolean => capacity === null || capacity >= min

/** Why a product cannot be bought now: every cycle is sold out, or the operator took it off sale. */
export type Unavailable = 'soldOut' | 'offSale'

/** Reads the computed status of a product; null while it is on sale. */
export const unavailableOf = (product: ProductRow): Unavailable | null => {
  if (isOnSale(product)) return null
  // A pool has no cycles: with capacity it was taken off sale, stopped, or its lead is too risky.
  if (product.pool !== undefined)
    return usdt(product.pool.capacity) >= usdt(product.minbuymoney) ? 'offSale' : 'soldOut'
  return cyclesOf(product).some((cycle) => cycle.capacity !== null && hasCapacity(cycle))
    ? 'offSale'
    : 'soldOut'
}

/** The three yearly figures of a cycle in percent with two decimals, as the server computes them for the base cycle. */
export type YearlyFigures = { readonly annual: string; readonly apr: string; readonly apy: string }

/**
 * Yearly figures of a cycle: simple of 360 days, simple of 365 days, with interest on interest.
 *
 * @example yearlyFigures({ method: 'fixed', rate: rate('0.0011'), days: 7 }) // { annual: '5.65', apr: '5.73', apy: '5.9' }
 */
export const yearlyFigures = (cycle: RatedCycle): YearlyFigures => ({
  annual: formatPercent(annualRate(cycle)),
  apr: formatPercent(aprOf(cycle)),
  apy: formatPercent(apyOf(cycle)),
})

/** Percent of the wire in hundredths of a percent: `5.65` is 565n; 0n if it is unreadable. */
export const hundredthsOf = (percent: string): bigint => parseDecimal(percent, 2) ?? 0n

/** A rate as percent with as many decimals as it needs, at least two: 0.0011 is `0.11`. */
export const ratePercent = (rate: Rate): string => {
  const digits = String(rate).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -6)}.${decimals}`
}
