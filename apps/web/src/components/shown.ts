/**
 * How figures of USDT are cut to four decimals for display, and how sums of them are made (decision 0015). What
 * somebody has is cut off, what is charged is rounded up; the same figure is the same text on every screen. A sum
 * whose parts stand beside it is made of the parts as they are shown: cut first, then add.
 */
import { amountScale, divide, type Usdt } from '@glasshouse/core/money/units'

/** Decimals of every USDT figure. */
export const shownDigits = 4
const step = 10n ** BigInt(amountScale - shownDigits)

/**
 * What somebody has, gets, gains or loses, cut towards minus infinity, in units of 1e-8.
 *
 * @example cutOwn(usdt('131.65264')) // 131.6526
 * @example cutOwn(usdt('-1.27331')) // -1.2734
 */
export const cutOwn = (units: bigint): Usdt => (divide(units, step, 'floor') * step) as Usdt

/**
 * What is charged, as a positive amount, rounded up, in units of 1e-8.
 *
 * @example cutCharge(usdt('0.658263')) // 0.6583
 */
export const cutCharge = (units: bigint): Usdt => (divide(units, step, 'ceil') * step) as Usdt

/**
 * The sum of what is shown, in units of 1e-8. Every part was cut before.
 *
 * @example sumShown([cutOwn(usdt('131.65264')), cutCharge(usdt('0.658263'))]) // 132.3109
 */
export const sumShown = (parts: readonly Usdt[]): Usdt => parts.reduce((sum, part) => sum + part, 0n) as Usdt
