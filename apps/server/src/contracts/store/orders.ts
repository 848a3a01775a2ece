import type { OrderState } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { sql } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import { countListed, type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
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

const trailingColumn = (orders: readonly OrderRow[]) =>
  pgTextArray(
    orders.map(({ trailing_stop }) => (trailing_stop === null ? null : JSON.stringify(trailing_stop))),
  )

const closingColumn = (orders: readonly OrderRow[]) =>
  pgTextArray(
    orders.map(({ closing_orders }) => (closing_orders === null ? null : JSON.stringify(closing_orders))),
  )

/** Writes orders down under numbers that were reserved for them, in one statement. */
export const insertOrders = async (tx: Tx, orders: readonly OrderRow[]): Promise<void> => {
  if (orders.length === 0) return
  const column = (pick: (order: OrderRow) => number | bigint | null) => pgNumberArray(orders.map(pick))
  const words = (pick: (order: OrderRow) => string | null) => pgTextArray(orders.map(pick))
  await sql`
    insert into contracts_order (id, parent_id, uid, wallet, pid, side, leverage, lots, quantity, open_price,
      margin, open_fee, fee_rate_ppm, hold, close_fee, close_price, profit, close_reason, state,
      target_profit_price, stop_loss_price, acceptance, created_ms, opened_ms, closed_ms, copy_of, ai_run,
      expires_ms, entry_trigger, closing_orders, trailing_stop)
    overriding system value
    select * from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ parent_id }) => parent_id)}::bigint[],
      ${column(({ uid }) => uid)}::bigint[], ${words(({ wallet }) => wallet)}::text[],
      ${column(({ pid }) => pid)}::integer[], ${words(({ side }) => side)}::text[],
      ${column(({ leverage }) => leverage)}::integer[], ${column(({ lots }) => lots)}::bigint[],
      ${column(({ quantity }) => quantity)}::numeric[], ${column(({ open_price }) => open_price)}::numeric[],
      ${column(({ margin }) => margin)}::numeric[], ${column(({ open_fee }) => open_fee)}::numeric[],
      ${column(({ fee_rate_ppm }) => fee_rate_ppm)}::integer[],
      ${column(({ hold }) => hold)}::numeric[], ${column(({ close_fee }) => close_fee)}::numeric[],
      ${column(({ close_price }) => close_price)}::numeric[], ${column(({ profit }) => profit)}::numeric[],
      ${words(({ close_reason }) => close_reason)}::text[], ${words(({ state }) => state)}::text[],
      ${column(({ target_profit_price }) => target_profit_price)}::numeric[],
      ${column(({ stop_loss_price }) => stop_loss_price)}::numeric[],
      ${column(({ acceptance }) => acceptance)}::bigint[], ${column(({ created_ms }) => created_ms)}::bigint[],
      ${column(({ opened_ms }) => opened_ms)}::bigint[], ${column(({ closed_ms }) => closed_ms)}::bigint[],
      ${column(({ copy_of }) => copy_of)}::bigint[],
      ${column(({ ai_run }) => ai_run)}::bigint[], ${column(({ expires_ms }) => expires_ms)}::bigint[],
      ${words(({ entry_trigger }) => entry_trigger)}::text[], ${closingColumn(orders)}::jsonb[],
      ${trailingColumn(orders)}::jsonb[]
    )`.execute(tx)
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

/** Writes what one batch changed of many orders, in one statement. */
export const updateOrders = async (tx: Tx, orders: readonly OrderRow[]): Promise<void> => {
  if (orders.length === 0) return
  const column = (pick: (order: OrderRow) => number | bigint | null) => pgNumberArray(orders.map(pick))
  const words = (pick: (order: OrderRow) => string | null) => pgTextArray(orders.map(pick))
  await sql`
    update contracts_order o set
      state = n.state, lots = n.lots, quantity = n.quantity, open_price = n.open_price, margin = n.margin,
      open_fee = n.open_fee, hold = n.hold, close_price = n.close_price, close_fee = n.close_fee,
      profit = n.profit, close_reason = n.close_reason, opened_ms = n.opened_ms, closed_ms = n.closed_ms,
      closing_lots = n.closing_lots, closing_for = n.closing_for, target_profit_price = n.target_profit_price,
      stop_loss_price = n.stop_loss_price, acceptance = n.acceptance, expires_ms = n.expires_ms,
      entry_trigger = n.entry_trigger, closing_orders = n.closing_orders, trailing_stop = n.trailing_stop
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${words(({ state }) => state)}::text[],
      ${column(({ lots }) => lots)}::bigint[], ${column(({ quantity }) => quantity)}::numeric[],
      ${column(({ open_price }) => open_price)}::numeric[], ${column(({ margin }) => margin)}::numeric[],
      ${column(({ open_fee }) => open_fee)}::numeric[], ${column(({ hold }) => hold)}::numeric[],
      ${column(({ close_price }) => close_price)}::numeric[], ${column(({ close_fee }) => close_fee)}::numeric[],
      ${column(({ profit }) => profit)}::numeric[], ${words(({ close_reason }) => close_reason)}::text[],
      ${column(({ opened_ms }) => opened_ms)}::bigint[], ${column(({ closed_ms }) => closed_ms)}::bigint[],
      ${column(({ closing_lots }) => closing_lots)}::bigint[], ${column(({ closing_for }) => closing_for)}::bigint[],
      ${column(({ target_profit_price }) => target_profit_price)}::numeric[],
      ${column(({ stop_loss_price }) => stop_loss_price)}::numeric[], ${column(({ acceptance }) => acceptance)}::bigint[],
      ${column(({ expires_ms }) => expires_ms)}::bigint[],
      ${words(({ entry_trigger }) => entry_trigger)}::text[], ${closingColumn(orders)}::jsonb[],
      ${trailingColumn(orders)}::jsonb[]
    ) as n (id, state, lots, quantity, open_price, margin, open_fee, hold, close_price, close_fee, profit,
      close_reason, opened_ms, closed_ms, closing_lots, closing_for, target_profit_price, stop_loss_price, acceptance,
      expires_ms, entry_trigger, closing_orders, trailing_stop)
    where o.id = n.id`.execute(tx)
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

const onlyClosed = (states: OrderQuery['states']): boolean =>
  states?.every((state) => state === 'closed' || state === 'cancelled') ?? false

const columnOf = { created: 'created_ms', closed: 'closed_ms', id: 'id' } as const

/** One page of a list and how many there are in all. */
export const listOrderRows = async (
  db: Db,
  asked: OrderQuery,
): Promise<{ readonly orders: readonly OrderRow[]; readonly total: number }> => {
  let found = table(db)
    .selectFrom('contracts_order')
    .where('uid', '=', asked.uid)
    .where('wallet', '=', asked.wallet)
  if (asked.states !== null) found = found.where('state', 'in', asked.states)
  if (asked.pid !== null) found = found.where('pid', '=', asked.pid)
  const [total, orders] = await Promise.all([
    countListed(db, found, asked.limit),
    found
      .selectAll()
      .orderBy(columnOf[asked.orderBy], (by) => {
        const ordered = asked.direction === 'asc' ? by.asc() : by.desc()
        // Closed orders all have the instant: without a place for nulls an index gives them in this order.
        return onlyClosed(asked.states) ? ordered : ordered.nullsLast()
      })
      .orderBy('id', asked.direction)
      .offset(asked.offset)
      .limit(asked.limit)
      .execute(),
  ])
  return { orders, total }
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
