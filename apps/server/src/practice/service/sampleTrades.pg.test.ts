import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contractInvariants } from '../../contracts/index.ts'
import { checkInvariants, getBalances, ledgerInvariants } from '../../ledger/index.ts'
import { getDemoReceipt } from './demoReceipt.ts'
import { seedPracticeData } from './sample.ts'
import { seedTrades } from './sampleTrades.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const stage = async () => {
  const set = fixedMarkets()
  const products = () => [1, 2].flatMap((pid) => set.product(pid) ?? [])
  const deps = { ...testPlatform(database), markets: { ...set, products } }
  await seedPracticeData(deps)
  return { deps, set }
}
const orders = async () =>
  (await sql<{ state: string }>`select state from contracts_order order by id`.execute(database.db)).rows
const wallets = () => getBalances(database.db, [customer(10_001, 'contract'), customer(10_001, 'contract2')])

it('leaves closed orders with receipts and the documented wallet balances', async () => {
  const { deps, set } = await stage()
  await expect(getDemoReceipt(deps)).rejects.toThrow('notFound')
  set.set('BTCUSDT', '66128.74', '66130.1')
  set.set('ETHUSDT', '2318.4', '2318.9')
  expect(await seedTrades(deps, 1000)).toBe(true)
  expect(await orders()).toEqual([{ state: 'closed' }, { state: 'closed' }])
  expect(await wallets()).toEqual([usdt('5000'), usdt('5000')])
  const receipt = await getDemoReceipt(deps)
  expect(receipt).toMatchObject({ order: { symbol: 'BTCUSDT', state: 'closed' } })
  expect(receipt.events.map(({ kind, tick }) => [kind, tick !== null])).toEqual([
    ['opened', true],
    ['closed', true],
  ])
  expect(set.kept.length).toBeGreaterThan(1)
  const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...contractInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  expect(await seedTrades(deps, 1000)).toBe(false)
  expect(await orders()).toHaveLength(2)
})

it('waits at most the given time for a stale market, and runs at a later start', async () => {
  const { deps, set } = await stage()
  set.set('BTCUSDT', '66128.74', '66130.1')
  expect(await seedTrades(deps, 100)).toBe(false)
  expect(await orders()).toEqual([])
  set.set('ETHUSDT', '2318.4', '2318.9')
  expect(await seedTrades(deps, 100)).toBe(true)
})
