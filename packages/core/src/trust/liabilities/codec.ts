/** Wire form of the lines of which a customer's balances in a liabilities report consist. */
import type { DataOf } from '../../calls.ts'
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import type { OwnLine } from './ownLines.ts'

/** The lines of one report. */
export type OwnLines = {
  readonly number: number
  /** When the report was made. */
  readonly madeMs: number
  readonly lines: readonly (OwnLine & {
    /** Journal lines since, of all accounts of the source; null of what is no account. */
    readonly entries: number | null
  })[]
}

const formatAmount = (units: bigint): string => formatDecimal(units, amountScale)

/** Formats lines for `/api/trust/proofLines`. */
export const ownLinesToWire = ({ number, madeMs, lines }: OwnLines): DataOf<'/api/trust/proofLines'> => ({
  number,
  time: madeMs,
  lines: lines.map(({ source, asset, reported, entries, change, now }) => ({
    source,
    asset,
    reported: formatAmount(reported),
    entries,
    change: formatAmount(change),
    now: formatAmount(now),
  })),
})

const amountFromWire = (text: string): bigint => {
  const units = parseDecimal(text.replace(/^-/, ''), amountScale)
  if (units === null) throw new RangeError(`no amount: ${text}`)
  return text.startsWith('-') ? -units : units
}

/**
 * Parses lines that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const ownLinesFromWire = ({ number, time, lines }: DataOf<'/api/trust/proofLines'>): OwnLines => ({
  number,
  madeMs: time,
  lines: lines.map(({ source, asset, reported, entries, change, now }) => ({
    ...{ source, asset, entries },
    reported: amountFromWire(reported),
    change: amountFromWire(change),
    now: amountFromWire(now),
  })),
})
