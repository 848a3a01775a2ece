import { customer } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { listWithdrawals, withdrawalInvariants } from '../../withdrawals/index.fixture.ts'
import { seedPracticeData } from './sample.ts'
import { seedWithdrawals } from './sampleWithdrawals.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const markets = { products: () => [{ pid: 1, symbol: 'BTCUSDT' } as Product] }
const list = () =>
  listWithdrawals(testPlatform(database), 10_001, {
    offset: 0,
    limit: 10,
    orderBy: 'created',
    direction: 'asc',
  })

it('leaves one withdrawal of each final state and a pending one, and the documented wallet balance', async () => {
  const platform = testPlatform(database)
  await seedPracticeData({ ...platform, markets })
  const wallet = customer(10_001, 'wallet')
  expect(await seedWithdrawals(platform)).toBe(true)
  const { rows } = await list()
  expect(rows.map(({ state, amount, method }) => `${state} ${formatUsdt(amount)} ${method}`)).toEqual([
    'waiting 100 1002',
    'rejected 50 bank',
    'sent 300 bank',
    'cancelled 80 bank',
  ])
  // The pending one is due in the future, so that no installation starts with an overdue one.
  expect(rows[0]?.deadlineMs).toBeGreaterThan(platform.clock.business())
  expect(await getBalances(database.db, [wallet, customer(10_001, 'withdrawal')])).toEqual([
    usdt('10000'),
    usdt('100'),
  ])
  const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...withdrawalInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
})

it('is created once, also concurrently, and not without the sample', async () => {
  const platform = testPlatform(database)
  expect(await seedWithdrawals(platform)).toBe(false)
  await seedPracticeData({ ...platform, markets })
  const made = await Promise.allSettled([1, 2, 3].map(() => seedWithdrawals(platform)))
  expect(made.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1)
  expect(await seedWithdrawals(platform)).toBe(false)
  expect((await list()).total).toBe(4)
})
