import { isReached, watchOf } from '@glasshouse/core/contracts/engine/triggers'
import { directionOf } from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { capture, type EngineMarkets } from '../batch/snapshot.ts'
import { mustCloseOut, type WalletState } from '../batch/state.ts'
import type { Following } from '../terms.ts'
import { triggersFor, triggersOf } from './arming.ts'
import { type Books, createBooks } from './books.ts'
import type { Due } from './decide.ts'

/** An order that was judged while ticks of its market were kept. */
export type Followed = { readonly orderId: number; readonly following: Following }

/** Ticks heard while the books were being rebuilt; they count for whatever was accepted before them. */
export type Rebuilding = { readonly acceptance: number; readonly ticks: readonly Tick[] }

/** What is armed and what has fired, and how both follow from wallets as they are. */
export type Desk = {
  readonly books: Books
  /** What fired and is not settled yet, the oldest first. */
  readonly queue: Due[]
  /** Looks a tick up in the books; true when it fired something. */
  readonly hear: (tick: Tick) => boolean
  /** Arms a wallet as it is now. What had to wait is not looked at again before the next tick. */
  readonly arm: (
    wallet: WalletState,
    seen: {
      readonly followed?: readonly Followed[]
      readonly waiting?: readonly Due[]
      readonly rebuilding?: Rebuilding | null
    },
  ) => void
}

/** Starts with empty books and an empty queue. */
export const createDesk = (markets: EngineMarkets): Desk => {
  const books = createBooks()
  const queue: Due[] = []

  /** Looks at what an order waits for with ticks that came before it was armed, the oldest first. */
  const lookBack = (
    wallet: WalletState,
    followed: readonly Followed[],
    waiting: readonly Due[],
    rebuilding: Rebuilding | null,
  ): void => {
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
      const missed =
        rebuilding === null || order.acceptance > rebuilding.acceptance
          ? []
          : rebuilding.ticks.filter(({ symbol }) => symbol === market?.product.symbol)
      const ticks = [...missed, ...own.flatMap(({ following }) => following.ticks), ...newest]
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
    hear: (tick) => {
      const fired = books.hear(tick)
      if (fired.length === 0) return false
      const at = capture(markets, tick)
      for (const armed of fired) queue.push({ ...armed, at })
      return true
    },
    arm: (wallet, { followed = [], waiting = [], rebuilding = null }) => {
      books.arm(wallet, triggersFor(wallet, capture(markets)))
      lookBack(wallet, followed, waiting, rebuilding)
      for (const { following } of followed) following.end()
    },
  }
}
