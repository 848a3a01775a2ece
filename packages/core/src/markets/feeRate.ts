/** The fee rate of a product: parts per million inside, a fraction of one on the wire (0.0005 is 0.05 %). */
import { formatDecimal, parseDecimal } from '../money/units.ts'

/** The highest fee rate a contract may cost, for opening and for closing: 0.2 %, in parts per million. */
export const highestFeeRatePpm = 2_000

const wireScale = 6

/**
 * A fee rate as the wire writes it: a fraction of one.
 *
 * @example feeRateText(500) // '0.0005'
 */
export const feeRateText = (ratePpm: number): string => formatDecimal(BigInt(ratePpm), wireScale)

/**
 * A fee rate of the wire in parts per million, at most 0.2 %; null for anything else.
 *
 * @example readFeeRate('0.0005') // 500
 * @example readFeeRate('0.003') // null
 */
export const readFeeRate = (text: string): number | null => {
  const ppm = parseDecimal(text, wireScale)
  return ppm === null || ppm > BigInt(highestFeeRatePpm) ? null : Number.parseInt(ppm.toString(), 10)
}

/**
 * A trusted fee rate of the wire in parts per million, such as one the server returned.
 *
 * @throws RangeError the text is not a fraction with at most six decimals
 * @example feeRateOf('0.0005') // 500
 */
export const feeRateOf = (text: string): number => {
  const ppm = parseDecimal(text, wireScale)
  if (ppm === null) throw new RangeError(`not a fee rate: ${text}`)
  return Number.parseInt(ppm.toString(), 10)
}
