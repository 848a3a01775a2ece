import { isReached, watchOf } from '@glasshouse/core/contracts/engine/triggers'
import { directionOf } from '@glasshouse/core/contracts/rules'
import { isReachable, type Platform } from '../../../platform/index.ts'
import { readLiveWallets, type WalletKey } from '../../store/orders.ts'
import { capture, type EngineMarkets } from '../batch/snapshot.ts'
import { mustCloseOut, type WalletState, walletName } from '../batch/state.ts'
import type { Following, Triggers } from '../terms.ts'
import { triggersFor, triggersOf } from './arming.ts'
import { createBooks } from './books.ts'
import type { Due } from './decide.ts'
import { readWallets } from './read.ts'
import { settleBatch } from './settle.ts'
import { startWorker } from './worker.ts'

export type EngineDeps = Pick<Platform, 'clock' | 'database' | 'log'> & { readonly markets: EngineMarkets }

/** The engine that watches prices for everybody. */
export type Engine = Triggers & {
  /** Money of a customer moved, perhaps outside this room: the close-outs of the contract wallets move too. */
  readonly moneyMoved: (uid: number) => void
  /** Waits until everything that was heard so far is settled. */
  readonly settled: () => Promise<void>
  /** Triggers that rest in the books. */
  readonly resting: () => number
  /** Stops hearing ticks and ends after the batch it is at; what is not settled then is armed at the next start. */
  readonly close: () => Promise<void>
}

type Followed = { readonly orderId: number; readonly following: Following }
type Changed = { readonly key: WalletKey; readonly followed: Followed[] }

/** Triggers settled in one transaction, and wallets read at once, at most. */
const most = 256

/** What is armed and what has fired, and how both follow from wallets as they are. */
const createDesk = (markets: EngineMarkets) => {
  const books = createBooks()
  const queue: Due[] = []

  /** Looks at what an order waits for with ticks that came before it was armed, the oldest first. */
  const lookBack = (wallet: WalletState, followed: readonly Followed[], waiting: readonly Due[]): void => {
    const { uid, levertype } = wallet
    const now = capture(markets)
    const waits = (orderId: number, kind: Due['kind']) =>
      waiting.some(
        (due) =>
          due.uid === uid && due.levertype === levertype && due.orderId === orderId && due.kind === kind,
      )
    for (const order of wallet.orders.values()) {
      const market = now.get(order.pid)
      const newest = market?.fresh === true && market.tick !== null ? [market.tick] : []
      const own = followed.filter(({ orderId }) => orderId === order.id)
      const ticks = [...own.flatMap(({ following }) => following.ticks), ...newest]
      for (const { kind, price } of triggersOf(order)) {
        const watch = { ...watchOf(directionOf(order.type), kind), price }
        const reached = ticks.find((tick) => isReached(watch, tick))
        if (reached === undefined || waits(order.id, kind)) continue
        queue.push({ uid, levertype, orderId: order.id, kind, at: capture(markets, reached) })
      }
    }
    if (mustCloseOut(wallet, now) && !waits(0, 'closeOut'))
      queue.push({ uid, levertype, orderId: 0, kind: 'closeOut', at: now })
  }

  return {
    books,
    queue,
    /** Arms a wallet as it is now. What had to wait is not looked at again before the next tick. */
    arm: (wallet: WalletState, followed: readonly Followed[], waiting: readonly Due[]): void => {
      books.arm(wallet, triggersFor(wallet, capture(markets)))
      lookBack(wallet, followed, waiting)
      for (const { following } of followed) following.end()
    },
  }
}

/**
 * Rebuilds the books from the database and hears every tick from then on; ticks that were missed are not
 * invented, the next real one is looked at. Whatever a tick reaches is settled in batches, one after the other.
 */
export const openEngine = async (deps: EngineDeps): Promise<Engine> => {
  const { database, log, markets } = deps
  const { books, queue, arm } = createDesk(markets)
  const changed = new Map<string, Changed>()
  /** How many are settled together; one after a failure, so that one bad row holds up nobody else. */
  let together = most

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
    for (const [index, wallet] of wallets.entries()) arm(wallet, taken[index]?.followed ?? [], [])
  }
  const settle = async (): Promise<void> => {
    const dues = queue.slice(0, together)
    const { wallets, waiting } = await settleBatch(deps, dues).catch(async (error: unknown) => {
      const isAlone = together === 1
      together = 1
      // Alone, and the database answers: it lets the others go first and is tried again after them.
      if (isAlone && (await isReachable(database.db))) queue.push(...queue.splice(0, 1))
      throw error
    })
    queue.splice(0, dues.length)
    together = Math.min(most, together * 2)
    for (const due of waiting) {
      const { uid, levertype, orderId, kind } = due
      log.warn({ uid, levertype, order: orderId, kind }, 'a trigger waits for another tick')
    }
    for (const wallet of wallets) arm(wallet, [], waiting)
  }
  const worker = startWorker(
    () => changed.size + queue.length > 0,
    async () => {
      if (changed.size > 0) await refresh()
      if (queue.length > 0) await settle()
    },
    (error) => log.error({ err: error }, 'the engine could not settle and tries again'),
  )
  const note = (key: WalletKey, followed: readonly Followed[]): void => {
    const { uid, levertype } = key
    const before = changed.get(walletName(key))
    if (before === undefined)
      changed.set(walletName(key), { key: { uid, levertype }, followed: [...followed] })
    else before.followed.push(...followed)
    worker.wake()
  }
  const stopHearing = markets.onTick((tick) => {
    const fired = books.hear(tick)
    if (fired.length === 0) return
    const at = capture(markets, tick)
    for (const armed of fired) queue.push({ ...armed, at })
    worker.wake()
  })
  for (const key of await readLiveWallets(database.db)) note(key, [])

  return {
    follow: books.follow,
    changed: (uid, levertype, followed) => note({ uid, levertype }, followed === undefined ? [] : [followed]),
    moneyMoved: (uid) => {
      for (const levertype of [1, 2] as const) note({ uid, levertype }, [])
    },
    settled: worker.idle,
    resting: books.size,
    close: async () => {
      stopHearing()
      await worker.close()
    },
  }
}
