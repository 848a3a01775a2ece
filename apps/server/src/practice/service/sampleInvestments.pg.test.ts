import { dayMs } from '@glasshouse/core/calendar/durations'
import { investOrderToWire } from '@glasshouse/core/invest/orders/codec'
import { customer, house } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { stageMidnights } from '@glasshouse/testkit/investments'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { stagePools } from '@glasshouse/testkit/pools'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasWealthProduct, investInvariants } from '../../invest/index.fixture.ts'
import { listInvestOrders, type Pools } from '../../invest/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { seedPracticeData } from './sample.ts'
import { seedInvestments } from './sampleInvestments.ts'

const uid = 10_001

let database: TestDatabase
let platform: TestPlatform & { readonly pools: Pools }
beforeEach(async () => {
  database = await cloneDatabase(4)
  const made = testPlatform(database)
  platform = { ...made, pools: stagePools({ ...made, markets: fixedMarkets() }) }
  const markets = { products: () => [] as Product[] }
  await seedPracticeData({ ...platform, markets })
})
afterEach(() => database.drop())

const orders = async () => {
  const page = { processing: null, orderBy: 'id', offset: 0, limit: 100, direction: 'asc' } as const
  return (await listInvestOrders(platform, uid, page)).rows.map(investOrderToWire)
}
const broken = async () => {
  const { invariants } = await checkInvariants(database.db, 1, [...ledgerInvariants, ...investInvariants])
  return invariants.filter(({ holds }) => !holds)
}
/** What the sample is, whenever and however often its start was interrupted. */
const expectSample = async () => {
  expect(await orders()).toMatchObject([
    { typename: 'Sample fixed', buymoney: '1000', state: 'ended', profit: '5.2', payout: '1000' },
    { typename: 'Sample compound', buymoney: '3300', state: 'running', left: 87, profit: '1.48522276' },
    { typename: 'Sample fixed', buymoney: '2700', state: 'running', left: 5, profit: '0.84857142' },
  ])
  // An interrupted start may have used up numbers of products.
  const { rows } = await sql<{ id: number }>`
    select id from invest_product where name = 'Sample sold out'`.execute(database.db)
  const soldOut = house(`interest:${rows[0]?.id ?? 0}`)
  const accounts = [customer(uid, 'wallet'), customer(uid, 'experience'), soldOut]
  expect(await getBalances(database.db, accounts)).toEqual(['10000', '500', '0.01'].map(usdt))
  expect(await hasWealthProduct(platform, database.db, uid)).toBe(true)
  expect(await broken()).toEqual([])
}

it('has products of each kind and orders whose history was accrued, and leaves the wallet as documented', async () => {
  expect(await seedInvestments(platform)).toBe(true)
  await expectSample()
  const { rows } = await sql<{ name: string }>`select name from invest_product order by position`.execute(
    database.db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'Sample fixed',
    'Sample compound',
    'Sample experience',
    'Sample sold out',
  ])
  expect(await seedInvestments(platform)).toBe(false)
  await expectSample()
})

it('is continued by the next start when one is killed', async () => {
  for (const at of [5, 30, 60, 90, 130, 170, 210, 260]) {
    const death = killConnectionAt(database.url, at, at % 20 === 0 ? 'before' : 'after')
    await seedInvestments(platform).catch(() => undefined)
    death.over()
    await drainDeadConnections(database.pool)
  }
  await seedInvestments(platform)
  await expectSample()
})

it('a calendar that is moved many days runs every midnight of them', async () => {
  const days = caseStride() === 1 ? 400 : 100
  const midnights = stageMidnights(platform)
  await midnights.prepare()
  await seedInvestments(platform)
  platform.clock.advance(days * dayMs)
  expect(await midnights.run()).toBe(days)
  expect((await orders()).map(({ state }) => state)).toEqual(['ended', 'ended', 'ended'])
  expect(await broken()).toEqual([])
})
