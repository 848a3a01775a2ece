import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** Sum and number of a customer's deposits credited since an instant. */
export const sumDepositsSince = async (
  db: Db,
  uid: number,
  sinceMs: number,
): Promise<{ readonly total: Usdt; readonly count: number }> => {
  const { rows } = await sql<{ total: Usdt; count: number }>`
    select coalesce(sum(credited), 0) as total, count(*)::int as count from funding_deposit
    where uid = ${uid} and paid_ms is not null and paid_ms >= ${sinceMs}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** How the newest other deposits of a customer ended. */
export const countDepositOutcomes = async (db: Db, uid: number, exceptId: number | null, limit: number) => {
  const { rows } = await sql<{ credited: number; rejected: number }>`
    select count(*) filter (where paid_ms is not null)::int as credited,
      count(*) filter (where paid_ms is null and rejected_ms is not null)::int as rejected
    from (select paid_ms, rejected_ms from funding_deposit
      where uid = ${uid} and id is distinct from ${exceptId}::bigint
      order by created_ms desc, id desc limit ${limit}) newest`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('count returned no row')
  return found
}
