import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import {
  countListed,
  type Db,
  type PageRange,
  pgNumberArray,
  pgTextArray,
  type SortedRange,
  type Tx,
} from '../../../platform/database/index.ts'
import type { DealingOrderRow, DealingRow, InvestTables, PoolChangeRow } from '../../schema.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

export const insertDealing = async (
  tx: Tx,
  dealing: Insertable<InvestTables['invest_dealing']>,
): Promise<void> => {
  await tables(tx).insertInto('invest_dealing').values(dealing).execute()
}

/** The newest dealing of a product before a midnight; null where there was none. */
export const findNewestDealingBefore = async (
  db: Db | Tx,
  productId: number,
  atMs: number,
): Promise<DealingRow | null> =>
  (await tables(db)
    .selectFrom('invest_dealing')
    .selectAll()
    .where('product_id', '=', productId)
    .where('at_ms', '<', atMs)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Id of the newest transaction of the ledger that is visible. */
export const findNewestTransaction = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0) as id from ledger_transaction`.execute(tx)
  return rows[0]?.id ?? 0
}

export const findDealing = async (db: Db | Tx, productId: number, atMs: number): Promise<DealingRow | null> =>
  (await tables(db)
    .selectFrom('invest_dealing')
    .selectAll()
    .where('product_id', '=', productId)
    .where('at_ms', '=', atMs)
    .executeTakeFirst()) ?? null

/** Writes what a dealing did with its orders, in one statement. */
export const insertDealingOrders = async (tx: Tx, rows: readonly DealingOrderRow[]): Promise<void> => {
  if (rows.length === 0) return
  const column = (of: (row: DealingOrderRow) => bigint | number) => pgNumberArray(rows.map(of))
  await sql`
    insert into invest_dealing_order (order_id, at_ms, product_id, day, units_before, fee_units, fee, units_after, value,
      put_in, paid_out, levy, profit, exit_reason)
    select * from unnest(
      ${column(({ order_id }) => order_id)}::bigint[], ${column(({ at_ms }) => at_ms)}::bigint[],
      ${column(({ product_id }) => product_id)}::bigint[], ${column(({ day }) => day)}::integer[],
      ${column(({ units_before }) => units_before)}::numeric[], ${column(({ fee_units }) => fee_units)}::numeric[],
      ${column(({ fee }) => fee)}::numeric[], ${column(({ units_after }) => units_after)}::numeric[],
      ${column(({ value }) => value)}::numeric[], ${column(({ put_in }) => put_in)}::numeric[],
      ${column(({ paid_out }) => paid_out)}::numeric[], ${column(({ levy }) => levy)}::numeric[],
      ${column(({ profit }) => profit)}::numeric[], ${pgTextArray(rows.map(({ exit_reason }) => exit_reason))}::text[]
    )`.execute(tx)
}

/** Writes a day's profit of copy orders, one accrual each. */
export const insertCopyAccruals = async (
  tx: Tx,
  rows: readonly {
    readonly orderId: number
    readonly day: number
    readonly number: number
    readonly amount: bigint
  }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into invest_accrual (order_id, day, number, amount)
    select * from unnest(
      ${pgNumberArray(rows.map(({ orderId }) => orderId))}::bigint[], ${pgNumberArray(rows.map(({ day }) => day))}::integer[],
      ${pgNumberArray(rows.map(({ number }) => number))}::integer[],
      ${pgNumberArray(rows.map(({ amount }) => amount))}::numeric[]
    )`.execute(tx)
}

type NewPoolChange = Insertable<InvestTables['invest_pool_change']>

/** Writes the changes of a dealing in one statement, however many orders the lead opened and closed since the last one. */
export const insertPoolChanges = async (tx: Tx, rows: readonly NewPoolChange[]): Promise<void> => {
  if (rows.length === 0) return
  const column = (of: (row: NewPoolChange) => bigint | number | null) => pgNumberArray(rows.map(of))
  await sql`
    insert into invest_pool_change (product_id, at_ms, pool_order, pid, side, change, open_price, close_price,
      changed_ms)
    select * from unnest(
      ${column(({ product_id }) => product_id)}::bigint[], ${column(({ at_ms }) => at_ms)}::bigint[],
      ${column(({ pool_order }) => pool_order)}::bigint[], ${column(({ pid }) => pid)}::integer[],
      ${pgTextArray(rows.map(({ side }) => side))}::text[], ${column(({ change }) => change)}::numeric[],
      ${column(({ open_price }) => open_price)}::numeric[], ${column(({ close_price }) => close_price ?? null)}::numeric[],
      ${column(({ changed_ms }) => changed_ms)}::bigint[]
    )`.execute(tx)
}

const changesOf = (db: Db | Tx, productId: number, atMs: number) =>
  tables(db).selectFrom('invest_pool_change').where('product_id', '=', productId).where('at_ms', '=', atMs)

