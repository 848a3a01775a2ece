import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables, OrderRow } from '../schema.ts'

export type Levertype = 1 | 2
/** One contract wallet of one customer. */
export type WalletKey = { readonly uid: number; readonly levertype: Levertype }

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

/** Every open position and pending order of a wallet, the oldest first. */
export const readLiveOrders = async (db: Db, wallets: readonly WalletKey[]): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.* from contracts_order o
    join unnest(${wallets.map(({ uid }) => uid)}::bigint[], ${wallets.map(({ levertype }) => levertype)}::smallint[])
      as asked (uid, levertype) using (uid, levertype)
    where o.status in (0, 1, 2) order by o.id`.execute(db)
  return rows
}

/** Every wallet with something open or pending. */
export const readLiveWallets = (db: Db): Promise<readonly WalletKey[]> =>
  table(db)
    .selectFrom('contracts_order')
    .select(['uid', 'levertype'])
    .distinct()
    .where('status', 'in', countedStatuses)
    .orderBy('uid')
    .orderBy('levertype')
    .execute()

/** Writes what one batch changed of many orders, in one statement. */
export const updateOrders = async (tx: Tx, orders: readonly OrderRow[]): Promise<void> => {
  if (orders.length === 0) return
  const units = (pick: (order: OrderRow) => bigint | null) =>
    orders.map((order) => pick(order)?.toString() ?? null)
  await sql`
    update contracts_order o set
      status = n.status, open_price = n.open_price, margin = n.margin, open_fee = n.open_fee, hold = n.hold,
      close_price = n.close_price, close_fee = n.close_fee, profit = n.profit, close_reason = n.close_reason,
      opened_ms = n.opened_ms, closed_ms = n.closed_ms
    from unnest(
      ${orders.map(({ id }) => id)}::bigint[], ${orders.map(({ status }) => status)}::smallint[],
      ${units(({ open_price }) => open_price)}::numeric[], ${units(({ margin }) => margin)}::numeric[],
      ${units(({ open_fee }) => open_fee)}::numeric[], ${units(({ hold }) => hold)}::numeric[],
      ${units(({ close_price }) => close_price)}::numeric[], ${units(({ close_fee }) => close_fee)}::numeric[],
      ${units(({ profit }) => profit)}::numeric[], ${orders.map(({ close_reason }) => close_reason)}::text[],
      ${orders.map(({ opened_ms }) => opened_ms)}::bigint[], ${orders.map(({ closed_ms }) => closed_ms)}::bigint[]
    ) as n (id, status, open_price, margin, open_fee, hold, close_price, close_fee, profit, close_reason,
      opened_ms, closed_ms)
    where o.id = n.id`.execute(tx)
}

/** The next place in the order of acceptance. */
export const nextAcceptance = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ place: number }>`select nextval('contracts_acceptance') as place`.execute(tx)
  const place = rows[0]?.place
  if (place === undefined) throw new Error('a sequence has a next number')
  return place
}

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
