import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contractInvariants, openEngine } from '../../contracts/index.fixture.ts'
import type { Engine } from '../../contracts/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { getDemoReceipt } from './demoReceipt.ts'
import { seedPracticeData } from './sample.ts'
import { seedPositions } from './samplePositions.ts'
import { seedTrades } from './sampleTrades.ts'

let database: TestDatabase
let engine: Engine
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(async () => {
  await engine.close()
  await database.drop()
})

const stage = async () => {
  const set = fixedMarkets()
  const products = () => [1, 2].flatMap((pid) => set.product(pid) ?? [])
  const made = { ...testPlatform(database), markets: { ...set, products } }
  engine = await openEngine(made)
  const deps = { ...made, engine }
  await seedPracticeData(deps)
  return { deps, set }
}
const states = async () =>
  (await sql<{ state: string }>`select state from contracts_order order by id`.execute(database.db)).rows.map(
    ({ state }) => state,
  )
const held = async () =>
  (
    await sql<object>`
      select wallet, pid, side, state, stop_loss_price is not null as stopped from contracts_order where state <> 'closed' order by id
    `.execute(database.db)
  ).rows
const closed = (count: number) => new Array<string>(count).fill('closed')
const expectBooksInOrder = async () => {
  const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...contractInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
}
/** Both contract wallets as customers see them: with margin and holds. */
const wallets = () =>
  Promise.all(
    (['contract', 'contract2'] as const).map(async (wallet) => {
      const parts = [wallet, `${wallet}Margin` as const, `${wallet}Hold` as const]
      const balances = await getBalances(
        database.db,
        parts.map((purpose) => customer(10_001, purpose)),
      )
      return balances.reduce((sum, balance) => sum + balance, 0n)
    }),
  )

it('leaves closed orders with receipts and the documented wallet balances', async () => {
  const { deps, set } = await stage()
  await expect(getDemoReceipt(deps)).rejects.toThrow('notFound')
  set.set('BTCUSDT', '66128.74', '66130.1')
  set.set('ETHUSDT', '2318.4', '2318.9')
  expect(await seedTrades(deps, 1000, async () => undefined)).toBe(true)
  expect(await states()).toEqual(closed(4))
  expect(await wallets()).toEqual([usdt('5000'), usdt('5000')])
  const receipt = await getDemoReceipt(deps)
  expect(receipt).toMatchObject({ order: { symbol: 'BTCUSDT', state: 'closed' } })
  expect(receipt.events.map(({ kind, tick }) => [kind, tick !== null])).toEqual([
    ['opened', true],
    ['closed', true],
  ])
  expect(set.kept.length).toBeGreaterThan(1)
  expect(await seedTrades(deps, 1000, async () => undefined)).toBe(false)

  expect(await seedPositions(deps, 1000)).toBe(true)
  expect(await seedPositions(deps, 1000)).toBe(false)
  expect(await held()).toEqual([
    { wallet: 'contract', pid: 1, side: 'long', state: 'open', stopped: true },
    { wallet: 'contract', pid: 2, side: 'long', state: 'resting', stopped: false },
    { wallet: 'contract2', pid: 2, side: 'short', state: 'open', stopped: true },
  ])
  expect(await wallets()).toEqual([usdt('5000'), usdt('5000')])
  await expectBooksInOrder()
})

type Staged = Awaited<ReturnType<typeof stage>>['deps']
/** Fails when the price is read for the n-th time. */
const failingAt = (deps: Staged, look: number, error: Error): Staged => {
  let looks = 0
  const inForce = (symbol: string) => {
    looks += 1
    if (looks === look) throw error
    return deps.markets.inForce(symbol)
  }
  return { ...deps, markets: { ...deps.markets, inForce } }
}

it('repeats what a busy database cancelled', async () => {
  const { deps, set } = await stage()
  set.set('BTCUSDT', '66128.74', '66130.1')
  set.set('ETHUSDT', '2318.4', '2318.9')
  const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
  })
  expect(await seedTrades(failingAt(deps, 5, cancelled), 1000, async () => undefined)).toBe(true)
  expect(await states()).toEqual(closed(4))
})

it('is continued by the next start when one ended early, with nothing opened twice', async () => {
  const { deps, set } = await stage()
  set.set('BTCUSDT', '66128.74', '66130.1')
  set.set('ETHUSDT', '2318.4', '2318.9')
  const interrupted = async (seed: (given: typeof deps) => Promise<unknown>) => {
    let ended = 0
    for (const look of [3, 5, 7, 9, 11])
      await seed(failingAt(deps, look, new Error('the start ended'))).catch(() => (ended += 1))
    await seed(deps)
    return ended
  }
  expect(await interrupted((given) => seedTrades(given, 1000, async () => undefined))).toBeGreaterThan(1)
  expect(await interrupted((given) => seedPositions(given, 1000))).toBeGreaterThan(1)
  expect(await held()).toHaveLength(3)
  expect(await wallets()).toEqual([usdt('5000'), usdt('5000')])
  await expectBooksInOrder()
})

it('closes no position of a customer who traded before there were prices for the sample', async () => {
  const { deps, set } = await stage()
  set.set('BTCUSDT', '66128.74', '66130.1')
  set.set('ETHUSDT', '2318.4', '2318.9')
  await seedPositions(deps, 1000)
  expect(await seedTrades(deps, 1000, async () => undefined)).toBe(true)
  expect(await held()).toHaveLength(3)
})

it('waits at most the given time for a stale market, and runs at a later start', async () => {
  const { deps, set } = await stage()
  set.set('BTCUSDT', '66128.74', '66130.1')
  expect(await seedTrades(deps, 100, async () => undefined)).toBe(false)
  expect(await states()).toEqual([])
  set.set('ETHUSDT', '2318.4', '2318.9')
  expect(await seedTrades(deps, 100, async () => undefined)).toBe(true)
})
