import type { JournalLine } from '@glasshouse/core/ledger/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { cutOwn, sumShown } from '../shown.ts'
import { type Cause, causeOf } from './causes.ts'

/** A line, or the lines of one order on a page. */
export type LineGroup = {
  readonly key: string
  /** Newest first, at least one. */
  readonly lines: readonly JournalLine[]
  /** The order of several lines. */
  readonly cause: Cause | null
  /** Sum of the USDT lines of an order on this page, each cut as it is shown; null for a single line. */
  readonly sum: Usdt | null
}

/**
 * Puts the lines of one order together, at the place of its newest line. Lines without an order, and orders with one
 * line on the page, stay as they are.
 */
export const groupLines = (lines: readonly JournalLine[]): readonly LineGroup[] => {
  const keyed = lines.map((line) => {
    const cause = causeOf(line)
    return { line, cause, key: cause === null ? `line-${line.id}` : `${cause.kind}-${cause.id}` }
  })
  return [...Map.groupBy(keyed, ({ key }) => key)].map(([key, of]) => {
    const own = of.map(({ line }) => line)
    const isOrder = own.length > 1
    return {
      key,
      lines: own,
      cause: isOrder ? (of[0]?.cause ?? null) : null,
      sum: isOrder
        ? sumShown(own.flatMap(({ asset, amount }) => (asset === 'USDT' ? [cutOwn(amount)] : [])))
        : null,
    }
  })
}
