import { processingStates } from '@glasshouse/core/invest/checks'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import { countListed, type Db, type Tx } from '../../platform/database/index.ts'
import type { InvestTables, OrderRow } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

export type NewOrder = Insertable<InvestTables['invest_order']>

export const insertOrder = (tx: Tx, order: NewOrder): Promise<OrderRow> =>
  tables(tx).insertInto('invest_order').values(order).returningAll().executeTakeFirstOrThrow()

/** Orders of a customer in processing, of every kind. */
export const countProcessing = async (db: Db | Tx, uid: number): Promise<number> => {
  const { total } = await tables(db)
    .selectFrom('invest_order')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('uid', '=', uid)
    .where('state', 'in', processingStates)
    .executeTakeFirstOrThrow()
  return total
}

/** The trial order of a customer, running or finished; null where there was none. */
export const findExperienceOrder = async (db: Db | Tx, uid: number): Promise<OrderRow | null> =>
  (await tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('kind', '=', 'experience')
    .executeTakeFirst()) ?? null

/** Locks an order of a customer; null where it is none of theirs. */
export const lockOwnOrder = async (tx: Tx, uid: number, id: number): Promise<OrderRow | null> =>
  (await tables(tx)
    .selectFrom('invest_order')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()) ?? null

export const findOwnOrder = async (db: Db, uid: number, id: number): Promise<OrderRow | null> =>
  (await tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()) ?? null

/** Own-money orders of a customer in processing: when each was bought. */
export const listOwnMoneyOrders = (
  db: Db | Tx,
  uid: number,
): Promise<readonly Pick<OrderRow, 'principal' | 'created_ms'>[]> =>
  tables(db)
    .selectFrom('invest_order')
    .select(['principal', 'created_ms'])
    .where('uid', '=', uid)
    .where('state', 'in', processingStates)
    .where(sql<boolean>`principal > 0`)
    .execute()

/** Marks an order as redeeming. */
export const updateRedeeming = (tx: Tx, id: number, atMs: number): Promise<OrderRow> =>
  tables(tx)
    .updateTable('invest_order')
    .set({ state: 'redeeming', redeem_ms: atMs })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export type OrderQuery = {
  readonly uid: number
  readonly processing: boolean | null
  readonly orderBy: 'created' | 'ends' | 'id'
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

const columnOf = { created: 'created_ms', ends: 'ends_ms', id: 'id' } as const

/** One page of a customer's orders, with the total. */
export const listOrderRows = async (
  db: Db | Tx,
  query: OrderQuery,
): Promise<{ readonly rows: readonly OrderRow[]; readonly total: number }> => {
  let found = tables(db).selectFrom('invest_order').where('uid', '=', query.uid)
  if (query.processing !== null)
    found = found.where('state', query.processing ? 'in' : 'not in', processingStates)
  const [total, rows] = await Promise.all([
    countListed(db, found, query.limit),
    found
      .selectAll()
      .orderBy(columnOf[query.orderBy], query.direction)
      .orderBy('id', query.direction)
      .offset(query.offset)
      .limit(query.limit)
      .execute(),
  ])
  return { rows, total }
}

/** Every order of a customer that is in processing, oldest first. */
export const listProcessing = (db: Db, uid: number): Promise<readonly OrderRow[]> =>
  tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', 'in', processingStates)
    .orderBy('id')
    .execute()

/** Interest of all orders of a customer there ever were; a refunded one has none. */
export const sumAccrued = async (db: Db | Tx, uid: number): Promise<Usdt> => {
  const { total } = await tables(db)
    .selectFrom('invest_order')
    .select(sql<Usdt>`coalesce(sum(accrued), 0)`.as('total'))
    .where('uid', '=', uid)
    .where('state', '<>', 'refunded')
    .executeTakeFirstOrThrow()
  return total
}

/** Running fixed or compound orders of a product that are paid on the same days, added up. */
export type DueGroup = Pick<OrderRow, 'product_id' | 'next_ms' | 'ends_ms' | 'promised' | 'principal'> & {
  readonly method: 'fixed' | 'compound'
  /** Accruals still to come. */
  readonly left: number
  /** What fixed orders pay on every day but the last, and on the last. */
  readonly each: Usdt
  readonly last: Usdt
}

/** What running orders will be paid, in as many rows as there are days on which they began and end, whatever their number. */
export const listDueGroups = async (db: Db): Promise<readonly DueGroup[]> => {
  const { rows } = await sql<DueGroup>`
    select product_id, method, next_ms, ends_ms, days - accrued_days as "left", sum(div(promised, days)) as "each",
      sum(promised - div(promised, days) * (days - 1)) as "last", sum(promised) as promised, sum(principal) as principal
    from invest_order where state = 'running' and method <> 'copy' group by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

/** Orders in processing of each product. */
export const countProcessingOf = async (db: Db): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ product_id: number; total: number }>`
    select product_id, count(*)::int as total from invest_order
    where state in ('waiting', 'running', 'redeeming') group by product_id`.execute(db)
  return new Map(rows.map(({ product_id, total }) => [product_id, total]))
}

/** Orders that wait for the midnight that settles their redemption. */
export const listRedeeming = (db: Db): Promise<readonly OrderRow[]> =>
  tables(db).selectFrom('invest_order').selectAll().where('state', '=', 'redeeming').execute()
