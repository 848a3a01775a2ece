/** One thing an export says that does not follow from the rest of it. */
export type Discrepancy = {
  /** Where it stands: `BTCUSDT tick 17`, `order 12, opened`. */
  readonly where: string
  readonly what: string
}

/** What one check looked at and found. */
export type CheckReport = {
  readonly name: string
  /** How many things of each kind were looked at. */
  readonly counts: Readonly<Record<string, number>>
  readonly differences: readonly Discrepancy[]
  /** What is worth knowing and is no difference, such as stretches of the log that were pruned. */
  readonly remarks: readonly string[]
}
