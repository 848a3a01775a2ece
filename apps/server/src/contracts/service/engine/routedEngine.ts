import { setTimeout as pause } from 'node:timers/promises'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tx } from '../../../platform/database/index.ts'
import { addresses, type Holders } from '../../../platform/events/index.ts'
import { randomToken } from '../../../platform/secrets/index.ts'
import { isUpstreamError, UpstreamError } from '../../../platform/telemetry/index.ts'
import { monotonicMs } from '../../../platform/time/index.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { hasPartitions, type PartitionTerms } from '../../store/partitions.ts'
import type { TickBufferHandle } from '../deps.ts'
import type { Engine, SharingEngine } from './engine.ts'
import { assertDone, type EngineReply, type EngineRequest } from './engineRequests.ts'
import { leaseGraceMs } from './lease.ts'
import { createPartitionMap } from './partitionMap.ts'
import { newestTicks } from './settledTicks.ts'
import type { EngineDeps } from './term.ts'

/** Before what was not answered is asked again; milliseconds. */
const retryMs = 50
/** How long an engine elsewhere may take to settle what was reached, a takeover included; milliseconds. */
const settleWaitMs = 30_000
/** The same until it keeps ticks. */
const followWaitMs = 5000
/** The same until it looks at an order that was followed: for so long its ticks are kept. */
const changedWaitMs = 50_000
/** The same until it knows of money that moved: other events wait meanwhile, and this one is told again. */
const movedWaitMs = 300
/** An engine that did not is not asked about money that moved for so long: the events that wait for it hold up no others. */
const silentMs = 2000

/** A wallet whose ticks an engine elsewhere keeps: in which partition, and in which term since that is known. */
type RemoteFollow = {
  readonly id: string
  readonly wallet: MarginAccountKey
  readonly partition: number
  /** Its ticks are kept from then on. */
  readonly begun: Promise<void>
  term: number | null
}

/**
 * An engine that asks the engine elsewhere about the customers on whom this one does not decide. Those that no engine has
 * announced to decide on are left to this one, which waits until it does.
 */
