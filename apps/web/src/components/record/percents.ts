import type { Fraction } from '@glasshouse/core/invest/copy/record'
import { divide } from '@glasshouse/core/money/units'

/** Units of a fraction in a hundredth of a percent. */
export const perHundredth = 100_000n

/**
 * A fraction of one in hundredths of a percent, rounded down, so that a loss is never shown smaller.
 *
 * @example hundredthsOf(fraction of -0.032711) // -328n
 */
export const hundredthsOf = (fraction: Fraction): bigint => divide(fraction, perHundredth, 'floor')

/** A fall in hundredths of a percent, rounded up and negative: of 0.057711 it is -578n. */
export const fallOf = (fraction: Fraction): bigint => -divide(fraction, perHundredth, 'ceil')
