import { formatQuantity, quantity } from '@glasshouse/core/money/units'
import { wholeStepShare } from '@glasshouse/core/subscription/rules'
import type { AllotmentTable } from '@glasshouse/core/subscription/wire'

/** One application of an allotment with the steps of its computation. */
export type AllotmentRow = {
  readonly hash: string
  readonly asked: string
  /** The share in whole steps; what was asked where no more is asked than offered. */
  readonly share: string
  /** What the draw added, 0 or one step. */
  readonly drawn: bigint
  readonly allotted: string
}

/** Rows of an allotment with their share and what the draw added. */
export const allotmentRows = ({ rows, ...table }: AllotmentTable): readonly AllotmentRow[] => {
  const issue = { number: quantity(table.number), step: quantity(table.step) }
  const total = quantity(table.asked)
  return rows.map(({ hash, asked, allotted }) => {
    const share = wholeStepShare(issue, total, quantity(asked))
    return { hash, asked, share: formatQuantity(share), drawn: quantity(allotted) - share, allotted }
  })
}

/** A hash cut in its middle. */
export const shortHash = (hash: string): string => `${hash.slice(0, 10)}…${hash.slice(-6)}`
