import { setTimeout as pause } from 'node:timers/promises'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Tx } from '../../../platform/database/index.ts'
import type { Messages } from '../../../platform/events/index.ts'
import { assertLeading } from '../../../platform/leadership/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { monotonicMs } from '../../../platform/time/index.ts'
import { listProductRows, type MarketInstant } from '../../store.ts'
import { openCatalog } from '../catalog.ts'
import { createEmitter } from '../fanout.ts'
import { insertKeptTicks } from '../keptTicks.ts'
import type { Markets } from '../markets.ts'
import { findBestTicks, findTicksBetween } from '../tickHistory.ts'
import type { HeardTick } from './chainFollower.ts'
import { followChains, type LeaderPatience, usualLeaderPatience } from './followChains.ts'
import { createFollowedMarket, type FollowedMarket } from './followedMarket.ts'
import type { JudgedExits } from './tickMessages.ts'

/** The markets of the leader as another process follows them: enough to decide on orders. */
export type FollowedMarkets = Pick<
  Markets,
  | 'products'
  | 'product'
  | 'inForce'
  | 'depth'
  | 'isClockSteady'
  | 'keep'
  | 'onTick'
  | 'ticksBetween'
  | 'bestTicksSince'
  | 'candles'
> & {
  /** Whether the leader says when minutes have closed: one of a former release decides on all runs of AI ordering itself. */
  readonly hasMinutes: () => boolean
  /** Hears that a minute of a market has closed that opened at an instant, within half a second. Returns how to stop. */
  readonly onMinute: (listener: (pid: number, openMs: number) => void) => () => void
  /** Whether the leader says how options end: one of a former release decides on all of them itself. */
  readonly decidesOptions: () => boolean
  /**
   * How options with expiries at some instants end, in the order asked, as the leader says.
   *
   * @throws UpstreamError no leader said so in time
   */
  readonly exitsAt: (due: readonly MarketInstant[]) => Promise<FollowedExits>
  /** The term of the leader that is followed; null while none is. */
  readonly term: () => number | null
  /** For how long the leader was not heard; milliseconds. */
  readonly silentMs: () => number
  /**
   * Waits until the ticks with these numbers are heard here, by market.
   *
   * @throws UpstreamError they are not within 10 s
   */
  readonly untilHeard: (numbers: ReadonlyMap<number, number>) => Promise<void>
  /**
   * Told false when the chains are not followed any more, because another process leads or what is missing cannot be had,
   * and true once they are followed anew, from where they are then. Returns how to stop.
   */
  readonly onFollowing: (listener: (isFollowing: boolean) => void) => () => void
  readonly close: () => Promise<void>
}

/** How options end, and the proof in a transaction that the leader which said so still leads. */
type FollowedExits = JudgedExits & {
  readonly assertLed: (tx: Tx) => Promise<void>
}

type Deps = Pick<Platform, 'clock' | 'database' | 'log' | 'secrets'> & {
  readonly messages: Messages
  /** Ends the wait for a leader. */
  readonly stopped: AbortSignal
}

/**
 * Follows the markets of the leader: every tick in the order of its chain, and a few times a second what is stale, the depth,
 * and whether products and terms changed. A market is stale here as at the leader, and besides while a tick is missing, while
 * its newest products are not read, and when the leader has not answered a question of the last second. Waits until a process
 * leads.
 */
