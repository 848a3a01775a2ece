import type { Tick } from '@glasshouse/core/markets/evidence'
import type { EngineMarkets } from '../batch/snapshot.ts'

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
