import { amountScale, divide, parseDecimal, type Usdt } from '../money/units.ts'

/** Decimals with which amounts and rates of others are read; no coin and no rate has more. */
const foreignScale = 18
const one = 10n ** BigInt(foreignScale)

/**
 * What a token's whole units come to in USDT, rounded down to its 8 decimals.
 *
 * @example usdtOfToken(1_500_000n, 6) // 1.5 USDT
 */
export const usdtFromToken = (units: bigint, decimals: number): Usdt => {
  const [have, want] = [BigInt(decimals), BigInt(amountScale)]
  if (have <= want) return (units * 10n ** (want - have)) as Usdt
  return divide(units, 10n ** (have - want), 'floor') as Usdt
}

/** Reads a decimal text of another system: at most 18 decimals count, what is beyond is cut off; null for anything else. */
export const parseForeignDecimal = (text: string): bigint | null => {
  const [whole = '', fraction, ...rest] = text.split('.')
  if (rest.length > 0) return null
  return parseDecimal(
    fraction === undefined ? whole : `${whole}.${fraction.slice(0, foreignScale)}`,
    foreignScale,
  )
}

/**
 * What a payment in another currency comes to in USDT: value × rate into the invoice's currency ÷ that
 * currency's price of one USDT, rounded down once at the end. Null when a text is no decimal number.
 *
 * @example usdtOfPayment('0.01', '64000', usdt('1')) // 640 USDT
 */
export const usdtFromPayment = (value: string, rate: string, perUsdt: Usdt): Usdt | null => {
  const [paid, priced] = [parseForeignDecimal(value), parseForeignDecimal(rate)]
  if (paid === null || priced === null) return null
  // value (1e-18) × rate (1e-18) ÷ price of a USDT (1e-8), to 1e-8.
  return divide(paid * priced * 10n ** BigInt(2 * amountScale), one * one * perUsdt, 'floor') as Usdt
}
