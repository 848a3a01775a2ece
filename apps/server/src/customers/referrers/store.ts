import { platformUid } from '@glasshouse/core/identity/rules'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CustomerTables } from '../records/index.ts'

/**
 * Who invited a customer, who invited that one, and so on: at most three, the nearest first, without the broker's own
 * account; and when the customer registered. Null where there is no such customer.
 */
export const listReferrers = async (
  db: Db | Tx,
  uid: number,
): Promise<{ readonly registeredMs: number; readonly referrers: readonly number[] } | null> => {
  const { rows } = await sql<{ uid: number | null; level: number; registered_ms: number }>`
    with recursive above as (
      select referrer_uid as uid, 1 as level, registered_ms from identity_customer where uid = ${uid}
      union all
      select c.referrer_uid, a.level + 1, a.registered_ms
      from above a join identity_customer c on c.uid = a.uid
      where a.level < 3
    )
    select uid, level, registered_ms from above order by level`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const referrers = rows.flatMap((row) => (row.uid === null || row.uid === platformUid ? [] : [row.uid]))
  return { registeredMs: first.registered_ms, referrers }
}

/** Customers who carry the label of an introducing broker, or for whom a manager set it; with what was set. */
export const listBrokers = async (
  db: Db,
): Promise<readonly { readonly uid: number; readonly ib: number; readonly ib_set: number | null }[]> =>
  db
    .withTables<CustomerTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'ib', 'ib_set'])
    .where((column) => column.or([column('ib', '=', 1), column('ib_set', 'is not', null)]))
    .orderBy('uid')
    .execute()

/** Writes the label of introducing brokers: those named have it, all others lose it. */
export const updateBrokers = async (db: Db, uids: readonly number[]): Promise<void> => {
  await sql`
    update identity_customer set ib = (uid = any(${uids}::int8[]))::int
    where (ib = 1) <> (uid = any(${uids}::int8[])) and (ib = 1 or uid = any(${uids}::int8[]))`.execute(db)
}
