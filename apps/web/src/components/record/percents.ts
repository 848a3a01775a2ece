import { divide, parseDecimal } from '@glasshouse/core/money/units'

/** Decimals of percentages and of the index of a record. */
const recordScale = 9
const perHundredth = 10_000_000n

/** A decimal text of a record in units of 0.000000001; 0 if it is unreadable. */
export const recordUnits = (text: string): bigint => {
  const units = parseDecimal(text.replace('-', ''), recordScale) ?? 0n
  return text.startsWith('-') ? -units : units
}

/**
 * Percent of the wire in hundredths of a percent, rounded down, so that a loss is never shown smaller.
 *
 * @example hundredthsOf('-3.2711') // -328n
 */
export const hundredthsOf = (percent: string): bigint => divide(recordUnits(percent), perHundredth, 'floor')

/** A fall in hundredths of a percent, rounded up and negative. `fallOf('5.7711')` is -578n. */
export const fallOf = (percent: string): bigint => -divide(recordUnits(percent), perHundredth, 'ceil')
