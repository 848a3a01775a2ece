import { defaultStepSize, type Steps } from '@glasshouse/core/contracts/engine/steps'
import { compareFired, isReached, orderCondition } from '@glasshouse/core/contracts/engine/triggers'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import { hasDueClosing, shouldLiquidate } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { WalletState } from '../batch/batch.ts'
import { captureMarkets, type EngineMarkets } from '../markets.ts'
import type { FiredTrigger } from './executeBatch.ts'
import { createFiredQueue, type FiredQueue, type QueuedTrigger } from './firedQueue.ts'
import { createFirings, type Firings } from './firings.ts'
import { createTickBuffer, type EvaluatedAt } from './tickBuffer.ts'
import { followTrailing, type UnknownTrailing } from './trailing.ts'
import {
  accountTriggers,
  createTriggerBooks,
  type FiringSteps,
  orderTriggers,
  type TriggerBooks,
} from './triggerBooks.ts'

/** A trigger that was found fired when its wallet is armed, with the acceptance that decides about its place. */
type FoundTrigger = { readonly due: QueuedTrigger; readonly acceptance: number }

/** As if each had fired in the books: by tick, and of one tick in the order in which it fires them. */
const compareFound = (a: FoundTrigger, b: FoundTrigger): number =>
  a.due.moment - b.due.moment ||
  compareFired({ kind: a.due.kind, acceptance: a.acceptance }, { kind: b.due.kind, acceptance: b.acceptance })

/** What is armed and what has fired, and how both follow from wallets as they are. */
export type TriggerQueue = {
  readonly books: Pick<TriggerBooks, 'size' | 'takeMoved'>
  readonly queue: FiredQueue
  /**
   * Looks a tick up in the books; true when it fires something. Where that is much it is queued in slices, between which the
   * event loop turns: until then no wallet may be armed, what is heard waits behind it, and of no wallet is known whether
   * something of it fired.
   */
  readonly hear: (tick: Tick) => boolean
  readonly isFiring: Firings['isFiring']
  /** Waits until everything that fired is queued. */
  readonly fired: Firings['fired']
  /** The moment since which something that fired is not settled; Infinity without. */
  readonly oldest: () => number
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

/**
 * Starts with empty books and an empty queue.
 *
 * @param stepSize triggers that one step of what fires works on; more than that are fired in slices
 */
export const createTriggerQueue = (markets: EngineMarkets, stepSize = defaultStepSize): TriggerQueue => {
  const books = createTriggerBooks(stepSize)
  const queue = createFiredQueue(stepSize)
  let moment = 0
  const kept = createTickBuffer(markets)

  const trailing = followTrailing(markets, kept, books)

  const firings = createFirings()
  const { isFiring } = firings
  function* queueFired(steps: FiringSteps, at: MarketSnapshot, since: number): Steps<void> {
    yield* queue.append(yield* steps, at, since)
  }
  /** Queues what fires at the newest moment, with the markets as they are, with this tick. */
  const fire = (begin: () => FiringSteps | null, tick?: Tick): boolean => {
    const since = moment
    if (isFiring()) {
      const at = captureMarkets(markets, tick)
      firings.add(since, () => {
        const steps = begin()
        return steps === null ? null : queueFired(steps, at, since)
      })
      return true
    }
    const steps = begin()
    const first = steps?.next()
    if (steps === null || first === undefined || (first.done === true && first.value.length === 0))
      return false
    const at = captureMarkets(markets, tick)
    kept.keep()
    const rest = first.done === true ? queue.append(first.value, at, since) : queueFired(steps, at, since)
    if (rest.next().done !== true) firings.add(since, () => rest)
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
    hear: (tick) => {
      moment += 1
      kept.hear(tick, moment)
      return fire(() => books.hear(tick), tick)
    },
    elapse: (untilMs) => fire(() => books.elapse(untilMs)),
    isFiring,
    fired: firings.fired,
    oldest: () => Math.min(queue.oldest(), firings.oldest()),
    keep: kept.keep,
    replay: kept.prepend,
    forget: kept.forget,
    moment: () => moment,
    unknownTrailing: trailing.unknown,
    bestOf: (key, orderId) => (isFiring() ? null : (books.trailed(key).get(orderId)?.best ?? null)),
    arm: (account, judged, { since, waiting = [], logged = noTicks } = {}) => {
      if (isFiring()) throw new Error('a wallet is armed while something fires')
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
      for (const { due } of found) queue.insert(due)
      // Behind everything else of its tick.
      const risk = lookAtRisk(account, judged, since ?? null, waitedFor)
      if (risk !== null) queue.insert(risk)
    },
  }
}
