import { amountScale, divide, parseDecimal, type Usdt } from '../money/units.ts'

/** Decimals of external amounts and rates; no coin and no rate has more. */
const foreignScale = 18
const one = 10n ** BigInt(foreignScale)

/**
 * USDT for a token amount in its smallest units, rounded down to 8 decimals.
 *
 * @example usdtFromToken(1_500_000n, 6) // 1.5 USDT
 */
export const usdtFromToken = (units: bigint, decimals: number): Usdt => {
  const [have, want] = [BigInt(decimals), BigInt(amountScale)]
  if (have <= want) return (units * 10n ** (want - have)) as Usdt
  return divide(units, 10n ** (have - want), 'floor') as Usdt
}

/**
 * Parses a decimal text of another system. Decimals after the 18th are truncated; null if the text is not a decimal.
 */
export const parseForeignDecimal = (text: string): bigint | null => {
  const [whole = '', fraction, ...rest] = text.split('.')
  if (rest.length > 0) return null
  return parseDecimal(
    fraction === undefined ? whole : `${whole}.${fraction.slice(0, foreignScale)}`,
    foreignScale,
  )
}

/**
 * USDT for a payment in another currency: value × rate into the invoice's currency ÷ that currency's price of one USDT,
 * rounded down once at the end. Null if a text is not a decimal.
 *
 * @example usdtFromPayment('0.01', '64000', usdt('1')) // 640 USDT
 */
export const usdtFromPayment = (value: string, rate: string, perUsdt: Usdt): Usdt | null => {
  const [paid, priced] = [parseForeignDecimal(value), parseForeignDecimal(rate)]
  if (paid === null || priced === null) return null
  // value (1e-18) × rate (1e-18) ÷ price of a USDT (1e-8), to 1e-8.
  return divide(paid * priced * 10n ** BigInt(2 * amountScale), one * one * perUsdt, 'floor') as Usdt
}
