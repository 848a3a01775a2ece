import type { Tick } from '@glasshouse/core/markets/evidence'
import { isReachable, type Platform } from '../../../platform/index.ts'
import { lastAcceptance, readLiveWallets, type WalletKey } from '../../store/orders.ts'
import type { EngineMarkets } from '../batch/snapshot.ts'
import { walletName } from '../batch/state.ts'
import type { Following } from '../terms.ts'
import { createDesk, type Followed, type Rebuilding } from './desk.ts'
import { LostLease } from './lease.ts'
import { readWallets } from './read.ts'
import { settleBatch } from './settle.ts'
import { startWorker } from './worker.ts'

export type EngineDeps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> & {
  readonly markets: EngineMarkets
}

/** The time in which one engine watches prices for everybody. */
export type Reign = {
  readonly hear: (tick: Tick) => void
  readonly follow: (symbol: string) => Following
  /** A wallet changed: it is read and armed anew. */
  readonly note: (key: WalletKey, followed: readonly Followed[]) => void
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  readonly resting: () => number
  /** Ends after the batch it is at. */
  readonly end: () => Promise<void>
}

type Changed = { readonly key: WalletKey; readonly followed: Followed[] }

/** Triggers settled in one transaction, and wallets read at once, at most. */
const most = 256

/**
 * Rebuilds the books from the database and looks at every tick from then on; ticks that were missed are not
 * invented, the next real one is looked at. Whatever a tick reaches is settled in batches, one after the other,
 * each proving that `fence` is still the newest; `lost` is told when it is not.
 */
export const startReign = (deps: EngineDeps, fence: number, lost: () => void): Reign => {
  const { database, log, markets } = deps
  const { arm, books, hear, queue } = createDesk(markets)
  const changed = new Map<string, Changed>()
  /** How many are settled together; one after a failure, so that one bad row holds up nobody else. */
  let together = most
  let begun = false
  let rebuilding: (Rebuilding & { readonly ticks: Tick[] }) | null = null

  const begin = async (): Promise<void> => {
    // Read first: what is accepted after it is followed by its own command.
    rebuilding = { acceptance: await lastAcceptance(database.db), ticks: [] }
    for (const key of await readLiveWallets(database.db)) note(key, [])
    begun = true
  }
  const refresh = async (): Promise<void> => {
    const taken = [...changed.values()].slice(0, most)
    const wallets = await readWallets(
      database.db,
      taken.map(({ key }) => {
        // Taken off first: whoever changes it while it is read puts it on again.
        changed.delete(walletName(key))
        return key
      }),
    ).catch((error: unknown) => {
      for (const { key, followed } of taken) note(key, followed)
      throw error
    })
    for (const [index, wallet] of wallets.entries())
      arm(wallet, { followed: taken[index]?.followed ?? [], rebuilding })
    if (changed.size === 0) rebuilding = null
  }
  const settle = async (): Promise<void> => {
    const dues = queue.slice(0, together)
    const { wallets, waiting } = await settleBatch(deps, fence, dues).catch(async (error: unknown) => {
      const isAlone = together === 1
      together = 1
      // Alone, and the database answers: it lets the others go first and is tried again after them.
      if (isAlone && (await isReachable(database.db))) queue.push(...queue.splice(0, 1))
      throw error
    })
    queue.splice(0, dues.length)
    together = Math.min(most, together * 2)
    for (const { uid, levertype, orderId, kind } of waiting)
      log.warn({ uid, levertype, order: orderId, kind }, 'a trigger waits for another tick')
    for (const wallet of wallets) arm(wallet, { waiting })
  }
  const worker = startWorker(
    () => !begun || changed.size + queue.length > 0,
    async () => {
      if (!begun) await begin()
      if (changed.size > 0) await refresh()
      if (queue.length > 0) await settle()
    },
    (error) => {
      if (error instanceof LostLease) lost()
      else log.error({ err: error }, 'the engine could not settle and tries again')
    },
  )
  const note = (key: WalletKey, followed: readonly Followed[]): void => {
    const { uid, levertype } = key
    const before = changed.get(walletName(key))
    if (before === undefined)
      changed.set(walletName(key), { key: { uid, levertype }, followed: [...followed] })
    else before.followed.push(...followed)
    worker.wake()
  }
  return {
    hear: (tick) => {
      rebuilding?.ticks.push(tick)
      if (hear(tick)) worker.wake()
    },
    follow: books.follow,
    note,
    settled: worker.idle,
    resting: books.size,
    end: worker.close,
  }
}
