import type { Tick } from '@glasshouse/core/markets/evidence'

/** A tick as the leader heard it: with whether its market and its last price were stale at it. */
export type HeardTick = { readonly tick: Tick; readonly stale: boolean; readonly lastStale: boolean }

/** The newest record of a market's chain. */
export type ChainPlace = { readonly n: number; readonly hash: string }

/** Numbers of ticks that are missing: after one and up to another. */
export type TickGap = { readonly after: number; readonly upTo: number }

/** Follows the ticks of one market in the order of their chain, in whatever order they come. */
export type ChainFollower = {
  /** Takes a tick; returns those that are heard by it, in order: none while one before it is missing. */
  readonly take: (heard: HeardTick) => readonly HeardTick[]
  /** The chain is known to have reached a number. */
  readonly expect: (n: number) => void
  /** What has to be asked for; null while nothing is missing. */
  readonly gap: () => TickGap | null
  /** The number of the newest tick that was heard. */
  readonly newest: () => number
}

/** Ticks that may wait for one before them; beyond it the chain has to be followed anew. */
const maxWaiting = 20_000

/**
 * Begins behind a record of a chain. A tick is heard if its previous hash is the hash of the one before.
 *
 * @example createChainFollower({ n: 7, hash: 'a…' }).take({ tick: { n: 9, … } }) // []: 8 is missing, gap() is { after: 7, upTo: 8 }
 */
export const createChainFollower = (begin: ChainPlace): ChainFollower => {
  let head = begin
  let expected = begin.n
  const waiting = new Map<number, HeardTick>()

  /** Hears what waits, as far as it follows the newest. */
  const drain = (): HeardTick[] => {
    const heard: HeardTick[] = []
    for (let next = waiting.get(head.n + 1); next !== undefined; next = waiting.get(head.n + 1)) {
      if (next.tick.previousHash !== head.hash) break
      waiting.delete(next.tick.n)
      head = next.tick
      heard.push(next)
    }
    return heard
  }
  return {
    take: (heard) => {
      const { n } = heard.tick
      if (n <= head.n) return []
      expected = Math.max(expected, n)
      if (waiting.size < maxWaiting) waiting.set(n, heard)
      return drain()
    },
    expect: (n) => {
      expected = Math.max(expected, n)
    },
    gap: () => {
      if (expected <= head.n) return null
      const waits = [...waiting.keys()].reduce((first, n) => Math.min(first, n), expected + 1)
      // The first that waits is there and does not follow: what was heard before it is not its chain.
      return { after: head.n, upTo: Math.max(waits - 1, head.n + 1) }
    },
    newest: () => head.n,
  }
}
