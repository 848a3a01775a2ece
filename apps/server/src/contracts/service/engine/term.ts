import { setImmediate as nextTurn } from 'node:timers/promises'
import { expiryDelayMs } from '@glasshouse/core/contracts/expiry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { lockAccounts } from '../../../ledger/posting/index.ts'
import { createSplitMap } from '../../../platform/concurrency/index.ts'
import { isReachable } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { monotonicMs } from '../../../platform/time/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import type { PartInUse } from '../../../tradingReserve/index.ts'
import { marginAccountLedger } from '../../postings.ts'
import { listEvaluatedTicks } from '../../store/events.ts'
import { listActiveAccounts, type MarginAccountKey } from '../../store/orders.ts'
import type { HeldPartitions } from '../../store/partitions.ts'
import {
  listSettledTicks,
  type SettledTicks,
  type TickMarks,
  upsertPartitionTicks,
  upsertSettledTicks,
} from '../../store/settledTicks.ts'
import { loadAccounts } from '../account.ts'
import { accountKeyOf, type WalletState } from '../batch/batch.ts'
import type { TickBufferHandle } from '../deps.ts'
import type { EngineMarkets } from '../markets.ts'
import { executeBatch } from './executeBatch.ts'
import { assertAllHeld, LeaseLost } from './lease.ts'
import { type BufferedOrder, createOutstandingWork, type DirtyAccount, noAccounts } from './outstanding.ts'
import type { PartitionMap } from './partitionMap.ts'
import { createReachedWaits } from './reachedWaits.ts'
import {
  createSettledMarks,
  marksToWrite,
  newestTicks,
  readReplay,
  smallestMarks,
  withWritten,
} from './settledTicks.ts'
import { readBestTicks } from './trailing.ts'
import { createTriggerQueue } from './triggerQueue.ts'
import { startWorkLoop } from './workLoop.ts'

export type EngineDeps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log' | 'assertLeading'> & {
  readonly markets: EngineMarkets
  /** Triggers that one step of what fires works on, and that are settled in one transaction at most; 1024 and 256 if absent. */
  readonly slices?: { readonly step: number; readonly batch: number }
}

/** What a term needs besides. */
export type TermDeps = EngineDeps & {
  readonly partitions: PartitionMap
  readonly housePart?: PartInUse
  /** Whether orders that were judged under the term before may still be committed; false without. */
  readonly isOverlapping?: () => boolean
}

/** One leadership term of the trigger engine: from acquiring the lease to losing it. */
export type EngineTerm = {
  readonly hear: (tick: Tick) => void
  /** Cancels the orders that expired. */
  readonly elapse: () => void
  readonly follow: (key: MarginAccountKey) => TickBufferHandle
  /**
   * Waits until everything that ticks heard until now have reached in a wallet is settled; false when the term ends
   * before.
   */
  readonly settleReached: (key: MarginAccountKey) => Promise<boolean>
  /** Waits until what ticks fired in a wallet is settled, but for no order that is being judged; false as above. */
  readonly settleFired: (key: MarginAccountKey) => Promise<boolean>
  /** A wallet changed: it is read and armed anew. */
  readonly note: (key: MarginAccountKey, followed: readonly BufferedOrder[], how?: Noted) => void
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  /** The best tick of the trailing stop of an order; null of one that is not armed. */
  readonly bestOf: (key: MarginAccountKey, orderId: number) => Tick | null
  readonly resting: () => number
  /** Ends after the batch it is at. */
  readonly end: () => Promise<void>
}

/** New to the books, or changed by a transaction that may not be over. */
type Noted = { readonly isNew?: boolean; readonly isUnsure?: boolean }

/** Triggers settled in one transaction, and wallets read at once, at most. */
const defaultBatch = 256
/** Wallets noted without a pause when a term begins. */
const notedTogether = 1000
/** Wallets armed without a pause. */
const armedTogether = 32
/** How often it is written down up to which ticks everything is settled. */
const markEveryMs = 1000
/**
 * For so long a term that follows another one of the same engine keeps its ticks in any case: orders that were judged under
 * that one may be committed after this one has read their wallets. Longer than a command takes from its tick to its commit.
 */
