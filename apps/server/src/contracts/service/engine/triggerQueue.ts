import { isReached, watchOf } from '@glasshouse/core/contracts/engine/triggers'
import { directionOf } from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { capture, type EngineMarkets, type Snapshot } from '../batch/snapshot.ts'
import { mustCloseOut, type WalletState } from '../batch/state.ts'
import { triggersFor, triggersOf } from './triggerSpecs.ts'
import { type Books, createBooks } from './triggerBooks.ts'
import type { Due } from './evaluate.ts'
import { type Judged, keepTicks } from './tickBuffer.ts'

/** Something that fired, and the moment of the tick that did it. */
export type Queued = Due & { readonly moment: number }

/** What is armed and what has fired, and how both follow from wallets as they are. */
export type Desk = {
  readonly books: Pick<Books, 'size'>
  /** What fired and is not settled yet, in the order in which the ticks were heard. */
  readonly queue: Queued[]
  /** Looks a tick up in the books; true when it fired something. */
  readonly hear: (tick: Tick) => boolean
  /** Keeps the ticks from now on, for what is being judged and not armed yet; firing something keeps them too. */
  readonly keep: () => void
  /** Nothing is being judged: forgets the ticks and keeps no more. */
  readonly forget: () => void
  /** How many ticks were heard: the moment at which a wallet changed or was looked at. */
  readonly moment: () => number
  /**
   * Arms a wallet as it is now. Orders that were judged are looked at with every kept tick from the one they were
   * judged by on; the risk of the whole with every one after the moment `since` which the wallet is as it is now.
   * What had to wait is not looked at again before the next tick.
   */
  readonly arm: (wallet: WalletState, judged: Judged, seen?: Seen) => void
}

/** What was looked at before a wallet is armed: the moment since which it is as it is now, and what has to wait. */
export type Seen = { readonly since?: number | undefined; readonly waiting?: readonly Due[] }

/** Starts with empty books and an empty queue. */
export const createDesk = (markets: EngineMarkets): Desk => {
  const books = createBooks()
  const queue: Queued[] = []
  let moment = 0
  const kept = keepTicks(markets)

  const enqueue = (due: Queued): void => {
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.moment ?? 0) > due.moment) place -= 1
    queue.splice(place, 0, due)
  }

  const lookAtOrders = (wallet: WalletState, judged: Judged, waits: (one: Due) => boolean): void => {
    const { uid, levertype } = wallet
    const now = capture(markets)
    for (const order of wallet.orders.values()) {
      const market = now.get(order.pid)
      if (market === undefined) continue
      const since = judged.get(order.id)
      const newest = market.fresh ? market.tick : null
      for (const { kind, price } of triggersOf(order)) {
        const watch = { ...watchOf(directionOf(order.type), kind), price }
        const due = { uid, levertype, orderId: order.id, kind }
        const seen = since === undefined ? undefined : kept.firstReaching(watch, market.product, since)
        const found =
          seen !== undefined
            ? { ...due, at: kept.at(seen.moment), moment: seen.moment }
            : newest !== null && isReached(watch, newest)
              ? { ...due, at: capture(markets, newest), moment }
              : null
        if (found !== null && !waits(found)) enqueue(found)
      }
    }
  }

  /** The first kept tick, after all that was judged, at which the wallet had to be closed out; else now. */
  const lookAtRisk = (
    wallet: WalletState,
    judged: Judged,
    since: number | null,
    waits: (one: Due) => boolean,
  ): void => {
    const { uid, levertype } = wallet
    const due = (at: Snapshot): Due => ({ uid, levertype, orderId: 0, kind: 'closeOut', at })
    const now = capture(markets)
    if (waits(due(now))) return
    const seen = kept.firstAtRisk(wallet, judged, since)
    if (seen !== undefined) enqueue({ ...due(kept.at(seen.moment)), moment: seen.moment })
    else if (mustCloseOut(wallet, now)) enqueue({ ...due(now), moment })
  }

  return {
    books,
    queue,
    hear: (tick) => {
      moment += 1
      kept.hear(tick, moment)
      const fired = books.hear(tick)
      if (fired.length === 0) return false
      const at = capture(markets, tick)
      for (const armed of fired) queue.push({ ...armed, at, moment })
      kept.keep()
      return true
    },
    keep: kept.keep,
    forget: kept.forget,
    moment: () => moment,
    arm: (wallet, judged, { since, waiting = [] } = {}) => {
      books.arm(wallet, triggersFor(wallet, capture(markets)))
      const waits = (one: Due): boolean =>
        waiting.some(
          ({ uid, levertype, orderId, kind }) =>
            uid === one.uid && levertype === one.levertype && orderId === one.orderId && kind === one.kind,
        )
      lookAtOrders(wallet, judged, waits)
      lookAtRisk(wallet, judged, since ?? null, waits)
    },
  }
}
