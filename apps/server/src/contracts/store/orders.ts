import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables, OrderRow } from '../schema.ts'

export type Levertype = 1 | 2

const table = (db: Db) => db.withTables<ContractsTables>()
const openStatuses = [1, 2] as const
const countedStatuses = [0, 1, 2] as const

/** Writes an order down and returns it. */
export const insertOrder = (
  tx: Tx,
  order: Insertable<ContractsTables['contracts_order']>,
): Promise<OrderRow> =>
  table(tx).insertInto('contracts_order').values(order).returningAll().executeTakeFirstOrThrow()

/** Changes an order and returns it as it is then. */
export const updateOrder = (
  tx: Tx,
  id: number,
  change: Updateable<ContractsTables['contracts_order']>,
): Promise<OrderRow> =>
  table(tx)
    .updateTable('contracts_order')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A customer's order; null when it is not there or somebody else's. */
export const readOrder = async (db: Db, uid: number, id: number): Promise<OrderRow | null> =>
  (await table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()) ?? null

/** Every open position of a wallet, the oldest first. */
export const readOpenOrders = (db: Db, uid: number, levertype: Levertype): Promise<OrderRow[]> =>
  table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('levertype', '=', levertype)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .execute()

/** How many open and pending orders a wallet has. */
export const countOrders = async (db: Db, uid: number, levertype: Levertype): Promise<number> => {
  const { orders } = await table(db)
    .selectFrom('contracts_order')
    .select((on) => on.fn.countAll<number>().as('orders'))
    .where('uid', '=', uid)
    .where('levertype', '=', levertype)
    .where('status', 'in', countedStatuses)
    .executeTakeFirstOrThrow()
  return orders
}

/** What a list shows; an absent filter shows all. */
export type OrderQuestion = {
  readonly uid: number
  readonly levertype: Levertype
  readonly statuses: readonly OrderRow['status'][] | null
  readonly pid: number | null
  readonly orderBy: 'createtime' | 'completeTime' | 'id'
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

const columnOf = { createtime: 'created_ms', completeTime: 'closed_ms', id: 'id' } as const

/** One page of a list and how many there are in all. */
export const readOrders = async (
  db: Db,
  asked: OrderQuestion,
): Promise<{ readonly orders: readonly OrderRow[]; readonly total: number }> => {
  let found = table(db)
    .selectFrom('contracts_order')
    .where('uid', '=', asked.uid)
    .where('levertype', '=', asked.levertype)
  if (asked.statuses !== null) found = found.where('status', 'in', asked.statuses)
  if (asked.pid !== null) found = found.where('pid', '=', asked.pid)
  const [{ total }, orders] = await Promise.all([
    found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy(columnOf[asked.orderBy], (by) =>
        (asked.direction === 'asc' ? by.asc() : by.desc()).nullsLast(),
      )
      .orderBy('id', asked.direction)
      .offset(asked.offset)
      .limit(asked.limit)
      .execute(),
  ])
  return { orders, total }
}
