import { amountScale, divide, quantity } from '@glasshouse/core/money/units'
import { type Formatters, formatFixed } from '../formatters.ts'

/** A quantity as it is shown in a narrow column. */
export type ShownQuantity = {
  readonly text: string
  /** Every decimal the market shows, when `text` leaves some out; null when it shows all. */
  readonly full: string | null
}

/**
 * Decimals of a coin quantity in one market.
 *
 * The wire has no quantity step, so it is derived here and nowhere else: a hundredth of a lot. That is the step at
 * which exchanges trade these coins (BTC 0.00001, DOGE 1), because a lot is worth 6 to 66 USDT.
 *
 * @param lot coins in one lot as a decimal string of the wire
 * @example quantityDigits('0.001') // 5
 * @example quantityDigits('100') // 0
 */
export const quantityDigits = (lot: string): number => {
  const units = quantity(lot)
  let digits: number = amountScale
  // Units of 1e-8: the step is the largest power of ten that is at most a hundredth of the lot.
  for (let step = 1n; digits > 0 && step * 10n * 100n <= units; step *= 10n) digits -= 1
  return digits
}

/** Decimals of a day's or a candle's volume: hundredths of a coin, or fewer where the market shows fewer. */
export const volumeDigits = (lot: string): number => Math.min(2, quantityDigits(lot))

/** Most digits a column has room for; the same in every market, so that book and trades line up. */
const maxDigits = 6

/** The same in all nine languages: words such as "mil" or "тыс." do not fit into a column. */
const suffixes = [
  { from: 1_000n, suffix: 'K' },
  { from: 1_000_000n, suffix: 'M' },
  { from: 1_000_000_000n, suffix: 'B' },
  { from: 1_000_000_000_000n, suffix: 'T' },
] as const

/** From here on thousands are written with a suffix. */
const compactFrom = 100_000n
const oneCoin = 10n ** BigInt(amountScale)

const lengthOf = (whole: bigint): number => (whole === 0n ? 0 : whole.toString().length)

/**
 * Four digits at most and a suffix, rounded to the nearest: 191.4K, 1.23M. Never three decimals, which could be taken
 * for a group of thousands.
 */
const compactText = (figures: Formatters, units: bigint): string => {
  for (const { from, suffix } of suffixes) {
    const one = from * oneCoin
    const digits = Math.min(2, Math.max(0, 4 - lengthOf(divide(units, one, 'floor'))))
    const rounded = divide(units * 2n * 10n ** BigInt(digits) + one, 2n * one, 'floor')
    // Rounding may reach the next suffix: 999,950 is 1.00M.
    if (rounded >= 1000n * 10n ** BigInt(digits) && suffix !== 'T') continue
    const grown = digits > 0 && rounded >= 10_000n
    const [shown, decimals] = grown ? [rounded / 10n, digits - 1] : [rounded, digits]
    return `${figures.plain(formatFixed(shown, decimals, decimals, 'floor'))}${suffix}`
  }
  throw new Error('the last suffix takes every quantity')
}

/**
 * Writes a coin quantity so that it fits into a column of nine characters.
 *
 * Below 100,000 coins: at most `digits` decimals and six digits in all. From there on: at most four digits and K, M, B or T
 * behind the reader's own decimal sign. Left-out decimals are cut off, with a suffix the nearest figure is shown.
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
