/** Result of a row. */
export type Measurement = {
  /** The figures as text, most important first. */
  readonly figures: string
  /** Whether the goal was reached; null if parts of the row are not measured yet. */
  readonly held: boolean | null
  /** Conditions needed to interpret the figures. */
  readonly remark?: string
}

/** One row of the table of goals. */
export type Row = {
  readonly number: number
  readonly goal: string
  readonly aim: string
  /** Absent until the product has the measured feature. */
  readonly measure?: () => Promise<Measurement>
}
