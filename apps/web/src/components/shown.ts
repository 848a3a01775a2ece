/**
 * Cutting of USDT amounts to four decimals for display, and sums of cut amounts (decision 0015). Balances are
 * truncated, charges are rounded up, so the same amount has the same text on every screen. A sum displayed beside
 * its terms is the sum of the displayed terms: cut first, then add.
 */
import { amountScale, divide, type Usdt } from '@glasshouse/core/money/units'

/** Decimals of all USDT amounts. */
export const shownDigits = 4
const step = 10n ** BigInt(amountScale - shownDigits)

/**
 * Balance, gain or loss, cut towards minus infinity, in units of 1e-8.
 *
 * @example cutOwn(usdt('131.65264')) // 131.6526
 * @example cutOwn(usdt('-1.27331')) // -1.2734
 */
export const cutOwn = (units: bigint): Usdt => (divide(units, step, 'floor') * step) as Usdt

/**
 * Charge as a positive amount, rounded up, in units of 1e-8.
 *
 * @example cutCharge(usdt('0.658263')) // 0.6583
 */
export const cutCharge = (units: bigint): Usdt => (divide(units, step, 'ceil') * step) as Usdt

/**
 * Sum of cut amounts, in units of 1e-8.
 *
 * @example sumShown([cutOwn(usdt('131.65264')), cutCharge(usdt('0.658263'))]) // 132.3109
 */
export const sumShown = (parts: readonly Usdt[]): Usdt => parts.reduce((sum, part) => sum + part, 0n) as Usdt
