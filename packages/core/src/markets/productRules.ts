import { parseDecimal, type Quantity } from '../money/units.ts'
import { readFeeRate } from './feeRate.ts'
import type { Product } from './product.ts'

/** Product terms that staff can change, as they wrote them. They never contain a price. */
export type RawProductTerms = {
  readonly title: string
  readonly icon: string
  readonly lot: Quantity
  readonly minLots: number
  readonly stepLots: number
  readonly leverages: string
  /** Fee rate as a fraction of one, such as `0.0005`. */
  readonly feeRate: string
  readonly expiryMinutes: string
  readonly payoutPercents: string
  readonly scale: number
  readonly isOnSale: boolean
}

/** Changeable part of a product: number, symbol and kind never change. */
export type ProductTerms = Omit<Product, 'pid' | 'symbol' | 'kind'>

export type ProductField = keyof RawProductTerms

/** Maximum leverage of any product. */
export const highestLeverage = 100
/** Maximum number of leverages and of expiries per product. */
const maxChoices = 10
/** Maximum option expiry in minutes. */
const maxMinutes = 1440n

const wholeList = (text: string, min: number, max: number): readonly number[] | null => {
  const parts = text.split(',')
  if (parts.length > maxChoices || parts.some((part) => !/^[1-9]\d{0,3}$/.test(part))) return null
  const numbers = parts.map((part) => Number.parseInt(part, 10))
  return numbers.every((number) => number >= min && number <= max) ? numbers : null
}

const isAscending = <T extends number | bigint>(values: readonly T[]): boolean =>
  values.every((value, at) => {
    const before = values[at - 1]
    return before === undefined || value > before
  })

/** Parses expiries in minutes, at most one decimal (0.1 is 6 seconds), ascending; null for anything else. */
const minutesList = (text: string): readonly string[] | null => {
  const parts = text.split(',')
  const tenths = parts.map((part) => (/^(0|[1-9]\d*)(\.[1-9])?$/.test(part) ? parseDecimal(part, 1) : null))
  const parsed = tenths.flatMap((value) => (value === null ? [] : [value]))
  const isAllowed =
    parts.length <= maxChoices &&
    parsed.length === parts.length &&
    parsed.every((value) => value >= 1n && value <= maxMinutes * 10n) &&
    isAscending(parsed)
  return isAllowed ? parts : null
}

/**
 * Parses the terms of a product, or returns the first rejected field.
 *
 * Leverages and expiries ascend, payouts stay at or below the maximum and are as many as the expiries, the fee rate is
 * at most 0.2 %, the minimum order is a multiple of the step, and a lot is above 0.
 *
 * @example readProductTerms({ …, expiryMinutes: '0.5,1', payoutPercents: '70' }, 85) // { problem: 'payoutPercents' }
 */
export const readProductTerms = (
  raw: RawProductTerms,
  payoutCeiling: number,
): ProductTerms | { readonly problem: ProductField } => {
  const leverages = wholeList(raw.leverages, 1, highestLeverage)
  const feeRatePpm = readFeeRate(raw.feeRate)
  const expiryMinutes = minutesList(raw.expiryMinutes)
  const payoutPercents = wholeList(raw.payoutPercents, 1, payoutCeiling)
  if (!/^[^\p{C}<>]{1,40}$/u.test(raw.title) || raw.title.trim() !== raw.title) return { problem: 'title' }
  if (!/^[a-z0-9-]{1,32}$/.test(raw.icon)) return { problem: 'icon' }
  if (raw.lot <= 0n) return { problem: 'lot' }
  if (raw.minLots % raw.stepLots !== 0) return { problem: 'minLots' }
  if (leverages === null || !isAscending(leverages)) return { problem: 'leverages' }
  if (feeRatePpm === null) return { problem: 'feeRate' }
  if (expiryMinutes === null) return { problem: 'expiryMinutes' }
  if (payoutPercents === null || payoutPercents.length !== expiryMinutes.length)
    return { problem: 'payoutPercents' }
  return {
    title: raw.title,
    icon: raw.icon,
    lot: raw.lot,
    minLots: raw.minLots,
    stepLots: raw.stepLots,
    leverages,
    feeRatePpm,
    expiryMinutes,
    payoutPercents,
    scale: raw.scale,
    isOnSale: raw.isOnSale,
  }
}
