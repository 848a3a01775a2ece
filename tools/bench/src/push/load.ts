/** Updates published to all clients and events of single customers. */
export type Load = {
  readonly updates: number
  readonly perSecond: number
  readonly symbols: number
  readonly eventsPerSecond: number
  /** Customers, numbered from 1, that receive the events. */
  readonly owners: number
}

/** Published updates; they are numbered, and the symbol of number `n` is `n % symbols`. */
export type Published = {
  readonly first: number
  /** Time of each publication, milliseconds. */
  readonly atMs: readonly number[]
  /** Time of each event's commit. */
  readonly committed: readonly (readonly [id: number, atMs: number])[]
}

/** One update or private event received by a watching client. */
export type Arrival = { readonly client: number; readonly number: number; readonly atMs: number }
export type Arrivals = { readonly quotes: readonly Arrival[]; readonly events: readonly Arrival[] }

/** Time comparable between two processes of one machine, milliseconds. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
