import { processingStates } from '@glasshouse/core/invest/checks'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import { countListed, type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
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

/** The experience order of a customer, running or finished; null where there was none. */
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

/** A fixed or compound order that a customer bought with own money before this one; null where this is the first. */
export const findEarlierOrder = async (tx: Tx, uid: number, id: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from invest_order
    where uid = ${uid} and id < ${id} and state <> 'refunded' and principal > 0 and method <> 'copy' limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Own money put into fixed and compound orders so far, by customer; who bought none is absent. */
export const sumInvested = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; total: Usdt }>`
    select uid, sum(principal) as total from invest_order
    where uid = any(${pgNumberArray(uids)}::bigint[]) and state <> 'refunded' and principal > 0 and method <> 'copy'
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, total }) => [uid, total]))
}

/** Interest of orders in processing that is accrued and paid at their end, by customer; who has none is absent. */
export const sumUnpaidInterest = async (
  db: Db,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; total: Usdt }>`
    select uid, sum(accrued) as total from invest_order
    where uid = any(${pgNumberArray(uids)}::bigint[]) and method = 'compound'
      and state in ('waiting', 'running', 'redeeming')
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, total }) => [uid, total]))
}

/** The largest own-money order in processing of each customer that has one of at least so much. */
export const listLargestOrders = async (db: Db, least: bigint): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; largest: Usdt }>`
    select uid, max(principal) as largest from invest_order
    where state in ('waiting', 'running', 'redeeming') and principal >= ${least}
    group by uid order by uid`.execute(db)
  return new Map(rows.map(({ uid, largest }) => [uid, largest]))
}

/**
 * Whether a customer kept an order of own money for a time: it ended in full, or was neither refunded nor asked back
 * before the time had passed.
 */
export const findKeptOrder = async (
  db: Db | Tx,
  uid: number,
  nowMs: number,
  keptMs: number,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from invest_order
    where uid = ${uid} and principal > 0 and state <> 'refunded' and (
      state = 'ended'
      or (created_ms + ${keptMs} <= ${nowMs}
        and coalesce(redeem_ms, finished_ms, ${nowMs}) >= created_ms + ${keptMs})
    ) limit 1`.execute(db)
  return rows[0]?.id ?? null
}

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

/** Where a step of the midnight run stands: orders by id, those after `afterId`. */
export type DueQuery = { readonly atMs: number; readonly afterId: number; readonly limit: number }

/** What is read of an order that accrues: its terms and how far it has come. */
export type AccruingOrder = Pick<
  OrderRow,
  | 'id'
  | 'uid'
  | 'product_id'
  | 'product_name'
  | 'method'
  | 'principal'
  | 'credit'
  | 'rate'
  | 'days'
  | 'accrued'
  | 'accrued_days'
>

const accrues = (atMs: number) => sql`
  state in ('waiting', 'running', 'redeeming') and method <> 'copy' and next_ms <= ${atMs} and accrued_days < days
  and (redeem_ms is null or redeem_ms >= ${atMs})`

/**
 * Orders that accrue at a midnight, by id. An order that began to redeem after the midnight still accrues for the
 * day before; a compound one whose days are all accrued does not any more.
 */
export const listAccruing = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly AccruingOrder[]> => {
  const { rows } = await sql<AccruingOrder>`
    select id, uid, product_id, product_name, method, principal, credit, rate, days, accrued, accrued_days
    from invest_order where ${accrues(atMs)} and id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows
}

/** Locks orders all of whose days are accrued, by id. */
export const lockEnding = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select * from invest_order
    where state in ('waiting', 'running', 'redeeming') and ends_ms <= ${atMs} and id > ${afterId}
      and method <> 'copy' and accrued_days = days
    order by id limit ${limit} for update`.execute(tx)
  return rows
}

/** Locks orders whose redemption was asked for before a midnight, by id. */
export const lockRedeeming = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select * from invest_order
    where state = 'redeeming' and redeem_ms < ${atMs} and id > ${afterId}
    order by id limit ${limit} for update`.execute(tx)
  return rows
}

/** What an accrual writes on its order. */
export type OrderAccrual = { readonly order: AccruingOrder; readonly day: number; readonly amount: Usdt }

/**
 * Adds a day to orders and writes its rows, in one statement whatever their number. Returns those that still accrued at the
 * midnight: an order that changed since it was read, which then is locked, is left as it is.
 */
export const insertAccruals = async (
  tx: Tx,
  atMs: number,
  accruals: readonly OrderAccrual[],
): Promise<readonly OrderAccrual[]> => {
  const [ids, days, amounts] = [
    pgNumberArray(accruals.map(({ order }) => order.id)),
    pgNumberArray(accruals.map(({ day }) => day)),
    pgNumberArray(accruals.map(({ amount }) => amount)),
  ]
  const numbers = pgNumberArray(accruals.map(({ order }) => order.accrued_days + 1))
  const { rows } = await sql<{ missing: readonly number[] }>`
    with given as materialized (
      select * from unnest(${ids}::bigint[], ${days}::integer[], ${amounts}::numeric[], ${numbers}::integer[])
        as given (order_id, day, amount, number)
    ), accrued as (
      update invest_order o set accrued = o.accrued + n.amount, accrued_days = n.number, last_day = n.day,
        last_amount = n.amount, next_ms = o.next_ms + case when n.number < o.days then ${dayMs}::bigint else 0 end
      from given n
      where o.id = n.order_id and o.accrued_days = n.number - 1 and ${accrues(atMs)}
      returning n.order_id, n.day, n.number, n.amount
    ), written as (
      insert into invest_accrual (order_id, day, number, amount) select order_id, day, number, amount from accrued
      returning order_id
    )
    select coalesce(array_agg(order_id), '{}')::text[] as missing from given
    where (select count(*) from written) < ${accruals.length} and order_id not in (select order_id from written)`.execute(
    tx,
  )
  const missing = new Set((rows[0]?.missing ?? []).map(Number))
  return missing.size === 0 ? accruals : accruals.filter(({ order }) => !missing.has(order.id))
}

const dayMs = 86_400_000

/** How an order finished. */
export type OrderEnd = {
  readonly id: number
  readonly state: 'ended' | 'redeemed'
  readonly payout: bigint
  readonly fee: bigint
}

/** Marks orders as finished, in one statement. */
export const updateFinished = async (tx: Tx, atMs: number, ends: readonly OrderEnd[]): Promise<void> => {
  await sql`
    update invest_order o set state = n.state, payout = n.payout, fee = n.fee, finished_ms = ${atMs},
      ended_pledged = (n.state = 'ended' and o.loan_id is not null)
    from unnest(
      ${pgNumberArray(ends.map(({ id }) => id))}::bigint[], ${pgTextArray(ends.map(({ state }) => state))}::text[],
      ${pgNumberArray(ends.map(({ payout }) => payout))}::numeric[],
      ${pgNumberArray(ends.map(({ fee }) => fee))}::numeric[]
    ) as n (id, state, payout, fee)
    where o.id = n.id`.execute(tx)
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
