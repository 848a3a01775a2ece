import { dayMs } from '@glasshouse/core/calendar/durations'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

/** What of a market’s log belongs to a day: a stretch of numbers, beginning with the last record before the day. */
export type LogRange = {
  readonly pid: number
  readonly symbol: string
  readonly first: number
  readonly last: number
}

/** What of every chain belongs to a UTC day. Settlements with a number above `settledAfter`, up to `settledTo`. */
export type DayRange = {
  /** The day as yyyymmdd. */
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
  readonly logs: readonly LogRange[]
  readonly settledAfter: number
  readonly settledTo: number
}

/** The UTC day of an instant as yyyymmdd. */
export const dayName = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '')

/** The first and the last instant of a UTC day, epoch milliseconds. Throws `RangeError` for no day. */
export const dayBounds = (yyyymmdd: string): { readonly fromMs: number; readonly toMs: number } => {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(yyyymmdd)
  const fromMs = match === null ? Number.NaN : Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`)
  if (Number.isNaN(fromMs)) throw new RangeError(`not a day as yyyymmdd: ${yyyymmdd}`)
  return { fromMs, toMs: fromMs + dayMs - 1 }
}

/** The newest record of a market’s log up to an instant: a walk back from the newest one. */
const newestUntil = (ms: number) => sql`
  select max(n) from (
    (select n from markets_tick t where t.pid = p.pid and t.received_ms <= ${ms} order by n desc limit 1)
    union all
    (select n from markets_kept_tick t where t.pid = p.pid and t.received_ms <= ${ms} order by n desc limit 1)
    union all
    (select n from markets_writer t where t.pid = p.pid and t.at_ms <= ${ms} order by n desc limit 1)) newest`

/** The oldest record of a market whose log begins on the day. */
const oldest = sql`
  select min(n) from (
    (select n from markets_tick t where t.pid = p.pid order by n limit 1)
    union all (select n from markets_kept_tick t where t.pid = p.pid order by n limit 1)
    union all (select n from markets_writer t where t.pid = p.pid order by n limit 1)) stored`

/**
 * Finds what of every chain belongs to a UTC day (yyyymmdd). A day goes on where the files of the days before end, so
 * that no record is left out, whatever the clock of the machine did.
 */
export const findDayRange = async (db: Db, day: string): Promise<DayRange> => {
  const { fromMs, toMs } = dayBounds(day)
  const number = Number.parseInt(day, 10)
  const { rows: logs } = await sql<{
    pid: number
    symbol: string
    first: number | null
    last: number | null
  }>`
    select p.pid, p.symbol,
      coalesce((select max(f.last_n) from trust_day_file f where f.pid = p.pid and f.day < ${number}),
        (${newestUntil(fromMs - 1)}), (${oldest})) as first,
      coalesce((select f.last_n from trust_day_file f where f.pid = p.pid and f.day = ${number}),
        (${newestUntil(toMs)})) as last
    from markets_product p order by p.pid`.execute(db)
  const { rows: settled } = await sql<{ after: number; last: number }>`
    select
      coalesce((select max(d.settlement_n) from trust_day d where d.day < ${number}),
        (select max(s.n) from trust_settlement s where s.numbered_ms < ${fromMs}), 0) as after,
      coalesce((select d.settlement_n from trust_day d where d.day = ${number}),
        (select max(s.n) from trust_settlement s where s.numbered_ms <= ${toMs}), 0) as last`.execute(db)
  return {
    day,
    fromMs,
    toMs,
    logs: logs.flatMap(({ pid, symbol, first, last }) =>
      first === null || last === null ? [] : [{ pid, symbol, first, last: Math.max(first, last) }],
    ),
    settledAfter: settled[0]?.after ?? 0,
    settledTo: settled[0]?.last ?? 0,
  }
}
