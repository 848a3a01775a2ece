import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { HeldPartitions } from '../../store/partitions.ts'
import type { TriggerEngine } from '../deps.ts'
import { fixPartitions, isLeaseHeld, maintainLease } from './lease.ts'
import { type EngineDeps, type EngineTerm, startTerm } from './term.ts'

/** The engine that evaluates the triggers of all accounts. */
export type Engine = TriggerEngine & {
  /** Money of a contract wallet moved, perhaps outside this room: the close-outs of the wallet move too. */
  readonly moneyMoved: (wallet: MarginAccountKey) => void
  /** Cancels the orders whose expiry is over for a second; called every second. */
  readonly elapse: () => void
  /** Whether it is this engine that watches; of all engines on one database at most one does. */
  readonly watches: () => boolean
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  /** Triggers that rest in the books. */
  readonly resting: () => number
  /** Stops hearing ticks and ends after the batch it is at; what is not settled then is armed at the next start. */
  readonly close: () => Promise<void>
}

/** How long a command waits for this engine to watch: longer than it takes to take a dead engine's place over. */
const maxLeaderWaitMs = 10_000

/**
 * Opens an engine. It watches prices as soon as no other engine on the same database does: at once, when the
 * last one was closed; within five seconds, when it died or stands still. Until then it only waits; what is
 * placed meanwhile is in the database, from which the books are built.
 *
 * @throws InvalidSettingsError the customers of the database are divided into another number of partitions
 */
export const openEngine = async (deps: EngineDeps): Promise<Engine> => {
  await fixPartitions(deps.database.db, deps.settings.ENGINE_PARTITIONS)
  let currentTerm: EngineTerm | null = null
  /** The partitions of the current term. */
  let currentHeld: HeldPartitions = { terms: new Map(), of: 0 }
  /** Those who wait for this engine to watch. */
  const leading: ((term: EngineTerm) => void)[] = []
  /** The term that watches, or the next one that does; refuses `invalidState` (reason `busy`) when none does soon. */
  const termSoon = (): Promise<EngineTerm> =>
    new Promise((resolve, reject) => {
      if (currentTerm !== null) return resolve(currentTerm)
      const timer = setTimeout(() => {
        leading.splice(leading.indexOf(onTerm), 1)
        reject(domainError('invalidState', { reason: 'busy' }))
      }, maxLeaderWaitMs)
      const onTerm = (term: EngineTerm): void => {
        clearTimeout(timer)
        resolve(term)
      }
      leading.push(onTerm)
    })
  // Without a leader ticks are not evaluated: the next term evaluates them, and only then is known what they reached.
  const settleWallet = async (wallet: MarginAccountKey): Promise<void> => {
    while (!(await (await termSoon()).settleReached(wallet)));
  }
  const lease = await maintainLease(deps, {
    taken: (held) => {
      currentHeld = held
      currentTerm = startTerm(deps, held, () => lease.lost(held))
      for (const onTerm of leading.splice(0)) onTerm(currentTerm)
    },
    lost: () => {
      // Not waited for: it may hang in the middle of a batch, which can settle nothing any more.
      void currentTerm?.end()
      currentTerm = null
    },
  })
  // A tick that came late, or of a market whose book stands still, triggers nothing: the next one does.
  const isHeard = (tick: Tick) =>
    tick.late !== true && tick.fetched !== true && deps.markets.inForce(tick.symbol)?.stale === false
  const unsubscribe = deps.markets.onTick((tick) => {
    if (isHeard(tick)) currentTerm?.hear(tick)
  })
  return {
    follow: (_, wallet) => currentTerm?.follow(wallet) ?? { end: () => undefined },
    settleReached: async (wallet, symbol) => {
      const heard = deps.markets.inForce(symbol)?.tick ?? null
      await settleWallet(wallet)
      return heard
    },
    settleWallet,
    settleFired: async (wallet) => {
      while (currentTerm !== null && !(await currentTerm.settleFired(wallet)));
    },
    holds: async (tx, accounts) => currentTerm !== null && isLeaseHeld(tx, currentHeld, accounts),
    changed: (uid, wallet, followed) => {
      if (currentTerm === null) followed?.following.end()
      else currentTerm.note({ uid, wallet }, followed === undefined ? [] : [followed])
    },
    markUnsure: (uid, wallet) => currentTerm?.note({ uid, wallet }, [], { isUnsure: true }),
    moneyMoved: (wallet) => currentTerm?.note(wallet, []),
    trailingBest: (key, orderId) => currentTerm?.bestOf(key, orderId) ?? null,
    elapse: () => currentTerm?.elapse(),
    watches: () => currentTerm !== null,
    settled: async () => currentTerm?.settled(),
    resting: () => currentTerm?.resting() ?? 0,
    close: async () => {
      unsubscribe()
      await currentTerm?.end()
      await lease.close()
      currentTerm = null
    },
  }
}