export const routeEngine = (
  deps: Pick<EngineDeps, 'settings' | 'database' | 'markets' | 'log'> & {
    readonly engine: SharingEngine
    readonly holders: Pick<Holders, 'engineOf' | 'ask'>
  },
): Engine => {
  const {
    engine,
    holders,
    markets,
    log,
    database: { db },
  } = deps
  const partitions = createPartitionMap(deps.settings.ENGINE_PARTITIONS)
  const followed = new Map<TickBufferHandle, RemoteFollow>()
  /** Until when an engine that did not answer is not asked about money that moved, by partition. */
  const silentUntilMs = new Map<number, number>()

  /** The partition of a customer on whom an engine elsewhere decides; null without one, and of a pool that is not known yet. */
  const elsewhere = (uid: number): number | null => {
    const partition = partitions.find(uid)
    return partition === undefined || engine.isHolding(partition) || holders.engineOf(partition) === null
      ? null
      : partition
  }
  const learnElsewhere = async (uid: number): Promise<number | null> => {
    await partitions.learn(db, [uid])
    return elsewhere(uid)
  }
  /** Asks the engine that decides, and the next one where one was replaced before it answered: all requests may be repeated. */
  const ask = async (partition: number, request: EngineRequest, waitMs: number): Promise<number> => {
    const deadline = monotonicMs() + waitMs
    let term = 0
    for (let leftMs = waitMs; leftMs > 0; leftMs = deadline - monotonicMs())
      try {
        const find = () => holders.engineOf(partition)
        const addressOf = (holder: Parameters<typeof addresses.engine>[0]): string => {
          term = holder.term
          return addresses.engine(holder)
        }
        assertDone((await holders.ask(find, addressOf, request, leftMs)) as EngineReply)
        return term
      } catch (error) {
        if (!isUpstreamError(error)) throw error
        await pause(retryMs)
      }
    throw new UpstreamError(`the engine of partition ${partition} did not answer`)
  }
  /** The same for a command, which is refused where it takes too long. */
  const askFor = (partition: number, request: EngineRequest, waitMs: number): Promise<number> =>
    ask(partition, request, waitMs).catch((error: unknown) => {
      if (isUpstreamError(error)) throw domainError('invalidState', { reason: 'busy' })
      throw error
    })
  const settle = async (
    kind: 'settle' | 'settleFired',
    wallet: MarginAccountKey,
    here: () => Promise<void>,
  ): Promise<void> => {
    const partition = await learnElsewhere(wallet.uid)
    if (partition === null) return here()
    await askFor(partition, { kind, wallet, heard: [...newestTicks(markets)] }, settleWaitMs)
  }
  const settleWallet = (wallet: MarginAccountKey): Promise<void> =>
    settle('settle', wallet, () => engine.settleWallet(wallet))

  const followElsewhere = (symbol: string, wallet: MarginAccountKey, partition: number): TickBufferHandle => {
    const id = randomToken()
    const begun = askFor(partition, { kind: 'follow', wallet, symbol, id }, followWaitMs).then((term) => {
      one.term = term
    })
    const one: RemoteFollow = { id, wallet, partition, begun, term: null }
    const handle: TickBufferHandle = {
      begun,
      end: () => {
        if (!followed.delete(handle)) return
        // Where this is lost, it ends by itself.
        void begun
          .then(() => ask(partition, { kind: 'end', wallet, id }, followWaitMs))
          .catch(() => undefined)
      },
    }
    followed.set(handle, one)
    begun.catch(() => followed.delete(handle))
    return handle
  }
  /** The terms in which ticks are kept elsewhere for some accounts; null when they were begun in different ones. */
  const termsFollowing = (accounts: readonly number[]): PartitionTerms | null => {
    const terms = new Map<number, number>()
    for (const { wallet, partition, term } of followed.values()) {
      if (term === null || !accounts.includes(wallet.uid)) continue
      if ((terms.get(partition) ?? term) !== term) return null
      terms.set(partition, term)
    }
    return terms
  }
  const holds = async (tx: Tx, accounts: readonly number[]): Promise<boolean> => {
    if (await engine.holds(tx, accounts)) return true
    const terms = termsFollowing(accounts)
    // An engine that takes over waits for this transaction, and looks at what it wrote from the ticks it was judged by.
    if (terms === null || (terms.size > 0 && !(await hasPartitions(tx, terms, leaseGraceMs))))
      throw domainError('invalidState', { reason: 'busy' })
    return false
  }
  const notifyChanged = (
    partition: number,
    wallet: MarginAccountKey,
    orderId: number,
    id: string | null,
  ): void => {
    ask(partition, { kind: 'changed', wallet, orderId, id }, changedWaitMs).catch((err: unknown) =>
      log.warn(
        { err, order: orderId },
        'the engine elsewhere was not told of an order; it looks at it itself',
      ),
    )
  }
  const changed: Engine['changed'] = (uid, wallet, order) => {
    const key = { uid, wallet }
    const remote = order === undefined ? undefined : followed.get(order.following)
    if (order !== undefined && remote !== undefined) {
      followed.delete(order.following)
      const notify = (): void => notifyChanged(remote.partition, key, order.orderId, remote.id)
      return void remote.begun.then(notify, notify)
    }
    // A pool that is not known yet.
    if (partitions.find(uid) === undefined)
      return void partitions.learn(db, [uid]).then(
        () => changed(uid, wallet, order),
        () => engine.changed(uid, wallet, order),
      )
    const partition = elsewhere(uid)
    if (partition === null) return engine.changed(uid, wallet, order)
    // Without an order it is told by the event that the transaction wrote.
    if (order !== undefined) notifyChanged(partition, key, order.orderId, null)
    order?.following.end()
  }
  return {
    ...engine,
    follow: (symbol, wallet) => {
      const partition = elsewhere(wallet.uid)
      return partition === null ? engine.follow(symbol, wallet) : followElsewhere(symbol, wallet, partition)
    },
    settleReached: async (wallet, symbol) => {
      const heard = markets.inForce(symbol)?.tick ?? null
      await settleWallet(wallet)
      return heard
    },
    settleWallet,
    settleFired: (wallet) => settle('settleFired', wallet, () => engine.settleFired(wallet)),
    holds,
    changed,
    markUnsure: (uid, wallet) => {
      // Of a customer elsewhere, an event was written if it was committed.
      if (elsewhere(uid) === null) engine.markUnsure(uid, wallet)
    },
    moneyMoved: async (wallet) => {
      await partitions.learn(db, [wallet.uid])
      const partition = partitions.find(wallet.uid) ?? null
      if (partition === null || engine.isHolding(partition)) return engine.moneyMoved(wallet)
      if ((silentUntilMs.get(partition) ?? 0) > monotonicMs())
        throw new UpstreamError(`the engine of partition ${partition} did not answer a moment ago`)
      await ask(partition, { kind: 'moved', wallet }, movedWaitMs).then(
        () => silentUntilMs.delete(partition),
        (error: unknown) => {
          silentUntilMs.set(partition, monotonicMs() + silentMs)
          throw error
        },
      )
    },
  }
}
