/** What a row of the table found. */
export type Measurement = {
  /** The figures as they are printed, most important first. */
  readonly figures: string
  /** Whether the aim was reached; null where the row has parts that are not measured yet. */
  readonly held: boolean | null
  /** What a reader must know to take the figures rightly. */
  readonly remark?: string
}

/** One row of the table of goals. */
export type Row = {
  readonly number: number
  readonly goal: string
  readonly aim: string
  /** Absent until the product can do what the row measures. */
  readonly measure?: () => Promise<Measurement>
}
