import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Price } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import { countListed, type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { ContractsTables, CopyRow, OrderRow, PoolRow } from '../schema.ts'

const table = (db: Db) => db.withTables<ContractsTables>()

/** Opens a pool under the next account number. */
export const insertPool = async (
  tx: Tx,
  pool: Pick<PoolRow, 'lead_uid' | 'max_multiple' | 'opened_ms'>,
): Promise<number> => {
  const { account } = await table(tx)
    .insertInto('contracts_pool')
    .values(pool)
    .returning('account')
    .executeTakeFirstOrThrow()
  return account
}

/** Changes a pool; throws for an account that is no pool. */
export const updatePool = async (
  tx: Tx,
  account: number,
  change: Partial<Pick<PoolRow, 'state' | 'max_multiple'>>,
): Promise<void> => {
  await table(tx)
    .updateTable('contracts_pool')
    .set(change)
    .where('account', '=', account)
    .returning('account')
    .executeTakeFirstOrThrow()
}

/** The pools of some leads that copy or still hold something, by account. */
export const listPoolsOfLeads = async (db: Db | Tx, uids: readonly number[]): Promise<readonly PoolRow[]> => {
  if (uids.length === 0) return []
  const { rows } = await sql<PoolRow>`
    select p.* from contracts_pool p
    where p.lead_uid = any(${pgNumberArray(uids)}::bigint[]) and (p.state = 'copying' or exists (
      select from contracts_order o where o.uid = p.account and o.wallet = 'contract'
        and o.state in ('resting', 'open', 'closing')))
    order by p.account`.execute(db)
  return rows
}

/** Pools by account. */
export const listPools = (db: Db | Tx, accounts: readonly number[]): Promise<PoolRow[]> =>
  table(db as Db)
    .selectFrom('contracts_pool')
    .selectAll()
    .where('account', 'in', [...accounts])
    .orderBy('account')
    .execute()

/** Has every open position of a pool close at the next fresh tick; returns how many. */
export const updatePoolClosings = async (tx: Tx, account: number): Promise<number> => {
  const { rows } = await sql`
    update contracts_order set closing_lots = lots, closing_for = null
    where uid = ${account} and wallet = 'contract' and state = 'open' and copy_of is not null
    returning id`.execute(tx)
  return rows.length
}

/** What became of an order of the lead in a pool, as it is written. */
export type NewCopy = Omit<CopyRow, 'tick'> & { readonly tick: unknown }

/** Writes what became of orders of leads, in one statement. */
export const insertCopies = async (tx: Tx, copies: readonly NewCopy[]): Promise<void> => {
  if (copies.length === 0) return
  const column = (pick: (copy: NewCopy) => number | bigint | null) => pgNumberArray(copies.map(pick))
  const words = (pick: (copy: NewCopy) => string | null) => pgTextArray(copies.map(pick))
  await sql`
    insert into contracts_copy (account, id, kind, lead_order, pid, side, leverage, lots, lead_price, price,
      lead_equity, pool_equity, skipped, is_reduced, tick, at_ms)
    select c.account, c.id, c.kind, c.lead_order, c.pid, c.side, c.leverage, c.lots,
      case when c.kind in ('close', 'part') then lead.close_price else c.lead_price end, c.price, c.lead_equity,
      c.pool_equity, c.skipped, c.is_reduced, c.tick, c.at_ms
    from unnest(
      ${column(({ account }) => account)}::integer[], ${column(({ id }) => id)}::bigint[],
      ${words(({ kind }) => kind)}::text[], ${column(({ lead_order }) => lead_order)}::bigint[],
      ${column(({ pid }) => pid)}::integer[], ${words(({ side }) => side)}::text[],
      ${column(({ leverage }) => leverage)}::integer[], ${column(({ lots }) => lots)}::bigint[],
      ${column(({ lead_price }) => lead_price)}::numeric[], ${column(({ price }) => price)}::numeric[],
      ${column(({ lead_equity }) => lead_equity)}::numeric[], ${column(({ pool_equity }) => pool_equity)}::numeric[],
      ${words(({ skipped }) => skipped)}::text[], ${words(({ is_reduced }) => String(is_reduced))}::boolean[],
      ${words(({ tick }) => (tick === null ? null : JSON.stringify(tick)))}::jsonb[], ${column(({ at_ms }) => at_ms)}::bigint[]
    ) as c (account, id, kind, lead_order, pid, side, leverage, lots, lead_price, price, lead_equity, pool_equity,
      skipped, is_reduced, tick, at_ms)
    left join contracts_order lead on lead.id = c.lead_order`.execute(tx)
}

/** One row of what a pool did: a copy, a part of one, or a skip. */
export type PoolOrderRow = Selectable<ContractsTables['contracts_copy']> & { readonly order: OrderRow | null }

/** A page of what a pool traded; `closedOnly` leaves out what is open and what was skipped, which only followers see. */
export type PoolOrderPage = {
  readonly offset: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
  readonly closedOnly: boolean
}

/** One page of the orders and skips of a pool, and how many there are in all. */
export const listPoolOrderRows = async (
  db: Db,
  account: number,
  page: PoolOrderPage,
): Promise<{ readonly rows: readonly PoolOrderRow[]; readonly total: number }> => {
  const all = table(db)
    .selectFrom('contracts_copy')
    .where('account', '=', account)
    .where('kind', '<>', 'close')
  const listed = page.closedOnly
    ? all.where(
        sql<boolean>`exists (select from contracts_order o where o.id = contracts_copy.id and o.state = 'closed')`,
      )
    : all
  const [total, copies] = await Promise.all([
    countListed(db, listed, page.limit),
    listed.selectAll().orderBy('id', page.direction).offset(page.offset).limit(page.limit).execute(),
  ])
  const ids = copies.flatMap(({ id, kind }) => (kind === 'skip' ? [] : [id]))
  const orders = ids.length === 0 ? [] : await listOrdersById(db, ids)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const openings = await listOpenings(
    db,
    orders.flatMap(({ parent_id }) => parent_id ?? []),
  )
  const rows = copies.map((copy) => {
    const order = byId.get(copy.id) ?? null
    const opening = copy.kind === 'part' ? openings.get(order?.parent_id ?? 0) : copy
    return {
      ...copy,
      lead_price: opening?.lead_price ?? null,
      is_reduced: opening?.is_reduced ?? false,
      order,
    }
  })
  return { rows, total }
}

/** How orders that parts were taken from were opened, by order. */
const listOpenings = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, CopyRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await table(db)
    .selectFrom('contracts_copy')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int8[])`)
    .where('kind', '=', 'open')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const listOrdersById = (db: Db, ids: readonly number[]): Promise<OrderRow[]> =>
  table(db)
    .selectFrom('contracts_order')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int8[])`)
    .execute()

