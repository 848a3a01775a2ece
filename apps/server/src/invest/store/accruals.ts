import type { Db } from '../../platform/index.ts'
import type { AccrualRow, InvestTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<InvestTables>()

/** One page of an order's accruals, with the total. */
export const listAccruals = async (
  db: Db,
  orderId: number,
  page: { readonly direction: 'asc' | 'desc'; readonly offset: number; readonly limit: number },
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
  page: { readonly offset: number; readonly limit: number },
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
