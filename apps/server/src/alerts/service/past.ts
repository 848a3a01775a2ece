import { dayMs } from '@glasshouse/core/calendar/durations'
import { type Candle, dayOpenAt } from '@glasshouse/core/markets/candles'
import { intervalMs } from '@glasshouse/core/markets/intervals'
import type { Markets } from '../../markets/index.ts'
import type { JudgedMark, StoredAlert } from '../schema.ts'
import { type AlertBooks, type ReachedAlert, rememberDayOpen } from './books.ts'

/** Ticks that are read at once. */
const ticksAtOnce = 5000
const minutesAtOnce = 500
/** Pages of minutes that are read of a stop, at most: 14 days. */
const maxPages = 41

/**
 * Judges the open alerts of a market by what passed since its mark: the stored ticks up to `upTo`, then the minutes
 * whose ticks were not received.
 */
export const judgePast = async (
  markets: Pick<Markets, 'ticksBetween' | 'candles'>,
  books: AlertBooks,
  {
    pid,
    upTo,
    alerts,
    mark,
  }: {
    readonly pid: number
    /** Number of the newest tick that the caller does not hear itself. */
    readonly upTo: number
    readonly alerts: readonly StoredAlert[]
    /** Undefined where no alert was ever judged. */
    readonly mark: JudgedMark | undefined
  },
): Promise<readonly ReachedAlert[]> => {
  const reached: ReachedAlert[] = []
  const oldestMs = Math.min(...alerts.map(({ created_ms }) => created_ms))
  const fromMs = Math.max((mark?.received_ms ?? 0) - intervalMs['1m'], oldestMs)
  const hasChange = alerts.some(({ measure }) => measure === 'change')
  const minutes = await minutesFrom(markets, pid, hasChange ? fromMs - dayMs - intervalMs['1m'] : fromMs)
  const dayOpen = rememberDayOpen((_, atMs) => dayOpenAt(minutes, atMs))
  let after = Math.max(mark?.n ?? 0, Math.min(...alerts.map(({ after_n }) => after_n)))
  while (after < upTo) {
    const end = Math.min(upTo, after + ticksAtOnce)
    for (const tick of await markets.ticksBetween(pid, after, end))
      reached.push(...books.judgeTick(pid, tick, dayOpen))
    after = end
  }
  for (const minute of minutes)
    if (minute.openMs >= fromMs) reached.push(...books.judgeCandle(pid, minute, dayOpen))
  return reached
}

/** The minutes of a market from an instant on, ascending, at most 14 days of them. */
const minutesFrom = async (
  markets: Pick<Markets, 'candles'>,
  pid: number,
  fromMs: number,
): Promise<readonly Candle[]> => {
  let beforeMs: number | null = null
  const minutes: Candle[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const rows: readonly Candle[] =
      (await markets.candles(pid, { interval: '1m', beforeMs, limit: minutesAtOnce })) ?? []
    minutes.unshift(...rows.filter(({ openMs }) => openMs >= fromMs))
    const first = rows[0]
    if (first === undefined || first.openMs <= fromMs || rows.length < minutesAtOnce) break
    beforeMs = first.openMs
  }
  return minutes
}