/** An order of a pool that was open at some time after a transaction of the ledger. */
export type ChangedPoolOrder = OrderRow & {
  readonly is_opened_since: boolean
  readonly is_closed_since: boolean
}

/** The orders of a pool that are open or were closed after a transaction of the ledger, by id. */
export const listChangedPoolOrders = async (
  db: Db | Tx,
  account: number,
  sinceTransaction: number,
): Promise<readonly ChangedPoolOrder[]> => {
  const { rows } = await sql<ChangedPoolOrder>`
    select o.*, coalesce(opened.transaction_id > ${sinceTransaction}, false) as is_opened_since,
      o.state = 'closed' as is_closed_since
    from contracts_order o
    left join contracts_event opened on opened.order_id = coalesce(o.parent_id, o.id) and opened.kind = 'opened'
    where o.uid = ${account} and o.wallet = 'contract' and (o.state in ('open', 'closing')
      or o.state = 'closed' and o.id in (
      select e.order_id from contracts_event e where e.kind = 'closed' and e.transaction_id > ${sinceTransaction}))
    order by o.id`.execute(db)
  return rows
}

/** A fill of a pool beside that of its lead. */
export type CopiedFillRow = {
  readonly side: PositionSide
  readonly lead_price: Price
  readonly price: Price
}

/** Every copied opening and closing of some pools with both prices; `side` is that of the fill. */
export const listCopiedFillRows = async (
  db: Db,
  accounts: readonly number[],
): Promise<readonly CopiedFillRow[]> => {
  const { rows } = await sql<CopiedFillRow>`
    select case when (kind = 'open') = (side = 'long') then 'long' else 'short' end as side, lead_price, price
    from contracts_copy
    where account = any(${pgNumberArray(accounts)}::integer[]) and kind <> 'skip' and lead_price is not null
    order by id, kind`.execute(db)
  return rows
}