const overlapMs = 10_000

/** Whether a term that begins now, and follows another one of its engine or does not, is in that time. */
export const overlapOf = (isNext: boolean): (() => boolean) => {
  const untilMs = isNext ? monotonicMs() + overlapMs : 0
  return () => monotonicMs() < untilMs
}

const noMarks: TickMarks = new Map()

/** The first of many, without a list of all: a term that begins has a hundred thousand, and takes them 256 at a time. */
const firstOf = <One>(all: Iterable<One>, most: number): readonly One[] => {
  const taken: One[] = []
  for (const one of all) {
    if (taken.length === most) break
    taken.push(one)
  }
  return taken
}

/**
 * Rebuilds the books from the database and looks at every tick from then on, and at those of the log since
 * everything was settled last: what was reached before is decided, whichever engine led then. Ticks that no engine
 * received are not invented, the next real one is evaluated. Everything a tick reaches is settled in batches, one after the other,
 * each proving that the terms of its partitions are still the newest; `lost` is told when they are not.
 */
export const startTerm = (deps: TermDeps, held: HeldPartitions, lost: () => void): EngineTerm => {
  const { database, log, markets, partitions, isOverlapping = () => false } = deps
  const triggers = createTriggerQueue(markets, deps.slices?.step)
  const most = deps.slices?.batch ?? defaultBatch
  const { arm, books, forget, keep, moment, queue } = triggers
  const changed = new Map<number, DirtyAccount>()
  const outstanding = createOutstandingWork(triggers, changed)
  /** Orders that are being judged, with their accounts and the moments since which they are. */
  const following = new Map<TickBufferHandle, { readonly account: number; readonly noted: number }>()
  /** Since which moment a wallet is as it is now: ticks that passed before are not held against it. */
  const changedAt = createSplitMap<number, number>()
  /** Batch size, which drops to 1 after a failure to isolate the failing row and then doubles; and whether the books are built. */
  let [together, begun] = [most, false]
  // From here on this term hears every tick; what passes while the books are being built counts as well.
  const heardFrom = newestTicks(markets)
  keep()

  /** The moment since which anything is not settled, armed or judged, perhaps before this term; Infinity without. */
  const oldestOutstanding = (): number => {
    let oldest = isOverlapping() ? 0 : outstanding.oldest()
    for (const { noted } of following.values()) oldest = Math.min(oldest, noted)
    return oldest
  }
  const waits = createReachedWaits((uids) => (begun ? outstanding.of(uids) : null), following)
  const marks = createSettledMarks()
  /** Best ticks of trailing stops that are to be kept: without them the log could not tell them after it is pruned. */
  const movedBests = new Set<Tick>()

  /** What is settled, as the database has it: of these partitions no other engine writes it. */
  let stored: SettledTicks = { common: noMarks, byPartition: new Map() }
  const writeMarks = async (heard: TickMarks, best: readonly Tick[] = []): Promise<void> => {
    const written = marksToWrite(stored, held, heard)
    const { common, byPartition } = written
    if (common.size + byPartition.size + best.length === 0) return
    await database.db.transaction().execute(async (tx) => {
      await assertAllHeld(tx, held)
      if (common.size > 0) await upsertSettledTicks(tx, common)
      if (byPartition.size > 0) await upsertPartitionTicks(tx, byPartition)
      for (const tick of best) await markets.keep(tx, tick)
    })
    stored = withWritten(stored, written)
  }
  const begin = async (): Promise<void> => {
    stored = await listSettledTicks(database.db)
    const settledTicks = smallestMarks(stored, held)
    const { logged, settled } = await readReplay(markets, settledTicks, heardFrom)
    const accounts = await listActiveAccounts(database.db)
    // A market that was never watched is watched from here on.
    await writeMarks(new Map([...heardFrom].filter(([pid]) => !settledTicks.has(pid))))
    triggers.replay(logged, settled)
    for (const [place, key] of accounts.entries()) {
      note(key, [], { isNew: true })
      // Calls are answered in between.
      if (place % notedTogether === notedTogether - 1) await nextTurn()
    }
    begun = true
  }
  /** The orders of a wallet that are to be looked at with the ticks that were kept. */
  const judgedIn = (wallet: WalletState, { followed, isNew }: DirtyAccount): readonly number[] =>
    isNew ? [...wallet.orders.keys()] : followed.map(({ orderId }) => orderId)
  /** Waits for transactions that were not answered: they have the accounts of their wallets locked until they end. */
  const untilFree = async (unsure: readonly DirtyAccount[]): Promise<void> => {
    if (unsure.length === 0) return
    const accounts = unsure.flatMap(({ key }) => Object.values(marginAccountLedger(key.uid, key.wallet)))
    await transact(database.db, (tx) => lockAccounts(tx, accounts))
  }
  /** Of noted wallets those on which this engine decides; the database tells others about theirs. */
  const ownOf = async (noted: readonly DirtyAccount[]): Promise<readonly DirtyAccount[]> => {
    await partitions.learn(
      database.db,
      noted.map(({ key }) => key.uid),
    )
    const isOwn = ({ key }: DirtyAccount): boolean => held.terms.has(partitions.find(key.uid) ?? -1)
    for (const one of noted) if (!isOwn(one)) for (const { following } of one.followed) following.end()
    return noted.filter(isOwn)
  }
  /** Lets calls be answered between wallets that are armed. */
  const pauseAt = (place: number): Promise<void> | undefined =>
    place > 0 && place % armedTogether === 0 ? nextTurn() : undefined
  const refresh = async (): Promise<void> => {
    const noted = firstOf(changed.values(), most)
    // Removed before reading: a change during the read marks the account dirty again.
    for (const { key } of noted) changed.delete(accountKeyOf(key))
    outstanding.reading = noted
    try {
      const taken = await ownOf(noted)
      await untilFree(taken.filter(({ isUnsure }) => isUnsure))
      const wallets = await loadAccounts(
        database.db,
        taken.map(({ key }) => key),
      )
      const read = wallets.flatMap((wallet, index) => {
        const asked = taken[index]
        return asked === undefined ? [] : [{ wallet, asked, orders: judgedIn(wallet, asked) }]
      })
      const judged = await listEvaluatedTicks(
        database.db,
        read.flatMap(({ orders }) => orders),
      )
      while (triggers.isFiring()) await triggers.fired()
      const logged = await readBestTicks(
        markets,
        read.flatMap(({ wallet }) => triggers.unknownTrailing(wallet)),
      )
      for (const [place, { wallet, asked }] of read.entries()) {
        await pauseAt(place)
        while (triggers.isFiring()) await triggers.fired()
        // What was followed is looked at from the tick it was judged by on, everything else since it changed.
        const since =
          asked.isNew || asked.followed.length > 0 ? undefined : changedAt.get(accountKeyOf(wallet))
        arm(wallet, judged, { since, logged })
        for (const { following } of asked.followed) following.end()
      }
    } catch (error) {
      for (const asked of noted) ask(asked)
      throw error
    } finally {
      outstanding.reading = []
    }
  }
  const settle = async (): Promise<void> => {
    const dues = queue.next(together)
    const { wallets, waiting, judged, followed } = await executeBatch(deps, held, dues).catch(
      async (error: unknown) => {
        const isAlone = together === 1
        together = 1
        // Alone, and the database answers: it lets the others go first and is tried again after them.
        if (isAlone && (await isReachable(database.db))) queue.postpone()
        throw error
      },
    )
    queue.drop(dues.length)
    together = Math.min(most, together * 2)
    for (const { uid, wallet, orderId, kind } of waiting)
      log.warn({ uid, wallet, order: orderId, kind }, 'trigger deferred to next tick')
    for (const { moment: fired, ...key } of dues)
      changedAt.set(accountKeyOf(key), Math.max(changedAt.get(accountKeyOf(key)) ?? 0, fired))
    // A pool is as it is now since its lead is.
    for (const [pool, lead] of followed)
      changedAt.set(pool, Math.max(changedAt.get(pool) ?? 0, changedAt.get(lead) ?? 0))
    const settled = wallets.map((wallet) => ({ wallet, since: changedAt.get(accountKeyOf(wallet)) ?? 0 }))
    outstanding.arming = { keys: wallets, moment: Math.min(...dues.map(({ moment: fired }) => fired)) }
    try {
      for (const [place, { wallet, since }] of settled.entries()) {
        await pauseAt(place)
        while (triggers.isFiring()) await triggers.fired()
        // Set by a command that is not noted yet: its ticks are in the log.
        if (triggers.unknownTrailing(wallet).length > 0) note(wallet, [])
        arm(wallet, judged, { since, waiting })
      }
    } finally {
      outstanding.arming = noAccounts
    }
  }
  const worker = startWorkLoop(
    () => !begun || changed.size + queue.size() > 0 || triggers.isFiring(),
    async () => {
      if (!begun) await begin()
      if (changed.size > 0) await refresh()
      await triggers.fired()
      if (queue.size() > 0) await settle()
      restIfIdle()
      waits.check()
    },
    (error) => {
      if (error instanceof LeaseLost) lost()
      else log.error({ err: error }, 'the engine could not settle and tries again')
    },
  )
  /** Writes down up to where everything is settled, so that the next term has little to look at again. */
  const mark = async (): Promise<void> => {
    if (!begun) return
    restIfIdle()
    const heard = marks.take(oldestOutstanding())
    marks.note(moment(), newestTicks(markets))
    for (const tick of books.takeMoved()) movedBests.add(tick)
    const best = [...movedBests]
    await writeMarks(heard ?? noMarks, best)
    for (const tick of best) movedBests.delete(tick)
  }
  const marking = setInterval(() => {
    mark().catch((error: unknown) => {
      if (error instanceof LeaseLost) lost()
      else log.warn({ err: error }, 'the mark of settled ticks was not written and is tried again')
    })
  }, markEveryMs).unref()
  const restIfIdle = (): void => {
    if (!begun || isOverlapping() || !outstanding.isNone() || following.size > 0) return
    forget()
    changedAt.clear()
  }
  const ask = ({ key, followed, isNew, isUnsure, noted }: DirtyAccount): void => {
    const before = changed.get(accountKeyOf(key))
    changed.set(accountKeyOf(key), {
      key,
      followed: [...(before?.followed ?? []), ...followed],
      isNew: isNew || before?.isNew === true,
      isUnsure: isUnsure || before?.isUnsure === true,
      noted: Math.min(noted, before?.noted ?? noted),
    })
    worker.wake()
  }
  const note = (
    { uid, wallet }: MarginAccountKey,
    followed: readonly BufferedOrder[],
    { isNew = false, isUnsure = false }: Noted = {},
  ): void => {
    const key = { uid, wallet }
    if (!isNew && followed.length === 0) {
      keep()
      changedAt.set(accountKeyOf(key), moment())
    }
    ask({ key, followed: [...followed], isNew, isUnsure, noted: moment() })
  }
  /** What fired is settled; where it fires in slices, callers learn after them whether they have to wait for that. */
  const wakeIf = (isFired: boolean): void => {
    if (!isFired) return
    worker.wake()
    if (triggers.isFiring()) triggers.fired().then(waits.check, () => undefined)
  }
  return {
    hear: (tick) => wakeIf(triggers.hear(tick)),
    elapse: () => wakeIf(triggers.elapse(deps.clock.now() - expiryDelayMs)),
    follow: (key) => {
      keep()
      const handle: TickBufferHandle = {
        end: () => {
          if (!following.delete(handle)) return
          restIfIdle()
          waits.check()
        },
      }
      following.set(handle, { account: accountKeyOf(key), noted: moment() })
      return handle
    },
    settleReached: (key) => {
      const account = accountKeyOf(key)
      const until = moment()
      const judged = [...following].flatMap(([handle, one]) => (one.account === account ? [handle] : []))
      return waits.wait(key, until, new Set(judged))
    },
    settleFired: async (key) => (begun && !outstanding.has(key)) || waits.wait(key, moment(), new Set()),
    note,
    settled: worker.idle,
    bestOf: triggers.bestOf,
    resting: books.size,
    end: async () => {
      clearInterval(marking)
      waits.end()
      await worker.close()
    },
  }
}
