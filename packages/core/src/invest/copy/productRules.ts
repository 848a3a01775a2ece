/** Validation of the terms of a copy product as staff write them. */
import { formatUsdt, parseDecimal, type Usdt, usdt } from '../../money/units.ts'
import { amountStep } from '../rules.ts'

/** Terms of the next sale of a copy product. */
export type CopyTerms = {
  readonly periodDays: number
  readonly min: Usdt
  readonly max: Usdt
  /** Share of new profit, in parts per million. */
  readonly leadFeePpm: number
  readonly maxMultiple: number
  /** Fall below the highest dealing price at which copying ends, in percent. */
  readonly copyStopPercent: number
  /** Levy of an exit between periods, in parts per million of the value. */
  readonly exitLevyPpm: number
}

/** The terms as staff write them; percentages and amounts are decimal strings. */
export type RawCopyTerms = {
  readonly periodDays: number
  readonly min: string
  readonly max: string
  readonly leadFee: string
  readonly maxMultiple: number
  readonly copyStop: string
  readonly exitLevy: string
}

/** The terms, the field that is wrong, or a fee above the largest one (percent). */
export type ParsedCopyTerms =
  | { readonly terms: CopyTerms }
  | { readonly problem: keyof RawCopyTerms }
  | { readonly maxFee: number }

const ppmPerPercent = 10_000
const maxLevyPpm = 20_000
const maxPrincipal = usdt('1000000000')

/** Parts per million of a percentage with at most four decimals; null for anything else. */
const ppmOf = (percent: string): number | null => {
  const ppm = parseDecimal(percent, 4)
  return ppm === null || ppm > 1_000_000n ? null : Number.parseInt(ppm.toString(), 10)
}

/** Percentage of parts per million in wire form. */
export const percentOfPpm = (ppm: number): string => `${ppm / ppmPerPercent}`

/** The terms as staff would write them. */
export const writeCopyTerms = (terms: CopyTerms): RawCopyTerms => ({
  periodDays: terms.periodDays,
  min: formatUsdt(terms.min),
  max: formatUsdt(terms.max),
  leadFee: percentOfPpm(terms.leadFeePpm),
  maxMultiple: terms.maxMultiple,
  copyStop: String(terms.copyStopPercent),
  exitLevy: percentOfPpm(terms.exitLevyPpm),
})

const amountOf = (text: string): Usdt | null => {
  const amount = parseDecimal(text, 8)
  const isSound = amount !== null && amount > 0n && amount % amountStep === 0n && amount <= maxPrincipal
  return isSound ? (amount as Usdt) : null
}

/**
 * Parses the terms of a copy product: limits in whole hundreds, a copy stop of 5 to 95 whole percent, a levy of at most
 * 2 %, a fee of at most the setting `copy_fee_max`.
 *
 * @param maxFeePercent largest performance fee, whole percent
 * @see product specification, investment, section 6
 */
export const parseCopyTerms = (raw: RawCopyTerms, maxFeePercent: number): ParsedCopyTerms => {
  const [min, max] = [amountOf(raw.min), amountOf(raw.max)]
  if (min === null) return { problem: 'min' }
  if (max === null || max < min) return { problem: 'max' }
  const [leadFeePpm, stopPpm, exitLevyPpm] = [ppmOf(raw.leadFee), ppmOf(raw.copyStop), ppmOf(raw.exitLevy)]
  if (leadFeePpm === null) return { problem: 'leadFee' }
  const copyStopPercent = (stopPpm ?? 0) / ppmPerPercent
  if (!Number.isInteger(copyStopPercent) || copyStopPercent < 5 || copyStopPercent > 95)
    return { problem: 'copyStop' }
  if (exitLevyPpm === null || exitLevyPpm > maxLevyPpm) return { problem: 'exitLevy' }
  if (leadFeePpm > maxFeePercent * ppmPerPercent) return { maxFee: maxFeePercent }
  const { periodDays, maxMultiple } = raw
  return { terms: { periodDays, min, max, leadFeePpm, maxMultiple, copyStopPercent, exitLevyPpm } }
}

/**
 * Whether a change raises what followers pay or risk: the fee, the levy, the multiple or the fall at which copying ends.
 * It needs a second manager.
 */
export const isCopyRaise = (before: CopyTerms, after: CopyTerms): boolean =>
  after.leadFeePpm > before.leadFeePpm ||
  after.exitLevyPpm > before.exitLevyPpm ||
  after.maxMultiple > before.maxMultiple ||
  after.copyStopPercent > before.copyStopPercent
