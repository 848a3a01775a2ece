import type { Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalRejection } from '@glasshouse/core/withdrawals/rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** Sum and number of what a customer requested since an instant, without what was rejected or cancelled. */
export const sumWithdrawalsSince = async (
  db: Db,
  uid: number,
  sinceMs: number,
): Promise<{ readonly total: Usdt; readonly count: number }> => {
  const { rows } = await sql<{ total: Usdt; count: number }>`
    select coalesce(sum(amount), 0) as total, count(*)::int as count from funding_withdrawal
    where uid = ${uid} and created_ms >= ${sinceMs} and state not in ('rejected', 'cancelled')`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** How the newest other withdrawals of a customer ended, and the last rejection among them. */
export const countOutcomes = async (db: Db, uid: number, exceptId: number | null, limit: number) => {
  const { rows } = await sql<{
    sent: number
    rejected: number
    cancelled: number
    reason: WithdrawalRejection | null
    atMs: number | null
  }>`
    with newest as (
      select id, state, rejection, ended_ms from funding_withdrawal
      where uid = ${uid} and id is distinct from ${exceptId}::bigint order by id desc limit ${limit}
    ), last as (select rejection, ended_ms from newest where state = 'rejected' order by id desc limit 1)
    select count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'rejected')::int as rejected,
      count(*) filter (where state = 'cancelled')::int as cancelled,
      (select rejection from last) as reason, (select ended_ms from last) as "atMs"
    from newest`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('count returned no row')
  const { reason, atMs, ...counts } = found
  return { ...counts, lastRejection: reason === null || atMs === null ? null : { reason, atMs } }
}

/**
 * How a customer used the destination of a withdrawal: when first, how many of the newest others to it were sent, and
 * whether another customer withdrew to it. Undefined where the destination is not known any more.
 */
export const findDestinationUse = async (db: Db, id: number, limit: number) =>
  (
    await sql<{ firstMs: number; sent: number; isShared: boolean }>`
      select
        (select f.created_ms from funding_withdrawal f
          where f.destination_key = w.destination_key and f.uid = w.uid order by f.id limit 1) as "firstMs",
        (select count(*) filter (where n.state = 'sent')::int from (
          select o.state from funding_withdrawal o
          where o.destination_key = w.destination_key and o.uid = w.uid and o.id <> w.id
          order by o.id desc limit ${limit}) n) as sent,
        exists (select from funding_withdrawal o where o.destination_key = w.destination_key and o.uid < w.uid)
          or exists (select from funding_withdrawal o where o.destination_key = w.destination_key and o.uid > w.uid)
          as "isShared"
      from funding_withdrawal w where w.id = ${id} and w.destination_key is not null`.execute(db)
  ).rows[0]
