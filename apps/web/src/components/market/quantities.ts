import { amountScale, divide, type Quantity } from '@glasshouse/core/money/units'
import { type Formatters, formatFixed } from '../formatters.ts'

/** Quantity as displayed in a narrow column. */
export type ShownQuantity = {
  readonly text: string
  /** Figure with all decimals of the market, if `text` omits some; otherwise null. */
  readonly full: string | null
}

/**
 * Decimals of a coin quantity in one market.
 *
 * The wire has no quantity step, so it is derived here: a hundredth of a lot. That is the step at which exchanges
 * trade these coins (BTC 0.00001, DOGE 1), because a lot is worth 6 to 66 USDT.
 *
 * @param lot coins per lot
 * @example quantityDigits(quantity('0.001')) // 5
 * @example quantityDigits(quantity('100')) // 0
 */
export const quantityDigits = (lot: Quantity): number => {
  let digits: number = amountScale
  // Units of 1e-8: the step is the largest power of ten that is at most a hundredth of the lot.
  for (let step = 1n; digits > 0 && step * 10n * 100n <= lot; step *= 10n) digits -= 1
  return digits
}

/** Decimals of a volume: 2, or fewer if the market has fewer. */
export const volumeDigits = (lot: Quantity): number => Math.min(2, quantityDigits(lot))

/** Maximum number of digits in a column; equal in all markets, so that book and trades align. */
const maxDigits = 6

/** Equal in all nine languages: words such as "mil" or "тыс." do not fit into a column. */
const suffixes = [
  { from: 1_000n, suffix: 'K' },
  { from: 1_000_000n, suffix: 'M' },
  { from: 1_000_000_000n, suffix: 'B' },
  { from: 1_000_000_000_000n, suffix: 'T' },
] as const

/** From 100,000 coins on, quantities have a suffix. */
const compactFrom = 100_000n
const oneCoin = 10n ** BigInt(amountScale)

const lengthOf = (whole: bigint): number => (whole === 0n ? 0 : whole.toString().length)

/**
 * At most four digits and a suffix, rounded to nearest: 191.4K, 1.23M. Never three decimals, which could be read
 * as a group of thousands.
 */
const compactText = (figures: Formatters, units: bigint): string => {
  for (const { from, suffix } of suffixes) {
    const unitSize = from * oneCoin
    const digits = Math.min(2, Math.max(0, 4 - lengthOf(divide(units, unitSize, 'floor'))))
    const rounded = divide(units * 2n * 10n ** BigInt(digits) + unitSize, 2n * unitSize, 'floor')
    // Rounding can reach the next suffix: 999,950 is 1.00M.
    if (rounded >= 1000n * 10n ** BigInt(digits) && suffix !== 'T') continue
    const grown = digits > 0 && rounded >= 10_000n
    const [figure, decimals] = grown ? [rounded / 10n, digits - 1] : [rounded, digits]
    return `${figures.plain(formatFixed(figure, decimals, decimals, 'floor'))}${suffix}`
  }
  throw new Error('no suffix for this quantity')
}

/**
 * Formats a coin quantity in at most nine characters.
 *
 * Below 100,000 coins: at most `digits` decimals and six digits in total, truncated. From there on: at most four
 * digits and K, M, B or T, rounded to nearest.
 *
 * @param units coins in units of 1e-8
 * @param digits decimals of the market, from `quantityDigits`
 * @example showQuantity(figures, quantity('191363'), 0) // { text: '191.4K', full: '191,363' }
 * @example showQuantity(figures, quantity('0.64316'), 5) // { text: '0.64316', full: null }
 */
export const showQuantity = (figures: Formatters, units: bigint, digits: number): ShownQuantity => {
  const full = figures.quantity(units, digits)
  if (units >= compactFrom * oneCoin) return { text: compactText(figures, units), full }
  const room = Math.max(0, maxDigits - lengthOf(divide(units, oneCoin, 'floor')))
  if (room >= digits) return { text: full, full: null }
  const text = figures.quantity(units, room)
  return { text, full }
}
