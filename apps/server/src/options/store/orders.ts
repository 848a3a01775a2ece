import type { OptionsQuery } from '@glasshouse/core/options/codec'
import { type Insertable, sql } from 'kysely'
import { countListed, type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { OptionsTables, OrderRow } from '../schema.ts'

const table = (db: Db) => db.withTables<OptionsTables>()

/** Writes an option down and returns it. */
export const insertOrder = (tx: Tx, order: Insertable<OptionsTables['options_order']>): Promise<OrderRow> =>
  table(tx).insertInto('options_order').values(order).returningAll().executeTakeFirstOrThrow()

/** A customer's option; null if it does not exist or is another customer's. */
export const findOrder = async (db: Db, uid: number, id: number): Promise<OrderRow | null> =>
  (await table(db)
    .selectFrom('options_order')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()) ?? null

/** How many options a customer has open. */
export const countOpen = async (db: Db, uid: number): Promise<number> => {
  const { orders } = await table(db)
    .selectFrom('options_order')
    .select((on) => on.fn.countAll<number>().as('orders'))
    .where('uid', '=', uid)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return orders
}

/** What settlement has to know of an open option before it is due. */
export type OpenOrder = Pick<OrderRow, 'id' | 'uid' | 'pid' | 'expires_ms'>

/**
 * Open options in parts, those that expire first before the others; with an instant only those that expired by then. What is
 * accepted meanwhile may be left out.
 *
 * @param most options of one part
 */
export async function* listOpenOptions(
  db: Db,
  expiredByMs?: number,
  most = 1000,
): AsyncGenerator<readonly OpenOrder[]> {
  let found = table(db)
    .selectFrom('options_order')
    .select(['id', 'uid', 'pid', 'expires_ms'])
    .where('state', '=', 'open')
  if (expiredByMs !== undefined) found = found.where('expires_ms', '<=', expiredByMs)
  const part = found.orderBy('expires_ms').orderBy('id').limit(most)
  let orders = await part.execute()
  for (let last = orders.at(-1); last !== undefined; last = orders.at(-1)) {
    yield orders
    if (orders.length < most) return
    const { expires_ms, id } = last
    orders = await part
      .where('expires_ms', '>=', expires_ms)
      .where(sql<boolean>`(expires_ms, id) > (${expires_ms}, ${id})`)
      .execute()
  }
}

/** Locks those of some options that are still open, in the order of their ids. */
export const lockOpenOptions = async (tx: Tx, ids: readonly number[]): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select * from options_order where id = any(${pgNumberArray(ids)}::bigint[]) and state = 'open' order by id for update`.execute(
    tx,
  )
  return rows
}

/** Writes how options ended, in one statement. */
export const updateSettled = async (tx: Tx, orders: readonly OrderRow[]): Promise<void> => {
  await sql`
    update options_order o set
      state = 'settled', outcome = n.outcome, exit_price = n.exit_price, payout = n.payout, settled_ms = n.settled_ms
    from unnest(
      ${pgNumberArray(orders.map(({ id }) => id))}::bigint[], ${pgTextArray(orders.map(({ outcome }) => outcome))}::text[],
      ${pgNumberArray(orders.map(({ exit_price }) => exit_price))}::numeric[],
      ${pgNumberArray(orders.map(({ payout }) => payout))}::numeric[],
      ${pgNumberArray(orders.map(({ settled_ms }) => settled_ms))}::bigint[]
    ) as n (id, outcome, exit_price, payout, settled_ms)
    where o.id = n.id`.execute(tx)
}

/** What a list shows; without a state all. */
export type OrderQuery = Omit<OptionsQuery, 'page' | 'pageSize'> & {
  readonly offset: number
  readonly limit: number
}

const columnOf = { placed: 'placed_ms', expiry: 'expires_ms', id: 'id' } as const

/** One page of a list and how many there are in all. */
export const listOrderRows = async (
  db: Db,
  query: OrderQuery,
): Promise<{ readonly orders: readonly OrderRow[]; readonly total: number }> => {
  let found = table(db).selectFrom('options_order').where('uid', '=', query.uid)
  if (query.state !== null) found = found.where('state', '=', query.state)
  const [total, orders] = await Promise.all([
    countListed(db, found, query.limit),
    found
      .selectAll()
      .orderBy(columnOf[query.orderBy], query.direction)
      .orderBy('id', query.direction)
      .offset(query.offset)
      .limit(query.limit)
      .execute(),
  ])
  return { orders, total }
}

/** Options of a customer behind another one, by when they were placed. */
export const listOrdersPlacedAfter = (
  db: Db,
  uid: number,
  after: Pick<OrderRow, 'placed_ms' | 'id'> | null,
  limit: number,
): Promise<readonly OrderRow[]> =>
  table(db)
    .selectFrom('options_order')
    .selectAll()
    .where('uid', '=', uid)
    .where(sql<boolean>`(placed_ms, id) > (${after?.placed_ms ?? 0}, ${after?.id ?? 0})`)
    .orderBy('placed_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
