import { price } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/index.ts'
import { replyTo } from '../../../platform/http/envelope.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { placeOrder } from '../../index.ts'

let stage: ContractFixture
let blocker: pg.Client
beforeEach(async () => {
  // Only the lane is as impatient as in the product: nothing else may fail on a busy machine.
  stage = await contractFixture(
    { trading: '1000000', insurance: '1000' },
    await cloneDatabase(8, { statementMs: 60_000, commandMs: 500 }),
  )
  blocker = new pg.Client({ connectionString: stage.database.url })
  await blocker.connect()
})
afterEach(async () => {
  await blocker.end()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

const order = (uid: number) =>
  placeOrder(
    stage,
    { uid },
    { ...plainOrder, leverage: 10, price: price('65850'), pid: 1, lots: 1, kind: 'market', side: 'long' },
  )
const outcomeOf = (command: Promise<unknown>) =>
  command.then(
    () => 'done',
    (error: unknown) => {
      const { status, envelope } = replyTo(error, 'en', 'trace')
      return { status, retCode: envelope.retCode, data: envelope.data }
    },
  )
const busy = { status: 200, retCode: 2003, data: { reason: 'busy' } }
const counts = async () => {
  const { rows } = await sql`
    select (select count(*) from contracts_order) as orders, (select count(*) from ledger_entry) as entries,
      (select count(*) from platform_fact) as facts`.execute(stage.database.db)
  return rows[0]
}

it('a queue whose locks another connection holds refuses with a domain error, leaves nothing half done, and goes on', async () => {
  const uids = Array.from({ length: 12 }, (_, index) => index + 1)
  for (const uid of uids) await stage.give(uid, '1000')
  await order(1)
  const before = await counts()
  await blocker.query('begin')
  await blocker.query("select from ledger_account where name = 'house/trading/USDT' for update")
  expect(await Promise.all(uids.map((uid) => outcomeOf(order(uid))))).toEqual(uids.map(() => busy))
  expect(await counts()).toEqual(before)
  await blocker.query('rollback')
  expect(await Promise.all(uids.map((uid) => outcomeOf(order(uid))))).toEqual(uids.map(() => 'done'))
})

it('one wallet whose locks another connection holds does not keep the others out', async () => {
  for (const uid of [1, 2, 3, 4]) await stage.give(uid, '1000')
  await order(1)
  await blocker.query('begin')
  await blocker.query("select from ledger_account where name = 'customer/2/contract/USDT' for update")
  expect(await Promise.all([1, 2, 3, 4].map((uid) => outcomeOf(order(uid))))).toEqual([
    'done',
    busy,
    'done',
    'done',
  ])
})

it('a gate that is held up keeps no one waiting for exposures or house accounts', async () => {
  await stage.give(1, '1000')
  await order(1)
  await blocker.query('begin')
  await blocker.query('lock table protection_limit in access exclusive mode')
  const held = outcomeOf(order(1))
  const other = new pg.Client({ connectionString: stage.database.url })
  await other.connect()
  const waits = `select count(*)::int as n from pg_locks where not granted and relation = 'protection_limit'::regclass`
  for (let isWaiting = false; !isWaiting; ) {
    const { rows } = await other.query<{ n: number }>(waits)
    isWaiting = (rows[0]?.n ?? 0) > 0
  }
  await other.query('select from contracts_exposure for update nowait')
  await other.query("select from ledger_account where name like 'house/%' for update nowait")
  await other.end()
  expect(await held).toEqual(busy)
})

longIt(
  'a statement that runs for too long is cancelled, its transaction undone and its connection good again',
  async () => {
    const database = openDatabase(stage.database.url, 1, { statementMs: 500, commandMs: 100 })
    const long = transact(database.db, async (tx) => {
      await sql`insert into platform_state (name, value) values ('half', '1'::jsonb)`.execute(tx)
      await sql`select pg_sleep(30)`.execute(tx)
    })
    expect(await outcomeOf(long)).toEqual(busy)
    const { rows } = await sql`select from platform_state where name = 'half'`.execute(database.db)
    expect(rows).toEqual([])
    // Reports have their own limit.
    await sql`select pg_sleep(0.7)`.execute(database.reports)
    await database.close()
  },
)
