import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listClosedPositions, listContractResults } from './contractResults/index.ts'
import { listOrderRows, listOrdersPlacedAfter, type OrderQuery } from './contracts/store/orders.ts'
import { countFollowers } from './invest/store/copy/pools.ts'
import { listOrderRows as listInvestRows, sumAccrued } from './invest/store/orders.ts'
import { findEarlierOrder, findKeptOrder, sumInvested } from './investFigures/index.ts'
import {
  listOrderRows as listOptionRows,
  listOrdersPlacedAfter as listOptionsAfter,
} from './options/store/orders.ts'
import { listSettled } from './options/store/results.ts'
import type { Tx } from './platform/database/index.ts'
import { transact } from './platform/transactions/index.ts'

// One customer with a million closed orders, a million settled options, and a million copy orders that were asked for and
// refunded again, and some that are open.

const uid = 7
const rows = 1_000_000
const reachable = 10_000
/** First rows of parts. */
const parts = [1, rows / 4 + 1, rows / 2 + 1, (rows * 3) / 4 + 1] as const

let database: TestDatabase
beforeAll(async () => {
  // Planting takes minutes on a busy machine.
  database = await cloneDatabase(4, { statementMs: 600_000, commandMs: 600_000 })
  const { db } = database
  for (const first of parts)
    await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee,
      close_fee, close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
    select ${uid}, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, case when n % 3 > 0 then 1 end, case when n % 3 > 0 then 1 end,
      case when n % 3 > 0 then 0 end, case when n % 3 > 0 then 'user' end, case when n % 3 > 0 then 'closed' else 'cancelled' end,
      n, n, n + 5, 500
    from generate_series(${first}::int, ${first + rows / parts.length - 1}::int) n`.execute(db)
  await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee,
      state, created_ms, opened_ms, fee_rate_ppm)
    select u, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, 'open', n, n, 500
    from generate_series(1, 5) n, unnest(array[${uid}, 8]::int[]) u`.execute(db)
  for (const first of parts)
    await sql`
    insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms, state,
      outcome, payout, exit_price, settled_ms, entry_n)
    select ${uid}, 1, 'call', 1, 70, 1, 1, 1, n, n + 6000, 'settled', 'loss', 0, 1, n + 6300, 1
    from generate_series(${first}::int, ${first + rows / parts.length - 1}::int) n`.execute(db)
  await sql`
    insert into invest_product (kind, name, picurl, remark, position, on_sale, featured, quota, redeem_days, redeem_fee,
      texts, claims, created_ms, changed_ms)
    values ('copy', 'x', '', '', 1, true, false, 0, 1, 0, '{}', '{}', 1, 1)`.execute(db)
  for (const first of parts)
    await sql`
    insert into invest_order (uid, product_id, product_name, kind, method, principal, credit, rate, days, promised,
      redeem_fee, created_ms, redeemable_ms, ends_ms, state, next_ms, finished_ms, payout)
    select ${uid}, 1, 'x', 'copy', 'copy', 100, 0, 0, 30, 0, 0, n, n + 30, n + 30, 'refunded', n, n + 1, 100
    from generate_series(${first}::int, ${first + rows / parts.length - 1}::int) n`.execute(db)
  await sql`
    insert into invest_order (uid, product_id, product_name, kind, method, principal, credit, rate, days, promised,
      redeem_fee, created_ms, redeemable_ms, ends_ms, state, next_ms)
    select u, 1, 'x', 'copy', 'copy', 100, 0, 0, 30, 0, 0, n, n + 30, n + 30, 'running', n
    from generate_series(1, 5) n, unnest(array[${uid}, 8]::int[]) u`.execute(db)
  await sql`analyze invest_order`.execute(db)
  await sql`analyze contracts_order`.execute(db)
  await sql`analyze options_order`.execute(db)
}, 900_000)
afterAll(() => database.drop())

