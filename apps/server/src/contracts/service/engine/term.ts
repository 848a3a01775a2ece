import type { Tick } from '@glasshouse/core/markets/evidence'
import { isReachable, type Platform } from '../../../platform/index.ts'
import { listEvaluatedTicks } from '../../store/events.ts'
import { listActiveAccounts, type MarginAccountKey } from '../../store/orders.ts'
import type { EngineMarkets } from '../batch/snapshot.ts'
import { accountKeyOf, type WalletState } from '../batch/state.ts'
import type { TickBufferHandle } from '../terms.ts'
import { executeBatch } from './executeBatch.ts'
import { LeaseLost } from './lease.ts'
import { loadAccounts } from './loadAccounts.ts'
import { createTriggerQueue } from './triggerQueue.ts'
import { startWorkLoop } from './workLoop.ts'

export type EngineDeps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> & {
  readonly markets: EngineMarkets
}

/** The time in which one engine watches prices for everybody. */
export type EngineTerm = {
  readonly hear: (tick: Tick) => void
  readonly follow: () => TickBufferHandle
  /** A wallet changed: it is read and armed anew. */
  readonly note: (key: MarginAccountKey, followed: readonly BufferedOrder[], isNew?: boolean) => void
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  readonly resting: () => number
  /** Ends after the batch it is at. */
  readonly end: () => Promise<void>
}

/** An order that was judged while ticks were kept for it. */
export type BufferedOrder = { readonly orderId: number; readonly following: TickBufferHandle }
/** A wallet to read: which of its orders were followed, or that all of them are new to the books. */
type DirtyAccount = {
  readonly key: MarginAccountKey
  readonly followed: BufferedOrder[]
  readonly isNew: boolean
}

/** Triggers settled in one transaction, and wallets read at once, at most. */
const most = 256

/**
 * Rebuilds the books from the database and looks at every tick from then on; ticks that were missed are not
 * invented, the next real one is looked at. Whatever a tick reaches is settled in batches, one after the other,
 * each proving that `fence` is still the newest; `lost` is told when it is not.
 */
export const startTerm = (deps: EngineDeps, fence: number, lost: () => void): EngineTerm => {
  const { database, log, markets } = deps
  const { arm, books, forget, hear, keep, moment, queue } = createTriggerQueue(markets)
  const changed = new Map<string, DirtyAccount>()
  /** Since which moment a wallet is as it is now: ticks that passed before are not held against it. */
  const changedAt = new Map<string, number>()
  /** How many are settled together; one after a failure, so that one bad row holds up nobody else. */
  let together = most
  let begun = false
  let followers = 0

  const begin = async (): Promise<void> => {
    // What passes while the books are being built counts for whatever was accepted before.
    keep()
    for (const key of await listActiveAccounts(database.db)) note(key, [], true)
    begun = true
  }
  /** The orders of a wallet that are to be looked at with the ticks that were kept. */
  const judgedIn = (wallet: WalletState, { followed, isNew }: DirtyAccount): readonly number[] =>
    isNew ? [...wallet.orders.keys()] : followed.map(({ orderId }) => orderId)
  const refresh = async (): Promise<void> => {
    const taken = [...changed.values()].slice(0, most)
    // Taken off first: whoever changes one while it is read puts it on again.
    for (const { key } of taken) changed.delete(accountKeyOf(key))
    try {
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
      for (const { wallet, asked } of read) {
        // What was followed is looked at from the tick it was judged by on, everything else since it changed.
        const since =
          asked.isNew || asked.followed.length > 0 ? undefined : changedAt.get(accountKeyOf(wallet))
        arm(wallet, judged, { since })
        for (const { following } of asked.followed) following.end()
      }
    } catch (error) {
      for (const asked of taken) ask(asked)
      throw error
    }
  }
  const settle = async (): Promise<void> => {
    const dues = queue.slice(0, together)
    const { wallets, waiting, judged } = await executeBatch(deps, fence, dues).catch(
      async (error: unknown) => {
        const isAlone = together === 1
        together = 1
        // Alone, and the database answers: it lets the others go first and is tried again after them.
        if (isAlone && (await isReachable(database.db))) queue.push(...queue.splice(0, 1))
        throw error
      },
    )
    queue.splice(0, dues.length)
    together = Math.min(most, together * 2)
    for (const { uid, levertype, orderId, kind } of waiting)
      log.warn({ uid, levertype, order: orderId, kind }, 'trigger deferred to next tick')
    for (const { moment: fired, ...key } of dues)
      changedAt.set(accountKeyOf(key), Math.max(changedAt.get(accountKeyOf(key)) ?? 0, fired))
    for (const wallet of wallets)
      arm(wallet, judged, { since: changedAt.get(accountKeyOf(wallet)) ?? 0, waiting })
  }
  const worker = startWorkLoop(
    () => !begun || changed.size + queue.length > 0,
    async () => {
      if (!begun) await begin()
      if (changed.size > 0) await refresh()
      if (queue.length > 0) await settle()
      restIfIdle()
    },
    (error) => {
      if (error instanceof LeaseLost) lost()
      else log.error({ err: error }, 'the engine could not settle and tries again')
    },
  )
  const restIfIdle = (): void => {
    if (!begun || changed.size + queue.length + followers > 0) return
    forget()
    changedAt.clear()
  }
  const ask = ({ key, followed, isNew }: DirtyAccount): void => {
    const before = changed.get(accountKeyOf(key))
    changed.set(accountKeyOf(key), {
      key,
      followed: [...(before?.followed ?? []), ...followed],
      isNew: isNew || before?.isNew === true,
    })
    worker.wake()
  }
  const note = (
    { uid, levertype }: MarginAccountKey,
    followed: readonly BufferedOrder[],
    isNew = false,
  ): void => {
    const key = { uid, levertype }
    if (!isNew && followed.length === 0) {
      keep()
      changedAt.set(accountKeyOf(key), moment())
    }
    ask({ key, followed: [...followed], isNew })
  }
  return {
    hear: (tick) => {
      if (hear(tick)) worker.wake()
    },
    follow: () => {
      keep()
      followers += 1
      let ended = false
      return {
        end: () => {
          if (ended) return
          ended = true
          followers -= 1
          restIfIdle()
        },
      }
    },
    note,
    settled: worker.idle,
    resting: books.size,
    end: worker.close,
  }
}
