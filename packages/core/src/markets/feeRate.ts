/** Fee rate of a product: parts per million inside, a fraction of one on the wire (0.0005 is 0.05 %). */
import { formatDecimal, parseDecimal } from '../money/units.ts'

/** Maximum fee rate of a contract, per open and per close: 0.2 %, in parts per million. */
export const highestFeeRatePpm = 2_000

const wireScale = 6

/**
 * Formats a fee rate for the wire as a fraction of one.
 *
 * @example feeRateText(500) // '0.0005'
 */
export const feeRateText = (ratePpm: number): string => formatDecimal(BigInt(ratePpm), wireScale)

/**
 * Parses a fee rate of the wire into parts per million, at most 0.2 %; null for anything else.
 *
 * @example readFeeRate('0.0005') // 500
 * @example readFeeRate('0.003') // null
 */
export const readFeeRate = (text: string): number | null => {
  const ppm = parseDecimal(text, wireScale)
  return ppm === null || ppm > BigInt(highestFeeRatePpm) ? null : Number.parseInt(ppm.toString(), 10)
}

/**
 * Parses a trusted fee rate of the wire, such as one the server returned, into parts per million.
 *
 * @throws RangeError the text is not a fraction with at most six decimals
 * @example feeRateOf('0.0005') // 500
 */
export const feeRateOf = (text: string): number => {
  const ppm = parseDecimal(text, wireScale)
  if (ppm === null) throw new RangeError(`not a fee rate: ${text}`)
  return Number.parseInt(ppm.toString(), 10)
}
