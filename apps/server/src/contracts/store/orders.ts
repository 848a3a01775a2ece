import { type OrderState, orderStates } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import {
  countListed,
  type Db,
  pgNumberArray,
  pgTextArray,
  rowColumns,
  type Tx,
} from '../../platform/database/index.ts'
import type { ContractsTables, OrderRow } from '../schema.ts'

/** One contract wallet of one customer. */
export type MarginAccountKey = { readonly uid: number; readonly wallet: ContractWallet }

const table = (db: Db) => db.withTables<ContractsTables>()
const openStates = ['open', 'closing'] as const
const activeStates = ['resting', ...openStates] as const

/** The id of an order that is still to be written, and its place in the order of acceptance. */
export type ReservedOrderId = { readonly id: number; readonly acceptance: number }

/** Reserves numbers for new orders, ascending; one that is not used stays a gap. */
export const reserveOrderIds = async (tx: Tx, many: number): Promise<ReservedOrderId[]> => {
  if (many === 0) return []
  const { rows } = await sql<ReservedOrderId>`
    select nextval('contracts_order_id_seq') as id, nextval('contracts_acceptance') as acceptance
    from generate_series(1, ${many}::int)`.execute(tx)
  return rows
}

/** What changes of an order after it was written. */
const changingColumns = [
  ['state', 'text', ({ state }) => state],
  ['lots', 'bigint', ({ lots }) => lots],
  ['quantity', 'numeric', ({ quantity }) => quantity],
  ['open_price', 'numeric', ({ open_price }) => open_price],
  ['margin', 'numeric', ({ margin }) => margin],
  ['open_fee', 'numeric', ({ open_fee }) => open_fee],
  ['hold', 'numeric', ({ hold }) => hold],
  ['close_price', 'numeric', ({ close_price }) => close_price],
  ['close_fee', 'numeric', ({ close_fee }) => close_fee],
  ['profit', 'numeric', ({ profit }) => profit],
  ['close_reason', 'text', ({ close_reason }) => close_reason],
  ['opened_ms', 'bigint', ({ opened_ms }) => opened_ms],
  ['closed_ms', 'bigint', ({ closed_ms }) => closed_ms],
  ['target_profit_price', 'numeric', ({ target_profit_price }) => target_profit_price],
  ['stop_loss_price', 'numeric', ({ stop_loss_price }) => stop_loss_price],
  ['acceptance', 'bigint', ({ acceptance }) => acceptance],
  ['expires_ms', 'bigint', ({ expires_ms }) => expires_ms],
  ['entry_trigger', 'text', ({ entry_trigger }) => entry_trigger],
  ['closing_orders', 'jsonb', ({ closing_orders }) => closing_orders],
  ['trailing_stop', 'jsonb', ({ trailing_stop }) => trailing_stop],
] as const satisfies Parameters<typeof rowColumns<OrderRow>>[0]

const addedColumns = rowColumns<OrderRow>([
  ['id', 'bigint', ({ id }) => id],
  ['parent_id', 'bigint', ({ parent_id }) => parent_id],
  ['uid', 'bigint', ({ uid }) => uid],
  ['wallet', 'text', ({ wallet }) => wallet],
  ['pid', 'integer', ({ pid }) => pid],
  ['side', 'text', ({ side }) => side],
  ['leverage', 'integer', ({ leverage }) => leverage],
  ['fee_rate_ppm', 'integer', ({ fee_rate_ppm }) => fee_rate_ppm],
  ['created_ms', 'bigint', ({ created_ms }) => created_ms],
  ['copy_of', 'bigint', ({ copy_of }) => copy_of],
  ['ai_run', 'bigint', ({ ai_run }) => ai_run],
  ...changingColumns,
])

const changedColumns = rowColumns<OrderRow>([
  ['id', 'bigint', ({ id }) => id],
  ['closing_lots', 'bigint', ({ closing_lots }) => closing_lots],
  ['closing_for', 'bigint', ({ closing_for }) => closing_for],
  ...changingColumns,
])

const insertText = `
  insert into contracts_order (${addedColumns.names.join(', ')}) overriding system value
  select * from ${addedColumns.unnest()}`

