/** Up to which ticks everything is settled, and which of the log are looked at again. */

import type { Tick } from '@glasshouse/core/markets/evidence'
import { type HeldPartitions, holdsAll } from '../../store/partitions.ts'
import type { SettledTicks, TickMarks } from '../../store/settledTicks.ts'
import type { EngineMarkets } from '../markets.ts'

/** Finds out up to which ticks everything that was reached is settled, without looking at every tick. */
export type SettledMarks = {
  /** Notes how far the ticks of all markets were heard at a moment. */
  readonly note: (moment: number, heard: TickMarks) => void
  /** The newest noted ticks before everything that is outstanding since `oldest`; null when there are none new. */
  readonly take: (oldest: number) => TickMarks | null
}

const maxMarks = 600

/**
 * Starts without a mark.
 *
 * @example marks.note(7, new Map([[1, 41]])); marks.take(8) // Map { 1 → 41 }: nothing before moment 8 is outstanding
 */
export const createSettledMarks = (): SettledMarks => {
  let marks: { readonly moment: number; readonly heard: TickMarks }[] = []
  return {
    note: (moment, heard) => {
      if (marks.at(-1)?.moment === moment) return
      marks.push({ moment, heard })
      // Every other one is given up: the queue has stood still for long, and an older mark only replays more.
      if (marks.length > maxMarks) marks = marks.filter((_, index) => index % 2 === 0)
    },
    take: (oldest) => {
      const found = marks.findLast(({ moment }) => moment < oldest)
      if (found === undefined) return null
      marks = marks.filter(({ moment }) => moment > found.moment)
      return found.heard
    },
  }
}

/** Ticks of the log that may not be settled, in the order in which they came, and the one before them in each market. */
export type Replay = { readonly logged: readonly Tick[]; readonly settled: readonly Tick[] }

/** The newest ticks of one market that are looked at again, at most; by count, since numbers jump where a process was killed. */
const maxReplayed = 20_000

/** The number of the newest tick of every market that is traded, by its id. */
export const newestTicks = (markets: Pick<EngineMarkets, 'products' | 'inForce'>): TickMarks =>
  new Map(
    markets.products().flatMap(({ pid, symbol }) => {
      const tick = markets.inForce(symbol)?.tick
      return tick === undefined ? [] : [[pid, tick.n] as const]
    }),
  )

/**
 * Reads what passed in every market after the tick up to which everything is settled and until a tick from which on
 * the engine hears by itself. A market without a mark was never watched, and nothing of it is replayed.
 */
export const readReplay = async (
  markets: Pick<EngineMarkets, 'ticksBetween'>,
  settledTicks: TickMarks,
  heardFrom: TickMarks,
): Promise<Replay> => {
  const found = await Promise.all(
    [...heardFrom].map(async ([pid, upTo]) => {
      const mark = settledTicks.get(pid)
      if (mark === undefined || mark >= upTo) return []
      // The tick of the mark itself comes along: it was in force until the first one after it.
      return markets.ticksBetween(pid, mark - 1, upTo, maxReplayed + 1)
    }),
  )
  const settled = found.flatMap(([first]) => (first === undefined ? [] : [first]))
  const logged = found
    .flatMap(([, ...rest]) => rest)
    // What came late or was fetched triggers nothing, live or replayed.
    .filter(({ late, fetched }) => late !== true && fetched !== true)
    .sort((a, b) => a.receivedTimeMs - b.receivedTimeMs || a.n - b.n)
  return { logged, settled }
}

const noMarks: TickMarks = new Map()

/** Up to which tick of a market everything is settled in a partition; undefined where it was never watched. */
const markOf = (
  { common, byPartition }: SettledTicks,
  partition: number,
  pid: number,
): number | undefined => {
  const [all, own] = [common.get(pid), byPartition.get(partition)?.get(pid)]
  return all === undefined || own === undefined ? (all ?? own) : Math.max(all, own)
}

/**
 * Up to which ticks everything is settled in all partitions that an engine holds: the smallest mark of them. Of a market
 * that some of them watched, nothing is settled in the others; one that none did is absent.
 *
 * @example partitions 0 and 1 with the marks { 7: 40 } and { 7: 30, 8: 5 } // Map { 7 → 30, 8 → 0 }
 */
export const smallestMarks = (settled: SettledTicks, { terms }: HeldPartitions): TickMarks => {
  const partitions = [...terms.keys()]
  const pids = new Set(settled.common.keys())
  for (const partition of partitions)
    for (const pid of settled.byPartition.get(partition)?.keys() ?? []) pids.add(pid)
  return new Map(
    [...pids].map((pid) => [
      pid,
      Math.min(...partitions.map((partition) => markOf(settled, partition, pid) ?? 0)),
    ]),
  )
}

/** The marks that are further than those of a partition, or of all. */
const furtherThan = (before: (pid: number) => number | undefined, heard: TickMarks): TickMarks =>
  new Map([...heard].filter(([pid, n]) => n > (before(pid) ?? -1)))

/**
 * What is to be written once everything that was heard is settled: of an engine that holds all partitions the marks that
 * they have in common, else those of each of its own. What does not move is not written.
 */
export const marksToWrite = (settled: SettledTicks, held: HeldPartitions, heard: TickMarks): SettledTicks => {
  if (holdsAll(held))
    return { common: furtherThan((pid) => settled.common.get(pid), heard), byPartition: new Map() }
  const own = [...held.terms.keys()].flatMap((partition) => {
    const further = furtherThan((pid) => markOf(settled, partition, pid), heard)
    const before = settled.byPartition.get(partition) ?? noMarks
    return further.size === 0 ? [] : [[partition, new Map([...before, ...further])] as const]
  })
  return { common: noMarks, byPartition: new Map(own) }
}

/** The marks after some were written. */
export const withWritten = (settled: SettledTicks, written: SettledTicks): SettledTicks => ({
  common: new Map([...settled.common, ...written.common]),
  byPartition: new Map([...settled.byPartition, ...written.byPartition]),
})
