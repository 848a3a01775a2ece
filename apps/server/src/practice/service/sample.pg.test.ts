import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { quantity, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { transact } from '../../platform/transactions/index.ts'
import { sampleAmounts, upsertState } from '../store.ts'
import { demo, sampleStaff, seedPracticeData } from './sample.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const marketsOf = (...symbols: string[]) => ({
  products: () => symbols.map((symbol, at) => ({ pid: at + 1, symbol }) as Product),
})
const deps = (markets = marketsOf('BTCUSDT', 'ETHUSDT')) => ({ ...testPlatform(database), markets })
const countOf = async (from: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(from)}`.execute(
    database.db,
  )
  return rows[0]?.count ?? -1
}
const uidOfDemo = async () => {
  const { rows } = await sql<{ uid: number; phone: string; referrer_uid: number }>`
    select uid, phone, referrer_uid from identity_customer where email = ${demo.email}
  `.execute(database.db)
  return rows[0]
}
const holds = async (...accounts: Account[]) => getBalances(database.db, accounts)
const expectBooksInOrder = async () => {
  const report = await checkInvariants(database.db, 1, ledgerInvariants)
  expect(report.invariants.filter((invariant) => !invariant.holds)).toEqual([])
}

it('grants the demo customer the documented amounts from external accounts, balanced', async () => {
  expect(await seedPracticeData(deps())).toBe(true)
  expect(await uidOfDemo()).toEqual({ uid: 10_001, phone: '12025550100', referrer_uid: 10_000 })
  const own = (['wallet', 'contract', 'contract2', 'coin'] as const).map((purpose) =>
    customer(10_001, purpose),
  )
  expect(await holds(...own)).toEqual(['10000', '5000', '5000', '1000'].map(usdt))
  expect(await holds(customer(10_001, 'wallet', 'BTC'), customer(10_001, 'wallet', 'ETH'))).toEqual([
    quantity('0.25'),
    quantity('4'),
  ])
  const reserves = (['trading', 'insurance', 'fees', 'marketing', 'loans'] as const).map((purpose) =>
    house(purpose),
  )
  const [capital = 0n, ...funded] = await holds(external('operatorCapital'), ...reserves)
  expect(funded.every((balance) => balance > 0n)).toBe(true)
  expect(capital).toBe(-funded.reduce((sum, balance) => sum + balance, 0n))
  await expectBooksInOrder()
})

it('has a history of weeks: a paid and an unpaid deposit, transfers and coins', async () => {
  await seedPracticeData(deps())
  const { rows } = await sql<{ type: number; lines: number }>`
    select type, count(*) as lines from ledger_entry e join ledger_account a on a.id = e.account_id
    where a.owner = 'customer' and a.owner_id = 10001 group by type order by type
  `.execute(database.db)
  expect(rows).toEqual([
    { type: 1, lines: 5 },
    { type: 5, lines: 10 },
  ])
  expect(await countOf('funding_deposit')).toBe(2)
})

it('has an invariant that finds its money in live mode, and what was not taken from outside', async () => {
  await seedPracticeData(deps())
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ledger_transaction where cause_kind = 'practiceSample'`.execute(database.db)
  expect(await sampleAmounts.broken(database.db)).toEqual([])
  await upsertState(database.db, 'platform.mode', 'live')
  expect(await sampleAmounts.broken(database.db)).toHaveLength(rows[0]?.count ?? 0)
  await upsertState(database.db, 'platform.mode', 'practice')
  await plantRows(
    database.url,
    "update ledger_account set purpose = 'deposits:bank' where owner = 'outside' and purpose = 'deposits:practiceSample'",
  )
  const found = await sampleAmounts.broken(database.db)
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(rows[0]?.count ?? 0)
})

it('is loaded once: a second start and concurrent starts change nothing', async () => {
  const loaded = await Promise.all([1, 2, 3, 4].map(() => seedPracticeData(deps())))
  expect(loaded.filter(Boolean)).toHaveLength(1)
  const before = [
    await countOf('ledger_entry'),
    await countOf('staff_member'),
    await countOf('identity_customer'),
  ]
  expect(await seedPracticeData(deps())).toBe(false)
  expect([
    await countOf('ledger_entry'),
    await countOf('staff_member'),
    await countOf('identity_customer'),
  ]).toEqual(before)
  expect(before[1]).toBe(sampleStaff.length)
})

it('leaves nothing behind when interrupted, and loads at the next start', async () => {
  const interrupted = {
    ...deps(),
    database: {
      ...database,
      db: new Proxy(database.db, {
        get: (db, name) =>
          name === 'transaction'
            ? () => ({
                execute: (story: Parameters<typeof transact>[1]) =>
                  db.transaction().execute(async (tx) => {
                    await story(tx)
                    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
                  }),
              })
            : Reflect.get(db, name),
      }),
    },
  }
  await expect(seedPracticeData(interrupted)).rejects.toThrow()
  expect(await uidOfDemo()).toBeUndefined()
  expect(await countOf('ledger_entry')).toBe(0)
  expect(await seedPracticeData(deps())).toBe(true)
  await expectBooksInOrder()
})

it('grants only coins with a market', async () => {
  await seedPracticeData(deps(marketsOf('ETHUSDT', 'SOLUSDT')))
  const uid = (await uidOfDemo())?.uid ?? 0
  expect(await holds(customer(uid, 'wallet', 'BTC'), customer(uid, 'wallet', 'ETH'))).toEqual([
    0n,
    quantity('4'),
  ])
})

it('never loads in live mode', async () => {
  const practice = deps()
  const live = { ...practice, settings: { ...practice.settings, MODE: 'live' as const } }
  await expect(seedPracticeData(live)).rejects.toThrow('practice mode only')
  expect(await countOf('ledger_entry')).toBe(0)
})
