import { compareFired, isReached, orderCondition } from '@glasshouse/core/contracts/engine/triggers'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import { hasDueClosing, shouldLiquidate } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf, type WalletState } from '../batch/batch.ts'
import { captureMarkets, type EngineMarkets } from '../markets.ts'
import type { FiredTrigger } from './executeBatch.ts'
import { createTickBuffer, type EvaluatedAt } from './tickBuffer.ts'
import { followTrailing, type UnknownTrailing } from './trailing.ts'
import { accountTriggers, createTriggerBooks, orderTriggers, type TriggerBooks } from './triggerBooks.ts'

/** Something that fired, and the moment of the tick that did it. */
type QueuedTrigger = FiredTrigger & { readonly moment: number }

/** A trigger that was found fired when its wallet is armed, with the acceptance that decides about its place. */
type FoundTrigger = { readonly due: QueuedTrigger; readonly acceptance: number }

/** As if each had fired in the books: by tick, and of one tick in the order in which it fires them. */
const compareFound = (a: FoundTrigger, b: FoundTrigger): number =>
  a.due.moment - b.due.moment ||
  compareFired({ kind: a.due.kind, acceptance: a.acceptance }, { kind: b.due.kind, acceptance: b.acceptance })

/** What is armed and what has fired, and how both follow from wallets as they are. */
export type TriggerQueue = {
  readonly books: Pick<TriggerBooks, 'size' | 'takeMoved'>
  /** What fired and is not settled yet, in the order in which the ticks were heard. */
  readonly queue: QueuedTrigger[]
  /**
   * What is settled together next: from the front of the queue, at most so many, and of each wallet only what one tick
   * fired. What a later tick fired meets the wallet as the ticks in between left it, close-outs included, and those are
   * found when it is armed.
   */
  readonly next: (most: number) => readonly QueuedTrigger[]
  /** Looks a tick up in the books; true when it fired something. */
  readonly hear: (tick: Tick) => boolean
  /** Ends what expired up to an instant, epoch milliseconds; true when something did. */
  readonly elapse: (untilMs: number) => boolean
  /** Keeps the ticks from now on, for what is being judged and not armed yet; firing something keeps them too. */
  readonly keep: () => void
  /** Puts ticks of the log that may not be settled in front of the kept ones; `settled` are the ticks before them. */
  readonly replay: (logged: readonly Tick[], settled: readonly Tick[]) => void
  /** Nothing is being judged: forgets the ticks and keeps no more. */
  readonly forget: () => void
  /** How many ticks were heard: the moment at which a wallet changed or was looked at. */
  readonly moment: () => number
  /**
   * Arms a wallet as it is now. Orders that were judged are looked at with every kept tick from the one they were
   * judged by on; the risk of the whole with every one after the moment `since` which the wallet is as it is now.
   * What had to wait is looked at again with the ticks after the one that fired it, kept or yet to come.
   */
  readonly arm: (account: WalletState, judged: EvaluatedAt, seen?: ArmOptions) => void
  /** Trailing stops of a wallet whose best ticks neither the books nor the kept ticks tell: the log does. */
  readonly unknownTrailing: (account: WalletState) => readonly UnknownTrailing[]
  /** The best tick of the trailing stop of an order; null of one that is not armed. */
  readonly bestOf: (key: MarginAccountKey, orderId: number) => Tick | null
}

/** What was looked at before a wallet is armed: the moment since which it is as it is now, and what has to wait. */
type ArmOptions = {
  readonly since?: number | undefined
  readonly waiting?: readonly FiredTrigger[]
  /** By order, the best ticks that were read from the log. */
  readonly logged?: ReadonlyMap<number, Tick>
}

/** What of the waiting triggers is this one; undefined when it did not have to wait. */
type FindWaiting = (
  one: Pick<FiredTrigger, 'uid' | 'wallet' | 'orderId' | 'kind'>,
) => FiredTrigger | undefined

const noTicks: ReadonlyMap<number, Tick> = new Map()

