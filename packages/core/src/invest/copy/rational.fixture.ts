/** Exact fractions for the independent models of copy trading and AI ordering; slow and simple on purpose. */

/** A fraction with a positive denominator. */
export type Rational = { readonly over: bigint; readonly under: bigint }

export const rational = (over: bigint, under: bigint): Rational =>
  under < 0n ? { over: -over, under: -under } : { over, under }
export const whole = (value: bigint | number): Rational => rational(BigInt(value), 1n)
export const zero = whole(0)

export const plus = (a: Rational, b: Rational): Rational =>
  rational(a.over * b.under + b.over * a.under, a.under * b.under)
export const minus = (a: Rational, b: Rational): Rational => plus(a, rational(-b.over, b.under))
export const times = (a: Rational, b: Rational): Rational => rational(a.over * b.over, a.under * b.under)
export const per = (a: Rational, b: Rational): Rational => rational(a.over * b.under, a.under * b.over)
/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export const compare = (a: Rational, b: Rational): bigint => a.over * b.under - b.over * a.under
export const isBelow = (a: Rational, b: Rational): boolean => compare(a, b) < 0n
export const total = (values: readonly Rational[]): Rational => values.reduce(plus, zero)

/** Cuts a fraction down at some decimals. */
export const down = (value: Rational, decimals: number): Rational => {
  const scaled = value.over * 10n ** BigInt(decimals)
  const cut = scaled / value.under
  const floor = cut * value.under > scaled ? cut - 1n : cut
  return rational(floor, 10n ** BigInt(decimals))
}
export const up = (value: Rational, decimals: number): Rational =>
  times(whole(-1), down(times(whole(-1), value), decimals))

/** The whole number of smallest units of a fraction that has no more decimals. */
export const unitsIn = (value: Rational, decimals: number): bigint => {
  const scaled = value.over * 10n ** BigInt(decimals)
  if (scaled % value.under !== 0n) throw new Error('a fraction with more decimals')
  return scaled / value.under
}
export const fromUnits = (units: bigint, decimals: number): Rational =>
  rational(units, 10n ** BigInt(decimals))
