/** What is published to everybody, and what happens to single customers meanwhile. */
export type Load = {
  readonly updates: number
  readonly perSecond: number
  readonly symbols: number
  readonly eventsPerSecond: number
  /** Customers with numbers from 1 whose events these are. */
  readonly owners: number
}

/** What was published: updates are numbered through, and the symbol of number `n` is `n % symbols`. */
export type Published = {
  readonly first: number
  /** When each was published, milliseconds. */
  readonly atMs: readonly number[]
  /** When each event was committed. */
  readonly committed: readonly (readonly [id: number, atMs: number])[]
}

/** One update as a watching client got it, or one of its own events. */
export type Arrival = { readonly client: number; readonly number: number; readonly atMs: number }
export type Arrivals = { readonly quotes: readonly Arrival[]; readonly events: readonly Arrival[] }

/** Times that two processes of one machine can compare, milliseconds. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
