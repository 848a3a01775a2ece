import { type AlertBook, createAlertBook } from '@glasshouse/core/alerts/book'
import { isReachedByCandle, isReachedByTick, type JudgedAlert } from '@glasshouse/core/alerts/rules'
import type { Candle } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import type { StoredAlert } from '../schema.ts'

/** What reached an alert: a tick, or a minute whose ticks were never received. */
export type Reach =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'minute'; readonly openMs: number; readonly price: Price }
export type ReachedAlert = { readonly alert: StoredAlert; readonly by: Reach }

/** Open alerts of all markets in memory, sorted by price. */
export type AlertBooks = {
  readonly add: (alert: StoredAlert) => void
  readonly remove: (alert: StoredAlert) => void
  readonly has: (pid: number) => boolean
  /** Removes and returns what a tick reaches. */
  readonly judgeTick: (pid: number, tick: Tick) => readonly ReachedAlert[]
  /** Removes and returns what a candle reaches. */
  readonly judgeCandle: (pid: number, candle: Candle) => readonly ReachedAlert[]
}

const judgedOf = ({ side, price, after_n, created_ms }: StoredAlert): JudgedAlert => ({
  ...{ side, price },
  afterN: after_n,
  createdMs: created_ms,
})

/** Creates empty books. */
export const createAlertBooks = (): AlertBooks => {
  const books = new Map<number, AlertBook<StoredAlert>>()
  const bookOf = (pid: number): AlertBook<StoredAlert> => {
    const book = books.get(pid) ?? createAlertBook<StoredAlert>()
    books.set(pid, book)
    return book
  }
  /** What has the price but may not be judged by it goes back. */
  const keepReached = (
    book: AlertBook<StoredAlert>,
    taken: readonly StoredAlert[],
    isReached: (alert: JudgedAlert) => boolean,
  ): readonly StoredAlert[] => {
    const reached = taken.filter((alert) => isReached(judgedOf(alert)))
    for (const alert of taken) if (!reached.includes(alert)) book.add(alert)
    return reached
  }
  return {
    add: (alert) => bookOf(alert.pid).add(alert),
    remove: (alert) => void books.get(alert.pid)?.remove(alert.id),
    has: (pid) => (books.get(pid)?.size() ?? 0) > 0,
    judgeTick: (pid, tick) => {
      const book = books.get(pid)
      if (book === undefined || tick.late === true || tick.fetched === true) return []
      const reached = keepReached(book, book.take(tick.price), (alert) => isReachedByTick(alert, tick))
      return reached.map((alert) => ({ alert, by: { kind: 'tick', tick } }))
    },
    judgeCandle: (pid, candle) => {
      const book = books.get(pid)
      if (book === undefined) return []
      const taken = [...book.take(candle.high), ...book.take(candle.low)]
      const reached = keepReached(book, taken, (alert) => isReachedByCandle(alert, candle))
      return reached.map((alert) => ({
        alert,
        by: {
          kind: 'minute',
          openMs: candle.openMs,
          price: alert.side === 'above' ? candle.high : candle.low,
        },
      }))
    },
  }
}