export const openFollowedMarkets = async (
  deps: Deps,
  patience: LeaderPatience = usualLeaderPatience,
): Promise<FollowedMarkets> => {
  const { database, log, stopped } = deps
  const failed = (err: unknown): void => log.error({ err }, 'a listener of the followed markets failed')
  const ticks = createEmitter<[Tick]>(failed)
  const following = createEmitter<[boolean]>(failed)
  const minutes = createEmitter<[number, number]>(failed)
  const running = new Map<string, FollowedMarket>()
  const catalog = await openCatalog(deps, await listProductRows(database.db), running, false)
  /** The tick that is being published: its market is as the leader had it then. */
  let emitting: HeardTick | null = null

  const chains = followChains(deps, patience, {
    readCatalog: catalog.read,
    build: ({ markets }) => {
      running.clear()
      for (const opened of markets) {
        const product = catalog.product(opened.pid)
        if (product === null) throw new Error(`the leader has a market ${opened.pid} that is no product`)
        running.set(opened.symbol, createFollowedMarket(product, opened))
      }
      // Takes the running markets in.
      catalog.followTerms([])
      return new Map([...running.values()].map((market) => [market.product.pid, market]))
    },
    hear: (market, heard, isPublished) => {
      market.hear(heard)
      if (!isPublished || heard.tick.fetched === true) return
      emitting = heard
      ticks.emit(heard.tick)
      emitting = null
    },
    minute: minutes.emit,
    following: following.emit,
  })
  const isBehind = (market: FollowedMarket): boolean => {
    const session = chains.session()
    return (
      session === null ||
      monotonicMs() - session.confirmedMs > patience.freshMs ||
      session.readVersion < session.version ||
      market.gap() !== null
    )
  }
  /** Runs a read of the log and of what the leader has not logged yet. */
  const reading = async <Result>(
    pid: number,
    read: (
      product: Product,
      recorder: { readonly pendingTicks: () => readonly Tick[] },
    ) => Promise<readonly Result[]>,
  ): Promise<readonly Result[] | null> => {
    const product = catalog.product(pid)
    if (product === null) return null
    // Asked before the database: what is written meanwhile is in both, never in neither.
    const pending = await chains.pending(pid)
    return read(product, { pendingTicks: () => pending })
  }
  /** Ticks as they were read: those that the leader did not pass are of the log. */
  const readTicks = <Read extends Tick | null>(found: readonly Read[]): readonly Read[] => {
    for (const tick of found) if (tick !== null && !chains.origins.has(tick)) chains.origins.set(tick, 'log')
    return found
  }
  const close = async (): Promise<void> => {
    await chains.close()
    await catalog.close()
  }
  try {
    while (chains.session() === null) await pause(patience.askEveryMs, undefined, { signal: stopped })
  } catch (error) {
    await close()
    throw error
  }
  return {
    products: catalog.running,
    product: catalog.product,
    inForce: (symbol) => {
      const market = running.get(symbol)
      const tick = market?.inForce() ?? null
      if (market === undefined || tick === null) return null
      if (emitting?.tick.symbol === symbol)
        return { tick, stale: emitting.stale, lastStale: emitting.lastStale }
      const { stale, lastStale } = market.flags()
      const behind = isBehind(market)
      return { tick, stale: stale || behind, lastStale: lastStale || behind }
    },
    depth: (symbol) => running.get(symbol)?.depth() ?? null,
    isClockSteady: () => chains.session()?.options?.isClockSteady === true,
    hasMinutes: () => chains.session()?.hasMinutes === true,
    onMinute: minutes.add,
    candles: async (pid, query) => chains.candles(pid, query),
    decidesOptions: () => (chains.session()?.options ?? null) !== null,
    exitsAt: async (due) => {
      const { term, ...judged } = await chains.exitsAt(due)
      return { ...judged, assertLed: (tx) => assertLeading(tx, term) }
    },
    keep: async (tx, ...kept) => {
      const terms = new Set<number>()
      for (const tick of kept) {
        const origin = chains.origins.get(tick)
        if (origin === undefined)
          throw new RangeError(`tick ${tick.n} of ${tick.symbol} is none that was followed`)
        if (origin !== 'log') terms.add(origin)
      }
      // A successor of the leader waits for this transaction and goes on behind these ticks.
      await Promise.all([
        ...[...terms].map((term) => assertLeading(tx, term)),
        insertKeptTicks(tx, catalog.productNamed, kept),
      ])
    },
    onTick: ticks.add,
    ticksBetween: async (pid, after, upTo, newest) =>
      readTicks(
        (await reading(pid, (product, recorder) =>
          findTicksBetween({ database }, recorder, product, { after, upTo, newest }),
        )) ?? [],
      ),
    bestTicksSince: async (pid, extreme, from, upTo) =>
      readTicks(
        (await reading(pid, (product, recorder) =>
          findBestTicks({ database }, recorder, product, { extreme, from, upTo }),
        )) ?? from.map(() => null),
      ),
    term: () => chains.session()?.term ?? null,
    silentMs: chains.silentMs,
    untilHeard: chains.untilHeard,
    onFollowing: following.add,
    close,
  }
}