/** One page of the changes of a dealing, by order of the pool, and how many there are that pages can reach. */
export const listPoolChangesPage = async (
  db: Db | Tx,
  { product_id, at_ms }: Pick<DealingRow, 'product_id' | 'at_ms'>,
  { offset, limit }: PageRange,
): Promise<{ readonly changes: readonly PoolChangeRow[]; readonly total: number }> => {
  const found = changesOf(db, product_id, at_ms)
  const [changes, total] = await Promise.all([
    found.selectAll().orderBy('pool_order').offset(offset).limit(limit).execute(),
    countListed(db, found, limit),
  ])
  return { changes, total }
}

/** Sum of the shares that `units` of `issued` have in all changes of a dealing, each cut towards zero; USDT units. */
export const sumPoolShares = async (
  db: Db | Tx,
  { product_id, at_ms }: Pick<DealingRow, 'product_id' | 'at_ms'>,
  { units, issued }: { readonly units: bigint; readonly issued: bigint },
): Promise<Usdt> => {
  if (issued === 0n) return usdt('0')
  const { rows } = await sql<{ sum: Usdt }>`
    select coalesce(sum(div(change * ${units}::numeric, ${issued}::numeric)), 0) as sum from invest_pool_change
    where product_id = ${product_id} and at_ms = ${at_ms}`.execute(db)
  return rows[0]?.sum ?? usdt('0')
}

/** Changes of a dealing, by order of the pool. */
export const listPoolChanges = (
  db: Db | Tx,
  productId: number,
  atMs: number,
): Promise<readonly PoolChangeRow[]> =>
  changesOf(db, productId, atMs).selectAll().orderBy('pool_order').execute()

/** What a dealing did with an order, and its unit price. */
export type DealtDay = DealingOrderRow & Pick<DealingRow, 'exit_price'>

/** What dealings did with an order on some days, by day. */
export const findDealingOrders = async (
  db: Db | Tx,
  orderId: number,
  days: readonly number[],
): Promise<ReadonlyMap<number, DealtDay>> => {
  if (days.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('invest_dealing_order as o')
    .innerJoin('invest_dealing as d', (on) =>
      on.onRef('d.product_id', '=', 'o.product_id').onRef('d.at_ms', '=', 'o.at_ms'),
    )
    .selectAll('o')
    .select('d.exit_price')
    .where('o.order_id', '=', orderId)
    .where('o.day', 'in', days)
    .execute()
  return new Map(rows.map((row) => [row.day, row]))
}

/** One page of the dealings of a pool by midnight, with the sums of what its orders paid in, got and paid the lead. */
export const listPoolDealings = async (db: Db, productId: number, page: SortedRange) => {
  const dealings = tables(db).selectFrom('invest_dealing as d').where('d.product_id', '=', productId)
  const sumOf = (column: 'put_in' | 'paid_out' | 'fee') =>
    sql<Usdt>`coalesce((select sum(${sql.ref(`o.${column}`)}) from invest_dealing_order o
      where o.product_id = d.product_id and o.at_ms = d.at_ms), 0)`
  const rows = await dealings
    .select(['d.at_ms', 'd.entry_price', 'd.exit_price'])
    .select([sumOf('put_in').as('put_in'), sumOf('paid_out').as('paid_out'), sumOf('fee').as('fee')])
    .orderBy('d.at_ms', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countListed(db, dealings, page.limit) }
}

/** One page of the dealings of all orders of a customer with their pools, by order and midnight. */
export const listDealingsOfCustomer = (db: Db, uid: number, page: PageRange) =>
  tables(db)
    .selectFrom('invest_dealing_order as o')
    .innerJoin('invest_order as i', 'i.id', 'o.order_id')
    .innerJoin('invest_copy as c', 'c.order_id', 'o.order_id')
    .innerJoin('invest_dealing as d', (on) =>
      on.onRef('d.product_id', '=', 'o.product_id').onRef('d.at_ms', '=', 'o.at_ms'),
    )
    .selectAll('o')
    .select([
      'd.entry_price',
      'd.exit_price',
      'd.balance',
      'd.bid',
      'd.offer',
      'd.closing_cost',
      'd.positions',
      'd.ticks',
    ])
    .select(['d.units_before as issued_before', 'd.units_after as issued_after'])
    .select(['c.lead_fee_ppm', 'c.exit_levy_ppm', 'c.stop_loss_percent', 'i.principal', 'i.days'])
    .where('i.uid', '=', uid)
    .orderBy('o.order_id')
    .orderBy('o.at_ms')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** The pools in which a customer has or had units, by product; `isFollowing` while an order of the customer runs in one. */
export const listPoolsOfCustomer = async (
  db: Db,
  uid: number,
): Promise<
  readonly { readonly product: number; readonly account: number; readonly isFollowing: boolean }[]
> => {
  const { rows } = await sql<{ product: number; account: number; isFollowing: boolean }>`
    select p.product_id as product, p.account, bool_or(i.state = 'running') as "isFollowing"
    from invest_order i
    join invest_copy c on c.order_id = i.id
    join invest_pool p on p.product_id = i.product_id
    where i.uid = ${uid} and i.state <> 'refunded' and c.entered_ms is not null
    group by p.product_id, p.account order by p.product_id`.execute(db)
  return rows
}
