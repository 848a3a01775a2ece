import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { MarginAccountKey } from '../../store/orders.ts'
import { type HeldPartitions, holdsAll, type PartitionTerms } from '../../store/partitions.ts'
import type { TriggerEngine } from '../deps.ts'
import { fixPartitions, isLeaseHeld, type LeaseCallbacks, maintainLease, notDecided } from './lease.ts'
import { createPartInUse } from './partInUse.ts'
import { createPartitionMap } from './partitionMap.ts'
import { maintainShare } from './share.ts'
import { type EngineDeps, type EngineTerm, overlapOf, startTerm } from './term.ts'

/** The engine that evaluates the triggers of all accounts. */
export type Engine = TriggerEngine & {
  /**
   * Money of a contract wallet moved, perhaps outside this room: the close-outs of the wallet move too. Rejects when the
   * engine that decides on it, elsewhere, could not be told.
   */
  readonly moneyMoved: (wallet: MarginAccountKey) => Promise<void>
  /**
   * Has a part of the house account while it decides on some of the customers, and levels the parts where that is due; called
   * every two seconds.
   */
  readonly level: () => Promise<void>
  /** Cancels the orders whose expiry is over for a second; called every second. */
  readonly elapse: () => void
  /** Whether this engine watches; of engines that hold all partitions at most one does. */
  readonly watches: () => boolean
  /** The partitions on whose customers it decides. */
  readonly partitions: () => readonly number[]
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  /** Triggers that rest in the books. */
  readonly resting: () => number
  /** Stops hearing ticks and ends after the batch it is at; what is not settled then is armed at the next start. */
  readonly close: () => Promise<void>
}

/** An engine that may decide on some customers, beside others. */
export type SharingEngine = Engine & {
  readonly isHolding: (partition: number) => boolean
  /**
   * Requires that it decides on a customer.
   *
   * @throws NotDeliveredError it does not
   */
  readonly assertDecides: (uid: number) => Promise<void>
  /** Told the terms of the partitions that it holds, at once and whenever they change; none while it holds none. Returns how to stop. */
  readonly onHeld: (listener: (terms: PartitionTerms) => void) => () => void
  /** Looks at all orders of a wallet from the ticks they were judged by, as far as those are kept. */
  readonly lookAgain: (wallet: MarginAccountKey) => void
}

const noTerms: PartitionTerms = new Map()
/** How long a command waits for this engine to watch: longer than it takes to take a dead engine's place over. */
const maxLeaderWaitMs = 10_000

/** An engine that does not hear the leader for so long gives back what it holds; longer than most leaders take to be replaced. */
const maxSilentMs = 5000

/** Who waits for a term of this engine that decides on a wallet. */
type Waiter = { readonly wallet: MarginAccountKey; readonly resolve: (term: EngineTerm) => void }

/**
 * Opens an engine. It watches prices as soon as no other engine on the same database does: at once, when the
 * last one was closed; within five seconds, when it died or stands still. Until then it only waits; what is
 * placed meanwhile is in the database, from which the books are built.
 *
 * @param holding all partitions, or a share of them beside other engines: then it decides on the customers of those alone, and
 *   calls about others have to be sent to the engine that holds theirs
 * @throws InvalidSettingsError the customers of the database are divided into another number of partitions
 */
