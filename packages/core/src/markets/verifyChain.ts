import { type Tick, tickHash } from './evidence.ts'
import { type WriterRecord, writerHash } from './writers.ts'

/** Sequence numbers that are not in a log. */
export type ChainHole = {
  readonly from: number
  readonly to: number
  /** The record behind the hole carries the hash of the one before it, so that nothing was written in between. */
  readonly linked: boolean
  /** The writer that wrote on both sides was the same: nothing but a loss or a deletion explains it. */
  readonly withinTerm: boolean
}

/** What a check of a chain found; without `forged`, `unlinked` and holes within a term the chain is sound. */
export type ChainReport = {
  readonly checked: number
  /** Sequence numbers whose own hash does not fit their content. */
  readonly forged: readonly number[]
  /** Sequence numbers that follow directly but do not carry the hash of the one before. */
  readonly unlinked: readonly number[]
  readonly holes: readonly ChainHole[]
}

/** One record of a log: a tick, or a record of its writer. */
type LogRecord = {
  readonly symbol: string
  readonly n: number
  readonly previousHash: string
  readonly hash: string
}

/**
 * Verifies the log of one symbol, ticks and writer records in ascending sequence: every hash is recomputed and every
 * neighbour must link. A hole in front of a record by which a writer began is not one within a term: a killed process
 * loses the newest ticks and leaves numbers unused.
 *
 * @example verifyChain([first, second], sha256) // { checked: 2, forged: [], unlinked: [], holes: [] }
 */
export const verifyChain = (
  ticks: Iterable<Tick>,
  sha256: (text: string) => string,
  writers: readonly WriterRecord[] = [],
): ChainReport => {
  const forged: number[] = []
  const unlinked: number[] = []
  const holes: ChainHole[] = []
  let checked = 0
  let before: LogRecord | null = null
  const link = (record: LogRecord, begins: boolean): void => {
    checked += 1
    if (before !== null) {
      const linked = record.previousHash === before.hash
      if (record.n <= before.n || record.symbol !== before.symbol) unlinked.push(record.n)
      else if (record.n > before.n + 1)
        holes.push({ from: before.n + 1, to: record.n - 1, linked, withinTerm: !begins })
      else if (!linked) unlinked.push(record.n)
    }
    before = record
  }
  const waiting = writers.toSorted((a, b) => a.n - b.n)
  const linkWriters = (below: number): void => {
    while (waiting[0] !== undefined && waiting[0].n < below) {
      const [record] = waiting.splice(0, 1)
      if (record === undefined) return
      if (writerHash(record, sha256) !== record.hash) forged.push(record.n)
      link(record, record.event !== 'stop')
    }
  }
  for (const tick of ticks) {
    linkWriters(tick.n)
    if (tickHash(tick.previousHash, tick, sha256) !== tick.hash) forged.push(tick.n)
    link(tick, false)
  }
  linkWriters(Number.POSITIVE_INFINITY)
  return { checked, forged, unlinked, holes }
}
