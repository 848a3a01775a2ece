/** What is published to everybody, and what happens to single customers meanwhile. */
export type Load = {
  readonly updates: number
  readonly perSecond: number
  readonly symbols: number
  readonly eventsPerSecond: number
  /** Customers with numbers from 1 whose events these are. */
  readonly owners: number
}

/** What it cost the server, and when each event was committed. */
export type Spent = {
  readonly cpuMs: number
  readonly committed: readonly (readonly [id: number, atMs: number])[]
}
