/** Tiers of AI orders: which numbers of trades and leverages a margin may choose from. */
import { amountScale, formatUsdt, parseDecimal, type Usdt } from '../money/units.ts'

/** One tier as it is published. */
export type AiTier = {
  readonly minPrice: Usdt
  readonly maxPrice: Usdt
  readonly times: readonly number[]
  readonly leverages: readonly number[]
}

/** Parses a tier from the fields of its content record; returns the first field that is wrong otherwise. */
export const parseTier = (
  fields: Readonly<Record<string, string>>,
): AiTier | { readonly problem: string } => {
  const amount = (name: string): bigint | null => parseDecimal(fields[name] ?? '', amountScale)
  const minPrice = amount('minMargin')
  if (minPrice === null || minPrice <= 0n) return { problem: 'minMargin' }
  const maxPrice = amount('maxMargin')
  if (maxPrice === null || maxPrice < minPrice) return { problem: 'maxMargin' }
  const times = parseCounts(fields.trades ?? '', 100)
  if (times === null) return { problem: 'trades' }
  const leverages = parseCounts(fields.leverages ?? '', 1000)
  if (leverages === null) return { problem: 'leverages' }
  return { minPrice: minPrice as Usdt, maxPrice: maxPrice as Usdt, times, leverages }
}

/** Ascending numbers from 1 on, separated by commas; null when the text is anything else. */
const parseCounts = (text: string, most: number): readonly number[] | null => {
  if (!/^[1-9]\d{0,3}(?:,[1-9]\d{0,3}){0,19}$/.test(text)) return null
  const counts = text.split(',').map((part) => Number.parseInt(part, 10))
  return counts.every((count, at) => count <= most && count > (counts[at - 1] ?? 0)) ? counts : null
}

/** Whether two tiers have a margin in common. */
export const tiersOverlap = (one: AiTier, other: AiTier): boolean =>
  one.minPrice <= other.maxPrice && other.minPrice <= one.maxPrice

/** What an AI order asks for. */
export type AiOrderRequest = {
  readonly stake: Usdt
  readonly times: number
  readonly leverage: number
  readonly maxLoss: Usdt
}

/**
 * Validates an AI order against the tiers: the margin lies in one, trades and leverage are among its choices, and the
 * largest loss is from 1 USDT to margin × times. Returns null, or the accepted values for `outOfRange`.
 *
 * @example validateAiOrder([], order) // { field: 'stake', min: '0', max: '0' }
 */
export const validateAiOrder = (
  tiers: readonly AiTier[],
  { stake, times, leverage, maxLoss }: AiOrderRequest,
): {
  readonly field: keyof AiOrderRequest
  readonly min: string
  readonly max: string
  readonly allowed?: string
} | null => {
  const tier = tiers.find(({ minPrice, maxPrice }) => stake >= minPrice && stake <= maxPrice)
  if (tier === undefined) {
    const lowest = tiers.reduce<bigint>(
      (min, one) => (min === 0n || one.minPrice < min ? one.minPrice : min),
      0n,
    )
    const highest = tiers.reduce<bigint>((max, one) => (one.maxPrice > max ? one.maxPrice : max), 0n)
    return { field: 'stake', min: formatUsdt(lowest), max: formatUsdt(highest) }
  }
  return (
    choiceIssue('times', tier.times, times) ??
    choiceIssue('leverage', tier.leverages, leverage) ??
    (maxLoss < smallestMaxLoss || maxLoss > stake * BigInt(times)
      ? { field: 'maxLoss', min: formatUsdt(smallestMaxLoss), max: formatUsdt(stake * BigInt(times)) }
      : null)
  )
}

const choiceIssue = (field: keyof AiOrderRequest, choices: readonly number[], chosen: number) =>
  choices.includes(chosen)
    ? null
    : {
        field,
        min: String(Math.min(...choices)),
        max: String(Math.max(...choices)),
        allowed: choices.join(','),
      }

/** The smallest largest loss of a run: 1 USDT. */
export const smallestMaxLoss = 100_000_000n

/** The largest loss of a run where none is given: half of the margin of a trade, rounded down, at least 1 USDT. */
export const usualMaxLoss = (stake: Usdt): Usdt =>
  (stake / 2n > smallestMaxLoss ? stake / 2n : smallestMaxLoss) as Usdt

/** What a run has lost so far: what its results and fees leave below zero, 0 while they do not. */
export const lossOf = (profit: bigint, fees: bigint): Usdt =>
  (profit - fees < 0n ? fees - profit : 0n) as Usdt
