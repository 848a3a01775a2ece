import type { OptionType } from '@glasshouse/core/options/rules'
import { sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray } from '../../platform/database/index.ts'
import type { OrderRow } from '../schema.ts'

/** Settled options of one day, market, type and sign of the result: how many, and what they came to in USDT units. */
export type OptionResultDay = {
  readonly day: number
  readonly pid: number
  readonly option_type: OptionType
  readonly result: -1 | 0 | 1
  readonly trades: number
  readonly profit: bigint
}

/** Sums of a customer's settled options on some days, both included. Reads running rows, never the options. */
export const listResultDays = async (
  db: Db,
  uid: number,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
): Promise<readonly OptionResultDay[]> => {
  const { rows } = await sql<OptionResultDay>`
    select day, pid, option_type, result, trades, profit from options_result_day
    where uid = ${uid} and day between ${fromDay} and ${toDay}`.execute(db)
  return rows
}

/** Which settled options are listed: of these markets, types and signs, settled within a time, before a place in the list. */
export type SettledQuery = {
  readonly uid: number
  readonly groups: readonly Pick<OptionResultDay, 'pid' | 'option_type' | 'result'>[]
  readonly fromMs: number
  readonly untilMs: number
  readonly before: { readonly ms: number; readonly id: number } | null
  readonly limit: number
}

/** A customer's settled options, newest first; each group from the end of an index, as closed positions are read. */
export const listSettled = async (db: Db, query: SettledQuery): Promise<readonly OrderRow[]> => {
  const { uid, groups, fromMs, untilMs, before, limit } = query
  const earlier = before === null ? sql`` : sql`and (c.settled_ms, c.id) < (${before.ms}, ${before.id})`
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(
      ${pgNumberArray(groups.map(({ pid }) => pid))}::int[], ${pgTextArray(groups.map(({ option_type }) => option_type))}::text[],
      ${pgNumberArray(groups.map(({ result }) => result))}::numeric[]
    ) as wanted (pid, option_type, result)
    cross join lateral (
      select * from options_order c
      where c.uid = ${uid} and c.pid = wanted.pid and c.option_type = wanted.option_type
        and c.state = 'settled'
        and sign(c.payout - c.stake) = wanted.result
        and c.settled_ms >= ${fromMs} and c.settled_ms < ${untilMs} ${earlier}
      order by c.settled_ms desc, c.id desc limit ${limit}
    ) o
    order by o.settled_ms desc, o.id desc limit ${limit}`.execute(db)
  return rows
}
