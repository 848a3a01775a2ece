/** Exact money: whole numbers of the asset's smallest unit, with the asset in the type. */
declare const unit: unique symbol

/** A whole number of the smallest units of asset `A`; USDT and every coin have 8 decimals. */
export type Units<A extends string = string> = bigint & { readonly [unit]: A }
/** USDT in units of 0.00000001. */
export type Usdt = Units<'USDT'>
/** Coins of one product in units of 0.00000001. */
export type Quantity = Units<'quantity'>
/** USDT per coin in units of 0.000000001. */
export type Price = Units<'price'>

/** Decimals of USDT and of every coin. */
export const amountScale = 8
/** Decimals of a price. */
export const priceScale = 9

/**
 * Rounding mode of a division. Every division names one: `floor` rounds towards minus infinity (amounts a customer
 * receives), `ceil` towards plus infinity (amounts a customer owes), `truncate` towards zero, `away` away from zero.
 */
export type Rounding = 'floor' | 'ceil' | 'truncate' | 'away'

/**
 * Divides two whole numbers with a named rounding mode.
 *
 * @throws RangeError the divisor is 0, which is a broken invariant
 * @example divide(7n, 2n, 'floor') // 3n
 * @example divide(-7n, 2n, 'floor') // -4n
 */
export const divide = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  if (divisor === 0n) throw new RangeError('division by zero')
  const quotient = dividend / divisor
  const exact = quotient * divisor === dividend
  if (exact || rounding === 'truncate') return quotient
  const negative = dividend < 0n !== divisor < 0n
  if (rounding === 'floor') return negative ? quotient - 1n : quotient
  if (rounding === 'ceil') return negative ? quotient : quotient + 1n
  return negative ? quotient - 1n : quotient + 1n
}

/**
 * Multiplies before dividing, so that only the result is rounded.
 *
 * @example multiplyDivide(10n, 3n, 4n, 'ceil') // 8n
 */
export const multiplyDivide = (a: bigint, b: bigint, divisor: bigint, rounding: Rounding): bigint =>
  divide(a * b, divisor, rounding)

/**
 * Adds amounts of one asset; 0 where there is none.
 *
 * @example sumUnits([usdt('1'), usdt('2.5')]) // 3.5 USDT
 */
export const sumUnits = <U extends Units>(amounts: readonly U[]): U =>
  amounts.reduce<bigint>((sum, amount) => sum + amount, 0n) as U

/**
 * What an amount is above another of the same asset; below zero where it is less.
 *
 * @example subtractUnits(usdt('1'), usdt('2.5')) // -1.5 USDT
 */
export const subtractUnits = <U extends Units>(from: U, amount: U): U =>
  ((from as bigint) - (amount as bigint)) as U

/**
 * An amount with the other sign.
 *
 * @example negateUnits(usdt('2.5')) // -2.5 USDT
 */
export const negateUnits = <U extends Units>(amount: U): U => -(amount as bigint) as U

/**
 * A part or a multiple of an amount; only the result is rounded.
 *
 * @example scaleUnits(usdt('10'), 1n, 3n, 'floor') // 3.33333333 USDT
 */
export const scaleUnits = <U extends Units>(
  amount: U,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): U => multiplyDivide(amount, numerator, denominator, rounding) as U

/**
 * The smallest step of a price that is shown with some decimals.
 *
 * @example priceStep(2) // 0.01 USDT
 */
export const priceStep = (decimals: number): Price => (10n ** BigInt(priceScale - decimals)) as Price

const decimalPattern = /^\d{1,15}(?:\.(\d+))?$/

/**
 * Parses a decimal string of the wire into whole units. Returns null for anything but plain ASCII digits with at most
 * `scale` decimals.
 *
 * @example parseDecimal('0.1', 8) // 10000000n
 * @example parseDecimal('1e3', 8) // null
 */
export const parseDecimal = (text: string, scale: number): bigint | null => {
  const match = decimalPattern.exec(text)
  if (!match) return null
  const fraction = match[1] ?? ''
  if (fraction.length > scale) return null
  const whole = fraction === '' ? text : text.slice(0, -(fraction.length + 1))
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/**
 * Formats whole units as the shortest exact decimal string, with a plain minus sign if negative.
 *
 * @example formatDecimal(10000000n, 8) // '0.1'
 */
export const formatDecimal = (units: bigint, scale: number): string => {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Parses a USDT amount as a user wrote it; null for anything but plain digits with at most eight decimals.
 *
 * @example parseUsdt('0.1') // 0.1 USDT
 */
export const parseUsdt = (text: string): Usdt | null => parseDecimal(text, amountScale) as Usdt | null

const required = (text: string, scale: number, what: string): bigint => {
  const negative = text.startsWith('-')
  const units = parseDecimal(negative ? text.slice(1) : text, scale)
  if (units === null) throw new RangeError(`not a ${what}: ${text}`)
  return negative ? -units : units
}

/** Parses a trusted USDT amount, such as a literal or one the server returned; throws on anything else. */
export const usdt = (text: string): Usdt => required(text, amountScale, 'USDT amount') as Usdt
/** Parses a trusted coin quantity; throws on anything else. */
export const quantity = (text: string): Quantity => required(text, amountScale, 'quantity') as Quantity
/** Parses a trusted price; throws on anything else. */
export const price = (text: string): Price => required(text, priceScale, 'price') as Price

/** USDT in wire form. */
export const formatUsdt = (units: bigint): string => formatDecimal(units, amountScale)
/** A coin quantity in wire form. */
export const formatQuantity = (units: bigint): string => formatDecimal(units, amountScale)
/** A price in wire form. */
export const formatPrice = (units: bigint): string => formatDecimal(units, priceScale)

/**
 * USDT value of a quantity at a price.
 *
 * quantity (1e-8) × price (1e-9) ÷ 1e9 = USDT (1e-8).
 *
 * @example valueAt(quantity('0.011'), price('65850'), 'ceil') // 724.35 USDT
 */
export const valueAt = (of: Quantity, at: Price, rounding: Rounding): Usdt =>
  divide(of * at, 1_000_000_000n, rounding) as Usdt
