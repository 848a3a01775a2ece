import type { UnitPrice } from '@glasshouse/core/invest/copy/units'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../../platform/database/index.ts'
import type { CopyRow, InvestTables, OrderRow } from '../../schema.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

/** A copy order with its copy part. */
export type CopyOrderRow = { readonly order: OrderRow; readonly copy: CopyRow }

export const insertCopy = async (tx: Tx, copy: Insertable<InvestTables['invest_copy']>): Promise<CopyRow> =>
  tables(tx).insertInto('invest_copy').values(copy).returningAll().executeTakeFirstOrThrow()

/** Copy parts of orders, by order. */
export const findCopies = async (
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, CopyRow>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('invest_copy')
    .selectAll()
    .where('order_id', '=', sql<number>`any(${pgNumberArray(orderIds)}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Unit prices of the newest dealings, by product. */
export const listUnitPrices = async (
  db: Db | Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, UnitPrice>> => {
  if (productIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('invest_pool')
    .select(['product_id', 'unit_price'])
    .where('product_id', 'in', productIds)
    .execute()
  return new Map(rows.map(({ product_id, unit_price }) => [product_id, unit_price]))
}

const ofProduct = async (db: Db | Tx, productId: number, lock: boolean): Promise<readonly CopyOrderRow[]> => {
  const found = tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('product_id', '=', productId)
    .where('method', '=', 'copy')
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
  const orders = await (lock ? found.forUpdate() : found).execute()
  const copies = await findCopies(
    db,
    orders.map(({ id }) => id),
  )
  return orders.flatMap((order) => {
    const copy = copies.get(order.id)
    return copy === undefined ? [] : [{ order, copy }]
  })
}

/** Locks the orders in processing of a copy product, by id. */
export const lockCopyOrders = (tx: Tx, productId: number): Promise<readonly CopyOrderRow[]> =>
  ofProduct(tx, productId, true)

/** Orders in processing of a copy product, by id. */
export const listCopyOrders = (db: Db | Tx, productId: number): Promise<readonly CopyOrderRow[]> =>
  ofProduct(db, productId, false)

/** Running orders without an announced exit whose period ends until an instant, after an id. */
export const listPeriodEnds = async (
  tx: Tx,
  { untilMs, afterId, limit }: { readonly untilMs: number; readonly afterId: number; readonly limit: number },
): Promise<readonly CopyOrderRow[]> => {
  const copies = await tables(tx)
    .selectFrom('invest_copy')
    .selectAll()
    .where(sql<boolean>`units > 0`)
    .where('leaves_ms', 'is', null)
    .where('period_end_ms', '<=', untilMs)
    .where('order_id', '>', afterId)
    .orderBy('order_id')
    .limit(limit)
    .execute()
  if (copies.length === 0) return []
  const orders = await tables(tx)
    .selectFrom('invest_order')
    .selectAll()
    .where(
      'id',
      'in',
      copies.map(({ order_id }) => order_id),
    )
    .execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  return copies.flatMap((copy) => {
    const order = byId.get(copy.order_id)
    return order === undefined ? [] : [{ order, copy }]
  })
}

/** Whether a customer has an order of a product that waits for its dealing. */
export const hasWaiting = async (tx: Tx, uid: number, productId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('invest_order')
    .select('id')
    .where('uid', '=', uid)
    .where('product_id', '=', productId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** Announces an exit. */
export const updateExit = async (
  tx: Tx,
  orderId: number,
  exit: { readonly mode: 'period' | 'now'; readonly leavesMs: number },
): Promise<CopyRow> =>
  tables(tx)
    .updateTable('invest_copy')
    .set({ exit_mode: exit.mode, leaves_ms: exit.leavesMs })
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What a dealing writes into the copy part of an order that stays. */
export type CopyUpdate = Pick<
  CopyRow,
  'order_id' | 'units' | 'entry_price' | 'high_water_mark' | 'entered_ms' | 'period_end_ms'
> & { readonly fees_paid: bigint }

/** Writes the copy parts of orders after a dealing, in one statement. */
export const updateCopies = async (tx: Tx, copies: readonly CopyUpdate[]): Promise<void> => {
  if (copies.length === 0) return
  const column = (of: (copy: CopyUpdate) => bigint | number | null) => pgNumberArray(copies.map(of))
  await sql`
    update invest_copy c set units = n.units, entry_price = n.entry, high_water_mark = n.hwm, entered_ms = n.entered,
      period_end_ms = n.period_end, fees_paid = n.fees
    from unnest(
      ${column(({ order_id }) => order_id)}::bigint[], ${column(({ units }) => units)}::numeric[],
      ${column(({ entry_price }) => entry_price)}::numeric[], ${column(({ high_water_mark }) => high_water_mark)}::numeric[],
      ${column(({ entered_ms }) => entered_ms)}::bigint[], ${column(({ period_end_ms }) => period_end_ms)}::bigint[],
      ${column(({ fees_paid }) => fees_paid)}::numeric[]
    ) as n (id, units, entry, hwm, entered, period_end, fees)
    where c.order_id = n.id`.execute(tx)
}

/** What a dealing writes into an order. */
export type CopyOrderUpdate = {
  readonly id: number
  readonly state: 'running' | 'ended' | 'refunded' | 'stopped'
  readonly accrued: bigint
  readonly accrued_days: number
  readonly last_day: number | null
  readonly last_amount: bigint
  readonly next_ms: number
  readonly payout: bigint
  readonly fee: bigint
}

/** Writes orders after a dealing, or after a refund, in one statement. */
export const updateCopyOrders = async (
  tx: Tx,
  atMs: number,
  orders: readonly CopyOrderUpdate[],
): Promise<void> => {
  if (orders.length === 0) return
  const column = (of: (order: CopyOrderUpdate) => bigint | number | null) => pgNumberArray(orders.map(of))
  await sql`
    update invest_order o set state = n.state, accrued = n.accrued, accrued_days = n.days, last_day = n.last_day,
      last_amount = n.last_amount, next_ms = n.next_ms, payout = n.payout, fee = n.fee,
      finished_ms = case when n.state = 'running' then null else ${atMs}::bigint end
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${pgTextArray(orders.map(({ state }) => state))}::text[],
      ${column(({ accrued }) => accrued)}::numeric[], ${column(({ accrued_days }) => accrued_days)}::integer[],
      ${column(({ last_day }) => last_day)}::integer[], ${column(({ last_amount }) => last_amount)}::numeric[],
      ${column(({ next_ms }) => next_ms)}::bigint[], ${column(({ payout }) => payout)}::numeric[],
      ${column(({ fee }) => fee)}::numeric[]
    ) as n (id, state, accrued, days, last_day, last_amount, next_ms, payout, fee)
    where o.id = n.id`.execute(tx)
}

/** Money and profit of every copy order of products, ended ones included. */
export const listFollowerOrders = async (
  db: Db | Tx,
  productIds: readonly number[],
): Promise<readonly { readonly money: Usdt; readonly profit: Usdt }[]> =>
  productIds.length === 0
    ? []
    : tables(db)
        .selectFrom('invest_order')
        .select(['principal as money', 'accrued as profit'])
        .where('product_id', 'in', productIds)
        .where('method', '=', 'copy')
        .where('state', 'not in', ['waiting', 'refunded'])
        .execute()
