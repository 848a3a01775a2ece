import { investOrderToWire } from '@glasshouse/core/invest/orders/codec'
import { customer } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { stagePools } from '@glasshouse/testkit/pools'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listPublished } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { investInvariants } from '../../invest/index.fixture.ts'
import { listInvestOrders, type Pools } from '../../invest/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { seedPracticeData } from './sample.ts'
import { seedTeams } from './sampleArticles.ts'
import { loadSampleContent } from './sampleContent.ts'
import { readSampleLeads, seedCopying } from './sampleCopying.ts'

const uid = 10_001

let database: TestDatabase
let platform: TestPlatform & { readonly pools: Pools }
beforeEach(async () => {
  database = await cloneDatabase(4)
  const made = testPlatform(database)
  platform = { ...made, pools: stagePools({ ...made, markets: fixedMarkets() }) }
  await seedPracticeData({ ...platform, markets: { products: () => [] as Product[] } })
})
afterEach(() => database.drop())

const page = { processing: null, orderBy: 'id', offset: 0, limit: 100, direction: 'asc' } as const

/** What the sample is, whenever and however often its start was interrupted. */
const expectSample = async () => {
  const leads = await readSampleLeads(platform)
  const names = await Promise.all(
    leads.map(async (lead) => (await findCustomer(database.db, lead))?.username),
  )
  expect(names).toEqual(['Sample lead 1', 'Sample lead 2'])
  const rows = (await listInvestOrders(platform, uid, page)).rows.map(investOrderToWire)
  expect(rows).toMatchObject([{ typename: 'Copy sample lead 1', buymoney: '800', state: 'waiting' }])
  const balances = [
    customer(uid, 'wallet'),
    customer(uid, 'principal'),
    ...leads.map((lead) => customer(lead, 'contract2')),
  ]
  expect(await getBalances(database.db, balances)).toEqual(['10000', '800', '10000', '10000'].map(usdt))
  const { rows: pools } = await sql<object>`
    select l.uid, l.is_waived, l.record_days, p.name, p.on_sale
    from invest_lead l join invest_pool o on o.lead_id = l.id join invest_product p on p.id = o.product_id
    order by l.id`.execute(database.db)
  const sold = { is_waived: true, record_days: 0, on_sale: true }
  expect(pools).toEqual(leads.map((lead, at) => ({ ...sold, uid: lead, name: `Copy sample lead ${at + 1}` })))
  const { invariants } = await checkInvariants(database.db, 1, [...ledgerInvariants, ...investInvariants])
  expect(invariants.filter(({ holds }) => !holds)).toEqual([])
}

it('has two leads without a record, a product of each and a waiting order, and is made once', async () => {
  expect(await seedCopying(platform)).toBe(true)
  await expectSample()
  expect(await seedCopying(platform)).toBe(false)
  await expectSample()
})

it('is continued by the next start when one is killed', async () => {
  for (let at = 4; at <= 100; at += 12) {
    const death = killConnectionAt(database.url, at, at % 8 === 0 ? 'before' : 'after')
    await seedCopying(platform).catch(() => undefined)
    death.over()
    await drainDeadConnections(database.pool)
  }
  await seedCopying(platform)
  await expectSample()
})

it('never loads in live mode', async () => {
  const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
  await expect(seedCopying(live)).rejects.toThrow('practice mode only')
})

it('articles fill two pages, and a card of each lead is bound to its product, once', async () => {
  expect(await seedTeams(platform)).toBe(false)
  await seedCopying(platform)
  expect(await loadSampleContent(platform)).toBe(true)
  expect(await seedTeams(platform)).toBe(true)
  for (const load of [loadSampleContent, seedTeams]) expect(await load(platform)).toBe(false)
  const listOf = (kind: 'news' | 'faq' | 'plan' | 'team') => listPublished(database.db, kind)
  expect((await listOf('news')).length).toBe(12)
  expect((await listOf('faq')).length).toBe(12)
  expect((await listOf('plan')).length).toBe(1)
  const { rows } = await sql<{ id: string }>`
    select id::text as id from invest_product where name like 'Copy sample lead%' order by id`.execute(
    database.db,
  )
  expect((await listOf('team')).map(({ fields }) => fields)).toEqual(rows.map(({ id }) => ({ product: id })))
})
