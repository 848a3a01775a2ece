import { dayMs } from '@glasshouse/core/calendar/durations'
import type { WriterRecord } from '@glasshouse/core/markets/writers'
import type { TickLog } from './tickLog.ts'

/** The records of a market’s writers, sorted into the log of a day. */
export type DayWriters = {
  /** Records that stand in the exported stretch of the log, ascending. */
  readonly own: readonly WriterRecord[]
  /** The record of the process in whose term the day began; null when the log begins on the day. */
  readonly before: WriterRecord | null
  /** When the UTC day of the newest tick of any market began, epoch milliseconds. */
  readonly dayStartMs: number
}

/**
 * Sorts the records of the writers of one market. A day in the middle of a long term has no record of its own: it is
 * preceded by the record with which its writer began. Only a record from before the day may stand apart from the log, so
 * that no tick of the day can be dropped behind it.
 */
export const sortWriters = (symbol: string, ticks: TickLog, writers: readonly WriterRecord[]): DayWriters => {
  const all = writers.filter((record) => record.symbol === symbol).sort((a, b) => a.n - b.n)
  const logged = ticks.of(symbol)
  const { newestMs } = ticks
  const dayStartMs = newestMs - (newestMs % dayMs)
  const [first, second] = all
  const nextN = Math.min(
    second?.n ?? Number.POSITIVE_INFINITY,
    logged.length === 0 ? Number.POSITIVE_INFINITY : logged.n(0),
  )
  const isApart = first !== undefined && first.time < dayStartMs && nextN > first.n + 1
  return isApart ? { own: all.slice(1), before: first, dayStartMs } : { own: all, before: null, dayStartMs }
}