/** Starts with empty books and an empty queue. */
export const createTriggerQueue = (markets: EngineMarkets): TriggerQueue => {
  const books = createTriggerBooks()
  const queue: QueuedTrigger[] = []
  let moment = 0
  const kept = createTickBuffer(markets)

  const trailing = followTrailing(markets, kept, books)

  const enqueue = (due: QueuedTrigger): void => {
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.moment ?? 0) > due.moment) place -= 1
    queue.splice(place, 0, due)
  }

  /** Queues what fired at the newest moment, with the markets as they are, with this tick. */
  const fire = (fired: ReturnType<TriggerBooks['hear']>, tick?: Tick): boolean => {
    if (fired.length === 0) return false
    const at = captureMarkets(markets, tick)
    for (const armed of fired) queue.push({ ...armed, at, moment })
    kept.keep()
    return true
  }

  const lookAtOrders = (
    account: WalletState,
    judged: EvaluatedAt,
    waitedFor: FindWaiting,
  ): readonly FoundTrigger[] => {
    const { uid, wallet } = account
    const now = captureMarkets(markets)
    const all: FoundTrigger[] = []
    for (const order of account.orders.values()) {
      const market = now.get(order.pid)
      if (market === undefined) continue
      const newest = market.fresh ? market.tick : null
      for (const { kind, price } of orderTriggers(order)) {
        const watch = { ...orderCondition(order, kind), price }
        const due = { uid, wallet, orderId: order.id, kind }
        const waited = waitedFor(due)
        const by = waited?.at.get(order.pid)?.tick ?? null
        const since = by === null ? judged.get(order.id) : by.n + 1
        const seen = since === undefined ? undefined : kept.firstReaching(watch, market.product, since)
        const found =
          seen !== undefined
            ? { ...due, at: kept.at(seen.moment), moment: seen.moment }
            : waited === undefined && newest !== null && isReached(watch, newest)
              ? { ...due, at: captureMarkets(markets, newest), moment }
              : null
        if (found !== null) all.push({ due: found, acceptance: order.acceptance })
      }
    }
    return all
  }

  /** The first kept tick, after all that was judged, at which the wallet had to be closed out; else now. */
  const lookAtRisk = (
    account: WalletState,
    judged: EvaluatedAt,
    since: number | null,
    waitedFor: FindWaiting,
  ): QueuedTrigger | null => {
    const { uid, wallet } = account
    const due = (at: MarketSnapshot): FiredTrigger => ({ uid, wallet, orderId: 0, kind: 'closeOut', at })
    const now = captureMarkets(markets)
    const seen = kept.firstAtRisk(account, judged, since)
    if (seen !== undefined) return { ...due(kept.at(seen.moment)), moment: seen.moment }
    if (waitedFor(due(now)) !== undefined) return null
    return shouldLiquidate(account, now) || hasDueClosing(account, now) ? { ...due(now), moment } : null
  }

  return {
    books,
    queue,
    next: (most) => {
      const moments = new Map<string, number>()
      const end = queue.slice(0, most).findIndex((due) => {
        const account = accountKeyOf(due)
        const first = moments.get(account) ?? due.moment
        moments.set(account, first)
        return due.moment !== first
      })
      return queue.slice(0, end < 0 ? most : end)
    },
    hear: (tick) => {
      moment += 1
      kept.hear(tick, moment)
      return fire(books.hear(tick), tick)
    },
    elapse: (untilMs) => fire(books.elapse(untilMs)),
    keep: kept.keep,
    replay: kept.prepend,
    forget: kept.forget,
    moment: () => moment,
    unknownTrailing: trailing.unknown,
    bestOf: (key, orderId) => books.trailed(key).get(orderId)?.best ?? null,
    arm: (account, judged, { since, waiting = [], logged = noTicks } = {}) => {
      const followed = trailing.follow(account, logged, moment)
      books.arm(
        account,
        accountTriggers(account, captureMarkets(markets)),
        followed.map(({ spec }) => spec),
      )
      const trailed = followed.flatMap(({ fired, spec }) =>
        fired === null
          ? []
          : [{ due: { ...fired, at: kept.at(fired.moment) }, acceptance: spec.order.acceptance }],
      )
      const waitedFor: FindWaiting = (one) =>
        waiting.find(
          ({ uid, wallet, orderId, kind }) =>
            uid === one.uid && wallet === one.wallet && orderId === one.orderId && kind === one.kind,
        )
      const found = [...trailed, ...lookAtOrders(account, judged, waitedFor)].sort(compareFound)
      for (const { due } of found) enqueue(due)
      // Behind everything else of its tick.
      const risk = lookAtRisk(account, judged, since ?? null, waitedFor)
      if (risk !== null) enqueue(risk)
    },
  }
}
