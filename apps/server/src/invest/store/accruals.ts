import { sql } from 'kysely'
import type { Db, PageRange, SortedRange } from '../../platform/database/index.ts'
import type { AccrualRow, InvestTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<InvestTables>()

/** One page of an order's accruals, with the total. */
export const listAccruals = async (
  db: Db,
  orderId: number,
  page: SortedRange,
): Promise<{ readonly rows: readonly AccrualRow[]; readonly total: number }> => {
  const found = tables(db).selectFrom('invest_accrual').where('order_id', '=', orderId)
  const [{ total }, rows] = await Promise.all([
    found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found.selectAll().orderBy('day', page.direction).offset(page.offset).limit(page.limit).execute(),
  ])
  return { rows, total }
}

/** The row of an order with this number; null where there is none. */
export const findAccrual = async (db: Db, orderId: number, number: number): Promise<AccrualRow | null> =>
  (await tables(db)
    .selectFrom('invest_accrual')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()) ?? null

/** One page of the accruals of all orders of a customer, by order and day. */
export const listAccrualsOfCustomer = (
  db: Db,
  uid: number,
  page: PageRange,
): Promise<readonly AccrualRow[]> =>
  tables(db)
    .selectFrom('invest_accrual as a')
    .innerJoin('invest_order as o', 'o.id', 'a.order_id')
    .selectAll('a')
    .where('o.uid', '=', uid)
    .orderBy('a.order_id')
    .orderBy('a.day')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** Accrued and unpaid interest of orders in processing, summed by customer. */
export const listAccruedUnpaid = async (
  db: Db,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly { readonly uid: number; readonly amount: bigint }[]> => {
  const { rows } = await sql<{ uid: number; amount: bigint }>`
    select uid, sum(accrued) as amount from invest_order
    where state in ('waiting', 'running', 'redeeming') and method = 'compound' and uid > ${after} and uid <= ${upTo}
    group by uid having sum(accrued) > 0`.execute(db)
  return rows
}

/** Interest that products have promised and that has not accrued yet. */
export const sumPromised = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ promised: bigint }>`
    select (select coalesce(sum(promised), 0) from invest_product) - coalesce(sum(accrued), 0) as promised
    from invest_order where state in ('waiting', 'running', 'redeeming') and method = 'compound'`.execute(db)
  return rows[0]?.promised ?? 0n
}