const updateText = `
  update contracts_order o
  set ${changedColumns.names
    .slice(1)
    .map((name) => `${name} = n.${name}`)
    .join(', ')}
  from ${changedColumns.unnest()} as n (${changedColumns.names.join(', ')})
  where o.id = n.id`

/** Orders as columns, as `insertOrders` takes them. */
export const addedOrderColumns = addedColumns.textsOf

/** Writes orders down under numbers that were reserved for them, in one statement. */
export const insertOrders = async (tx: Tx, columns: readonly string[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(insertText, [...columns]))
}

/** What one batch changed of many orders as columns, as `updateOrders` takes them. */
export const changedOrderColumns = changedColumns.textsOf

/** Writes what one batch changed of many orders, in one statement. */
export const updateOrders = async (tx: Tx, columns: readonly string[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(updateText, [...columns]))
}

/** Concurrent reads of orders share one statement. */
const selectOrder = batchedRead(async (db: Db, ids: readonly number[]) => {
  const rows = await table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** A customer's order; null if it does not exist or is another customer's. */
export const findOrder = async (db: Db, uid: number, id: number): Promise<OrderRow | null> => {
  const found = await selectOrder(db, id)
  return found?.uid === uid ? found : null
}

/** Every open position of a wallet, the oldest first. */
export const listOpenPositions = (db: Db, uid: number, wallet: ContractWallet): Promise<OrderRow[]> =>
  table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('state', 'in', openStates)
    .orderBy('id')
    .execute()

/** Every open position of some customers. */
export const listOpenPositionsOf = (db: Db, uids: readonly number[]): Promise<OrderRow[]> =>
  table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .where('state', 'in', openStates)
    .execute()

/** Every open position and pending order of a wallet, the oldest first. */
export const listActiveOrders = async (
  db: Db,
  wallets: readonly MarginAccountKey[],
): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(
      ${pgNumberArray(wallets.map(({ uid }) => uid))}::bigint[], ${pgTextArray(wallets.map(({ wallet }) => wallet))}::text[]
    ) as asked (uid, wallet)
    cross join lateral (
      -- Offset 0 makes the planner look up each wallet by itself, whatever it believes of the table.
      select * from contracts_order
      where uid = asked.uid and wallet = asked.wallet and state in ('resting', 'open', 'closing') offset 0
    ) o
    order by o.id`.execute(db)
  return rows
}

/** Every wallet with something open or pending. */
export const listActiveAccounts = (db: Db): Promise<readonly MarginAccountKey[]> =>
  table(db)
    .selectFrom('contracts_order')
    .select(['uid', 'wallet'])
    .distinct()
    .where('state', 'in', activeStates)
    .orderBy('uid')
    .orderBy('wallet')
    .execute()

/** The products of everything open or pending, ascending. */
export const listActiveProducts = async (db: Db): Promise<readonly number[]> => {
  const query = table(db)
    .selectFrom('contracts_order')
    .select('pid')
    .distinct()
    .where('state', 'in', activeStates)
    .orderBy('pid')
  return (await query.execute()).map(({ pid }) => pid)
}

/** How many open and pending orders a customer has in both wallets. */
export const countOrders = async (db: Db, uid: number): Promise<number> => {
  const { orders } = await table(db)
    .selectFrom('contracts_order')
    .select((on) => on.fn.countAll<number>().as('orders'))
    .where('uid', '=', uid)
    .where('state', 'in', activeStates)
    .executeTakeFirstOrThrow()
  return orders
}

/** What a list shows; an absent filter shows all. */
export type OrderQuery = {
  readonly uid: number
  readonly wallet: ContractWallet
  readonly states: readonly OrderState[] | null
  readonly pid: number | null
  readonly orderBy: keyof typeof columnOf
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

const columnOf = { created: 'created_ms', closed: 'closed_ms', id: 'id' } as const

/**
 * One page of a list and how many there are in all. Each state gives its own first orders from the end of an index, and
 * only those are merged: a page costs as much as it is deep, not as the list is long.
 */
export const listOrderRows = async (
  db: Db,
  asked: OrderQuery,
): Promise<{ readonly orders: readonly OrderRow[]; readonly total: number }> => {
  const [column, direction] = [sql.ref(columnOf[asked.orderBy]), sql.raw(asked.direction)]
  // All of a state have the instant of their end or none has, so the place of nulls matters here alone.
  const nulls = asked.orderBy === 'closed' ? sql`nulls last` : sql``
  const [total, { rows }] = await Promise.all([
    countListed(db, db.selectFrom(sortedByState(asked, null).as('listed')), asked.limit),
    sql<OrderRow>`
      select * from ${sortedByState(asked, asked.offset + asked.limit)} o
      order by ${column} ${direction} ${nulls}, id ${direction} offset ${asked.offset} limit ${asked.limit}`.execute(
      db,
    ),
  ])
  return { orders: rows, total }
}

/** The orders of a list, one state after the other, each in its order; at most so many of each. */
const sortedByState = (asked: OrderQuery, most: number | null): RawBuilder<OrderRow> => {
  const states = [...new Set(asked.states ?? orderStates)]
  // The state is a literal, by which the planner knows which partial indexes have it.
  const ofState = (state: OrderState) => sql`(
    select * from contracts_order where uid = ${asked.uid} and wallet = ${asked.wallet}
      and ${sortedRows(sql.lit(state), asked)}
    limit ${most})`
  return sql`(${sql.join(states.map(ofState), sql` union all `)})`
}

/** The rows of a state in the order of a list. */
const sortedRows = (
  state: RawBuilder<unknown>,
  { pid, orderBy, direction }: OrderQuery,
): RawBuilder<unknown> => {
  const [toward, against] = direction === 'asc' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  const byColumn = orderBy === 'id' ? sql`` : sql`${sql.ref(columnOf[orderBy])} ${toward},`
  // As a range, market or state stays part of the order, which then only their index has: else the planner may read the
  // orders of other markets, or walk the primary key, through all orders.
  if (pid !== null)
    return sql`state = ${state} and pid between ${pid} and ${pid} order by pid ${against}, ${byColumn} id ${toward}`
  if (orderBy !== 'id') return sql`state = ${state} order by ${byColumn} id ${toward}`
  return sql`state between ${state} and ${state} order by state ${against}, id ${toward}`
}

/** The resting orders of a customer in both wallets, the oldest first. */
export const listRestingIds = async (db: Db | Tx, uid: number): Promise<readonly number[]> => {
  const rows = await db
    .withTables<ContractsTables>()
    .selectFrom('contracts_order')
    .select('id')
    .where('uid', '=', uid)
    .where('state', '=', 'resting')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders of a wallet in one state behind another one, by when they were placed. */
export const listOrdersPlacedAfter = (
  db: Db,
  { uid, wallet }: MarginAccountKey,
  state: OrderState,
  after: Pick<OrderRow, 'created_ms' | 'id'> | null,
  limit: number,
): Promise<readonly OrderRow[]> =>
  table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('state', '=', state)
    .where(sql<boolean>`(created_ms, id) > (${after?.created_ms ?? 0}, ${after?.id ?? 0})`)
    .orderBy('created_ms')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Orders of a wallet closed after an instant, in the order of time; all of the last instant, even beyond the limit. */
export const listClosedOrders = async (
  db: Db | Tx,
  { uid, wallet }: MarginAccountKey,
  page: { readonly afterMs: number; readonly limit: number },
): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select * from contracts_order
    where uid = ${uid} and wallet = ${wallet} and state = 'closed' and closed_ms > ${page.afterMs}
    order by closed_ms fetch first ${page.limit} rows with ties`.execute(db)
  return rows
}

/** Number of positions of a wallet that are closed whole, counted up to a limit. */
export const countClosedPositions = async (
  db: Db | Tx,
  { uid, wallet }: MarginAccountKey,
  atMost: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from contracts_order
      where uid = ${uid} and wallet = ${wallet} and state = 'closed' and parent_id is null limit ${atMost}
    ) closed`.execute(db)
  return rows[0]?.count ?? 0
}

/** The orders of a run of AI ordering with the parts that were closed of them, the oldest first. */
export const listAiOrders = (db: Db | Tx, runId: number): Promise<OrderRow[]> =>
  db
    .withTables<ContractsTables>()
    .selectFrom('contracts_order')
    .selectAll()
    .where('ai_run', '=', runId)
    .orderBy('id')
    .execute()
