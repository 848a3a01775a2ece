/** Up to which ticks everything is settled, and which of the log are looked at again. */

import type { Tick } from '@glasshouse/core/markets/evidence'
import type { EngineMarkets } from '../markets.ts'

/** How far the ticks of a market were heard at a moment: its id and the number of its newest tick. */
type HeardTicks = ReadonlyMap<number, number>

/** Finds out up to which ticks everything that was reached is settled, without looking at every tick. */
export type SettledMarks = {
  /** Notes how far the ticks of all markets were heard at a moment. */
  readonly note: (moment: number, heard: HeardTicks) => void
  /** The newest noted ticks before everything that is outstanding since `oldest`; null when there are none new. */
  readonly take: (oldest: number) => HeardTicks | null
}

const maxMarks = 600

/**
 * Starts without a mark.
 *
 * @example marks.note(7, new Map([[1, 41]])); marks.take(8) // Map { 1 → 41 }: nothing before moment 8 is outstanding
 */
export const createSettledMarks = (): SettledMarks => {
  let marks: { readonly moment: number; readonly heard: HeardTicks }[] = []
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

/** The newest ticks of one market that are looked at again, at most. */
const maxReplayed = 20_000

/** The number of the newest tick of every market that is traded, by its id. */
export const newestTicks = (
  markets: Pick<EngineMarkets, 'products' | 'inForce'>,
): ReadonlyMap<number, number> =>
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
  settledTicks: ReadonlyMap<number, number>,
  heardFrom: ReadonlyMap<number, number>,
): Promise<Replay> => {
  const found = await Promise.all(
    [...heardFrom].map(async ([pid, upTo]) => {
      const mark = settledTicks.get(pid)
      if (mark === undefined || mark >= upTo) return []
      // The tick of the mark itself comes along: it was in force until the first one after it.
      return markets.ticksBetween(pid, Math.max(mark, upTo - maxReplayed) - 1, upTo)
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