export const openEngine = async (
  deps: EngineDeps,
  holding: 'all' | 'share' = 'all',
): Promise<SharingEngine> => {
  const { ENGINE_PARTITIONS } = deps.settings
  await fixPartitions(deps.database.db, ENGINE_PARTITIONS)
  const partitions = createPartitionMap(ENGINE_PARTITIONS)
  let currentTerm: EngineTerm | null = null
  /** The partitions of the current term. */
  let currentHeld: HeldPartitions = { terms: new Map(), of: ENGINE_PARTITIONS }
  let isClosed = false
  let hadTerm = false
  /** What is held, whether a term runs or not. */
  let latest: { readonly held: HeldPartitions; readonly isCurrent: () => boolean } | null = null
  /** Markets of another process are followed: in between nothing can be decided. */
  let isFollowing = true
  /** The end of the term that ended because they were not. */
  let suspended: Promise<unknown> = Promise.resolve()
  const part = createPartInUse(deps, () => (currentTerm === null ? null : currentHeld))
  /** Those who wait for this engine to watch. */
  let waiting: readonly Waiter[] = []
  const decidesOn = ({ uid }: MarginAccountKey): boolean =>
    holdsAll(currentHeld) || currentHeld.terms.has(partitions.find(uid) ?? -1)
  const holdings = (): PartitionTerms => (currentTerm === null ? noTerms : currentHeld.terms)
  const listeners = new Set<(terms: PartitionTerms) => void>()
  const notifyHeld = (): void => {
    for (const listener of listeners) listener(holdings())
  }
  /** The term that watches a wallet, or the next one that does; refuses `invalidState` (reason `busy`) when none does soon. */
  const termSoon = async (wallet: MarginAccountKey): Promise<EngineTerm> => {
    await partitions.learn(deps.database.db, [wallet.uid])
    return new Promise((resolve, reject) => {
      if (currentTerm !== null && decidesOn(wallet)) return resolve(currentTerm)
      const waiter: Waiter = {
        wallet,
        resolve: (term) => {
          clearTimeout(timer)
          resolve(term)
        },
      }
      const timer = setTimeout(() => {
        waiting = waiting.filter((one) => one !== waiter)
        reject(domainError('invalidState', { reason: 'busy' }))
      }, maxLeaderWaitMs)
      waiting = [...waiting, waiter]
    })
  }
  // Without a leader ticks are not evaluated: the next term evaluates them, and only then is known what they reached.
  const settleWallet = async (wallet: MarginAccountKey): Promise<void> => {
    while (!(await (await termSoon(wallet)).settleReached(wallet)));
  }
  /** Ends the term after its batch. */
  const stop = async (): Promise<void> => {
    const before = currentTerm
    currentTerm = null
    if (before !== null) notifyHeld()
    await before?.end()
  }
  /** Begins a term over what is held, unless that changed meanwhile or the markets are not followed. */
  const begin = (): void => {
    if (isClosed || !isFollowing || currentTerm !== null || latest?.isCurrent() !== true) return
    const { held } = latest
    currentHeld = held
    const terms = { ...deps, ...part, partitions, isOverlapping: overlapOf(hadTerm) }
    const term = startTerm(terms, held, () => lease.lost(held))
    hadTerm = true
    currentTerm = term
    const now = waiting.filter(({ wallet }) => decidesOn(wallet))
    waiting = waiting.filter((waiter) => !now.includes(waiter))
    for (const { resolve } of now) resolve(term)
    notifyHeld()
  }
  const callbacks: LeaseCallbacks = {
    taken: async (held, isCurrent) => {
      latest = { held, isCurrent }
      // Of wallets that stay nothing is settled any more when the next term reads them.
      await Promise.all([stop(), suspended])
      begin()
    },
    // Not waited for: it may hang in the middle of a batch, which can settle nothing any more.
    lost: () => void stop(),
  }
  // What fired holds ticks that the chain of another leader may not have: it is looked at anew, by the log.
  const unfollow = deps.markets.onFollowing?.((is) => {
    isFollowing = is
    if (!is) suspended = Promise.all([suspended, stop()])
    else void suspended.then(begin)
  })
  // Cut off from the leader it decides nothing: others may.
  const canHold = (): boolean => (deps.markets.silentMs?.() ?? 0) < maxSilentMs
  const lease =
    holding === 'all'
      ? await maintainLease(deps, callbacks)
      : await maintainShare(deps, ENGINE_PARTITIONS, callbacks, canHold)
  const unsubscribe = deps.markets.onTick((tick) => {
    if (isHeard(deps, tick)) currentTerm?.hear(tick)
  })
  return {
    follow: (_, wallet) =>
      currentTerm !== null && decidesOn(wallet) ? currentTerm.follow(wallet) : { end: () => undefined },
    settleReached: async (wallet, symbol) => {
      const heard = deps.markets.inForce(symbol)?.tick ?? null
      await settleWallet(wallet)
      return heard
    },
    settleWallet,
    settleFired: async (wallet) => {
      while (currentTerm !== null && !(await currentTerm.settleFired(wallet)));
    },
    holds: async (tx, accounts) => currentTerm !== null && isLeaseHeld(tx, currentHeld, partitions, accounts),
    changed: (uid, wallet, followed) => {
      if (currentTerm === null) followed?.following.end()
      else currentTerm.note({ uid, wallet }, followed === undefined ? [] : [followed])
    },
    markUnsure: (uid, wallet) => currentTerm?.note({ uid, wallet }, [], { isUnsure: true }),
    moneyMoved: async (wallet) => currentTerm?.note(wallet, []),
    trailingBest: (key, orderId) => currentTerm?.bestOf(key, orderId) ?? null,
    elapse: () => currentTerm?.elapse(),
    ...part,
    watches: () => currentTerm !== null,
    partitions: () => [...holdings().keys()],
    isHolding: (partition) => holdings().has(partition),
    assertDecides: async (uid) => {
      await partitions.learn(deps.database.db, [uid])
      if (!holdings().has(partitions.find(uid) ?? -1)) throw notDecided(uid)
    },
    onHeld: (listener) => {
      listeners.add(listener)
      listener(holdings())
      return () => void listeners.delete(listener)
    },
    lookAgain: (wallet) => currentTerm?.note(wallet, [], { isNew: true }),
    settled: async () => currentTerm?.settled(),
    resting: () => currentTerm?.resting() ?? 0,
    close: async () => {
      unsubscribe()
      unfollow?.()
      isClosed = true
      await stop()
      await lease.close()
    },
  }
}

/** A tick that came late, or of a market whose book stands still, triggers nothing: the next one does. */
const isHeard = ({ markets }: EngineDeps, tick: Tick): boolean =>
  tick.late !== true && tick.fetched !== true && markets.inForce(tick.symbol)?.stale === false
