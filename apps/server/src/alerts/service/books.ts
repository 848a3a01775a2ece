import { type AlertBook, createAlertBook } from '@glasshouse/core/alerts/book'
import {
  type AlertMeasure,
  alertMeasures,
  extremeOf,
  isReachedByCandle,
  isReachedByTick,
  type JudgedAlert,
  measuredAt,
} from '@glasshouse/core/alerts/rules'
import type { Candle } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import type { StoredAlert } from '../schema.ts'

/** What reached an alert: a tick, or a minute whose ticks were never received; `open` is the price 24 hours before. */
export type Reach = { readonly open: Price | null } & (
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'minute'; readonly openMs: number; readonly price: Price }
)
export type ReachedAlert = { readonly alert: StoredAlert; readonly by: Reach }

/** The price 24 hours before an instant; null where it is not known. */
export type DayOpen = (pid: number, atMs: number) => Price | null

/** Open alerts of all markets in memory, sorted by level. */
export type AlertBooks = {
  readonly add: (alert: StoredAlert) => void
  readonly remove: (alert: StoredAlert) => void
  readonly has: (pid: number) => boolean
  /** Removes and returns what a tick reaches. `dayOpen` is asked only where an alert waits for a change. */
  readonly judgeTick: (pid: number, tick: Tick, dayOpen: DayOpen) => readonly ReachedAlert[]
  /** Removes and returns what a candle reaches. */
  readonly judgeCandle: (pid: number, candle: Candle, dayOpen: DayOpen) => readonly ReachedAlert[]
}

type MarketBooks = Readonly<Record<AlertMeasure, AlertBook<StoredAlert>>>

const judgedOf = ({ side, measure, level, after_n, created_ms }: StoredAlert): JudgedAlert => ({
  ...{ side, measure, level },
  afterN: after_n,
  createdMs: created_ms,
})

/** Creates empty books. */
export const createAlertBooks = (): AlertBooks => {
  const books = new Map<number, MarketBooks>()
  const booksOf = (pid: number): MarketBooks => {
    const known = books.get(pid) ?? { price: createAlertBook(), change: createAlertBook() }
    books.set(pid, known)
    return known
  }
  /** What has the value but may not be judged by it goes back. */
  const takeReached = (
    market: MarketBooks,
    prices: readonly Price[],
    open: Price | null,
    isReached: (alert: JudgedAlert) => boolean,
  ): readonly StoredAlert[] =>
    alertMeasures.flatMap((measure) => {
      const book = market[measure]
      if (book.size() === 0) return []
      const taken = prices.flatMap((price) => {
        const value = measuredAt(measure, price, open)
        return value === null ? [] : book.take(value)
      })
      const reached = taken.filter((alert) => isReached(judgedOf(alert)))
      for (const alert of taken) if (!reached.includes(alert)) book.add(alert)
      return reached
    })
  return {
    add: (alert) => booksOf(alert.pid)[alert.measure].add(alert),
    remove: (alert) => void books.get(alert.pid)?.[alert.measure].remove(alert.id),
    has: (pid) => alertMeasures.some((measure) => (books.get(pid)?.[measure].size() ?? 0) > 0),
    judgeTick: (pid, tick, dayOpen) => {
      const market = books.get(pid)
      if (market === undefined || tick.late === true || tick.fetched === true) return []
      const open = market.change.size() === 0 ? null : dayOpen(pid, tick.receivedTimeMs)
      const reached = takeReached(market, [tick.price], open, (alert) => isReachedByTick(alert, tick, open))
      return reached.map((alert) => ({ alert, by: { kind: 'tick', tick, open } }))
    },
    judgeCandle: (pid, candle, dayOpen) => {
      const market = books.get(pid)
      if (market === undefined) return []
      const open = market.change.size() === 0 ? null : dayOpen(pid, candle.openMs)
      const reached = takeReached(market, [candle.high, candle.low], open, (alert) =>
        isReachedByCandle(alert, candle, open),
      )
      return reached.map((alert) => ({
        alert,
        by: { kind: 'minute', openMs: candle.openMs, price: extremeOf(alert.side, candle), open },
      }))
    },
  }
}

/** Remembers the price of 24 hours before for the minute that was asked for last in each market: it is the same all of it. */
export const rememberDayOpen = (dayOpen: DayOpen): DayOpen => {
  const known = new Map<number, { readonly minute: number; readonly open: Price | null }>()
  return (pid, atMs) => {
    const minute = Math.floor(atMs / 60_000)
    const last = known.get(pid)
    if (last?.minute === minute) return last.open
    const open = dayOpen(pid, atMs)
    known.set(pid, { minute, open })
    return open
  }
}
