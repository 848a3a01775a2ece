import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray } from '../../platform/database/index.ts'
import type { OrderRow } from '../schema.ts'

/** Closed positions of one day, market, side and sign of the result: how many, and their sums in USDT units. */
export type ContractResultDay = {
  readonly day: number
  readonly pid: number
  readonly side: PositionSide
  readonly result: -1 | 0 | 1
  readonly trades: number
  /** Before fees. */
  readonly profit: bigint
  readonly fees: bigint
}

/** Sums of a customer's closed positions on some days, both included. Reads running rows, never the orders. */
export const listResultDays = async (
  db: Db,
  uid: number,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
): Promise<readonly ContractResultDay[]> => {
  const { rows } = await sql<ContractResultDay>`
    select day, pid, side, result, trades, profit, fees from contracts_result_day
    where uid = ${uid} and day between ${fromDay} and ${toDay}`.execute(db)
  return rows
}

/** Which closed positions are listed: of these markets, sides and signs, closed within a time, before a place in the list. */
export type ClosedQuery = {
  readonly uid: number
  readonly groups: readonly Pick<ContractResultDay, 'pid' | 'side' | 'result'>[]
  readonly fromMs: number
  readonly untilMs: number
  readonly before: { readonly ms: number; readonly id: number } | null
  readonly limit: number
}

/**
 * A customer's closed positions, newest first. Each group gives its own newest from the end of an index, and only those
 * are merged: a page costs as much as it is deep, whatever else there is.
 */
export const listClosed = async (db: Db, query: ClosedQuery): Promise<readonly OrderRow[]> => {
  const { uid, groups, fromMs, untilMs, before, limit } = query
  const earlier = before === null ? sql`` : sql`and (c.closed_ms, c.id) < (${before.ms}, ${before.id})`
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(
      ${pgNumberArray(groups.map(({ pid }) => pid))}::int[], ${pgTextArray(groups.map(({ side }) => side))}::text[],
      ${pgNumberArray(groups.map(({ result }) => result))}::numeric[]
    ) as wanted (pid, side, result)
    cross join lateral (
      select * from contracts_order c
      where c.uid = ${uid} and c.pid = wanted.pid and c.side = wanted.side and c.state = 'closed'
        and sign(c.profit - c.open_fee - coalesce(c.close_fee, 0)) = wanted.result
        and c.closed_ms >= ${fromMs} and c.closed_ms < ${untilMs} ${earlier}
      order by c.closed_ms desc, c.id desc limit ${limit}
    ) o
    order by o.closed_ms desc, o.id desc limit ${limit}`.execute(db)
  return rows
}
