import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../platform/database/index.ts'

/** A fixed or compound order that a customer bought with own money before this one; null where this is the first. */
export const findEarlierOrder = async (tx: Tx, uid: number, id: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from invest_order
    where uid = ${uid} and id < ${id} and state <> 'refunded' and principal > 0 and method <> 'copy' limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Own money put into fixed and compound orders so far, by customer; who bought none is absent. */
export const sumInvested = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; total: Usdt }>`
    select uid, sum(principal) as total from invest_order
    where uid = any(${pgNumberArray(uids)}::bigint[]) and state <> 'refunded' and principal > 0 and method <> 'copy'
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, total }) => [uid, total]))
}

/** Interest of orders in processing that is accrued and paid at their end, by customer; who has none is absent. */
export const sumUnpaidInterest = async (
  db: Db,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; total: Usdt }>`
    select uid, sum(accrued) as total from invest_order
    where uid = any(${pgNumberArray(uids)}::bigint[]) and method = 'compound'
      and state in ('waiting', 'running', 'redeeming')
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, total }) => [uid, total]))
}

/** The largest own-money order in processing of each customer that has one of at least so much. */
export const listLargestOrders = async (db: Db, least: bigint): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; largest: Usdt }>`
    select uid, max(principal) as largest from invest_order
    where state in ('waiting', 'running', 'redeeming') and principal >= ${least}
    group by uid order by uid`.execute(db)
  return new Map(rows.map(({ uid, largest }) => [uid, largest]))
}

/**
 * Whether a customer kept an order of own money for a time: a cycle ended in full, or the order was neither refunded nor
 * asked back nor, of a copy product, left before the time had passed.
 */
export const findKeptOrder = async (
  db: Db | Tx,
  uid: number,
  nowMs: number,
  keptMs: number,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from invest_order
    where uid = ${uid} and principal > 0 and state <> 'refunded' and (
      (state = 'ended' and method <> 'copy')
      or (created_ms + ${keptMs} <= ${nowMs}
        and coalesce(redeem_ms, finished_ms, ${nowMs}) >= created_ms + ${keptMs})
    ) limit 1`.execute(db)
  return rows[0]?.id ?? null
}