/** Rows that a read fetches from a table, as the database itself counts them. */
const fetchedBy = (table: string, read: (tx: Tx) => Promise<unknown>): Promise<number> =>
  transact(database.db, async (tx) => {
    const count = async () => {
      const found = await sql<{ n: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n
        from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
      return found.rows[0]?.n ?? 0
    }
    const before = await count()
    await read(tx)
    return (await count()) - before
  })

const contracts: OrderQuery = {
  ...{ uid, wallet: 'contract', states: ['closed'], pid: null, orderBy: 'closed' },
  ...{ direction: 'desc', offset: 0, limit: 10 },
}
const options = { uid, state: 'settled', orderBy: 'expiry', direction: 'desc', offset: 0, limit: 10 } as const

const lists: readonly (readonly [string, Partial<OrderQuery>])[] = [
  ['closed orders, newest first', {}],
  ['closed orders, oldest first', { direction: 'asc' }],
  ['cancelled orders', { states: ['cancelled'] }],
  ['the last page of closed orders', { offset: reachable - 10 }],
  ['open positions', { states: ['open', 'closing'], orderBy: 'created', limit: 100 }],
  ['closed orders by when they were placed', { orderBy: 'created' }],
]

it.each(lists)('a page of %s fetches no more rows than its pages reach', async (_, query) => {
  const asked = { ...contracts, ...query }
  const page = await listOrderRows(database.db, asked)
  expect(page.orders).toHaveLength(asked.states?.includes('open') ? 5 : 10)
  expect(page.total).toBe(asked.states?.includes('open') ? 5 : reachable)
  expect(await fetchedBy('contracts_order', (tx) => listOrderRows(tx, asked))).toBeLessThan(3 * reachable)
})

it.each([
  ['settled options by when they ended', options],
  ['all options by when they were placed', { ...options, state: null, orderBy: 'placed' } as const],
])('a page of %s fetches no more rows than its pages reach', async (_, asked) => {
  const page = await listOptionRows(database.db, asked)
  expect([page.orders.length, page.total]).toEqual([10, reachable])
  expect(await fetchedBy('options_order', (tx) => listOptionRows(tx, asked))).toBeLessThan(3 * reachable)
})

it('a page of the filtered history fetches the rows of the page, and its sums those of the days', async () => {
  const place = { uid, fromMs: 0, untilMs: rows * 2, limit: 10 }
  const lost = { ...place, groups: [{ pid: 1, side: 'long', result: -1 }], before: null } as const
  expect(await fetchedBy('contracts_order', (tx) => listClosedPositions(tx, lost))).toBeLessThan(30)
  const deep = { ...lost, before: { ms: 500, id: 400 } }
  expect(await fetchedBy('contracts_order', (tx) => listClosedPositions(tx, deep))).toBeLessThan(30)
  const won = { ...lost, groups: [{ pid: 1, side: 'long', result: 1 }] } as const
  expect(await fetchedBy('contracts_order', (tx) => listClosedPositions(tx, won))).toBe(0)
  const settled = { ...place, groups: [{ pid: 1, option_type: 'call', result: -1 }], before: null } as const
  expect(await fetchedBy('options_order', (tx) => listSettled(tx, settled))).toBeLessThan(30)
  const days = await listContractResults(database.db, uid, { fromDay: 0, toDay: 366 })
  expect(days).toMatchObject([{ day: 0, trades: expect.closeTo((rows * 2) / 3, -1) }])
})

it('a page of an export far into the list fetches the rows it has', async () => {
  const after = { created_ms: rows * 0.9, placed_ms: rows * 0.9, id: 0 }
  const wallet = { uid, wallet: 'contract' } as const
  for (const [table, read] of [
    ['contracts_order', (tx: Tx) => listOrdersPlacedAfter(tx, wallet, 'closed', after, 100)],
    ['options_order', (tx: Tx) => listOptionsAfter(tx, uid, after, 100)],
  ] as const) {
    expect(await read(database.db as unknown as Tx)).toHaveLength(100)
    expect(await fetchedBy(table, read), table).toBeLessThan(200)
  }
})

it('the lists of another customer do not depend on it', async () => {
  const other = { ...contracts, uid: 8, states: ['open', 'closing'] as const, orderBy: 'created' as const }
  expect(await fetchedBy('contracts_order', (tx) => listOrderRows(tx, other))).toBeLessThan(50)
})

it.each([
  ['all orders', { processing: null, orderBy: 'created' }],
  ['finished orders by their end', { processing: false, orderBy: 'ends' }],
  ['finished orders by their number', { processing: false, orderBy: 'id' }],
] as const)('a page of %s of investment fetches no more rows than its pages reach', async (_, query) => {
  const asked = { uid, direction: 'desc', offset: 0, limit: 10, ...query } as const
  const page = await listInvestRows(database.db, asked)
  expect([page.rows.length, page.total]).toEqual([10, reachable])
  expect(await fetchedBy('invest_order', (tx) => listInvestRows(tx, asked))).toBeLessThan(3 * reachable)
})

it.each([
  ['the sum of interest', (tx: Tx) => sumAccrued(tx, uid)],
  ['what clients invested, which an inviter reads', (tx: Tx) => sumInvested(tx, [uid])],
  ['whether an order is the first, which a sale reads', (tx: Tx) => findEarlierOrder(tx, uid, 9_000_000)],
  ['whether an order was kept, which a task reads', (tx: Tx) => findKeptOrder(tx, uid, 10, 100_000)],
  ['the number of followers, which visitors read', (tx: Tx) => countFollowers(tx, [1])],
] as const)('%s leaves out copy orders that were refunded', async (_, read) => {
  expect(await fetchedBy('invest_order', read)).toBeLessThan(50)
})
