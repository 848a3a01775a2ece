import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { sql } from 'kysely'
import type { ContractOrder } from '../contracts/index.ts'
import { type Db, pgNumberArray, pgTextArray } from '../platform/database/index.ts'

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
export const listContractResults = async (
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
export const listClosedPositions = async (db: Db, query: ClosedQuery): Promise<readonly ContractOrder[]> => {
  const { uid, groups, fromMs, untilMs, before, limit } = query
  const earlier = before === null ? sql`` : sql`and (c.closed_ms, c.id) < (${before.ms}, ${before.id})`
  const { rows } = await sql<ContractOrder>`
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

/** A closed trade of AI ordering with everything that was closed of it; notional USDT at the fill. */
export type AiTradeSum = {
  readonly id: number
  readonly closed_ms: number
  readonly notional: bigint
  readonly profit: bigint
  readonly fees: bigint
}

/** Trades of AI ordering on a market that closed within a time, of all customers, by id after one. */
export const listAiTrades = async (
  db: Db,
  asked: {
    readonly pid: number
    readonly fromMs: number
    readonly beforeMs: number
    readonly afterId: number
    readonly limit: number
  },
): Promise<readonly AiTradeSum[]> => {
  const { rows } = await sql<AiTradeSum>`
    select o.id, o.closed_ms, sum(div(p.quantity * p.open_price, 1000000000)) as notional,
      sum(p.profit) as profit, sum(p.open_fee + p.close_fee) as fees
    from contracts_order as o join contracts_order as p on p.ai_run = o.ai_run and (p.id = o.id or p.parent_id = o.id)
    where o.ai_run is not null and o.parent_id is null and o.state = 'closed' and p.state = 'closed' and o.pid = ${asked.pid}
      and o.closed_ms >= ${asked.fromMs} and o.closed_ms < ${asked.beforeMs} and o.id > ${asked.afterId}
    group by o.id, o.closed_ms order by o.id limit ${asked.limit}`.execute(db)
  return rows
}
