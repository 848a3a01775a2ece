import { investSummaryToWire } from '@glasshouse/core/invest/orders/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLimits } from '../eligibility/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import { listPoolClaims, sumPools } from './index.fixture.ts'
import { buyBaseCycle } from './index.ts'
import { listCatalog } from './service/catalog.ts'
import { getSummary } from './service/orders.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}

it('deals an order in, follows the lead, attributes every day to the unit, and pays it out', async () => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const [first, second] = [await stage.saver('5000'), await stage.saver('1000')]
  const order = await stage.ask(first, product, '5000')
  expect(await stage.order(first, order)).toMatchObject({ state: 'waiting', units: '0', unitprice: '1' })
  expect(await stage.account(first, 'principal')).toBe(usdt('5000'))
  await stage.deal()
  expect(await stage.order(first, order)).toMatchObject({ state: 'running', units: '5000', value: '5000' })
  const position = await stage.open(lead, 1, 100)
  await stage.deal()
  const later = await stage.ask(second, product, '800')
  const waiting = { principal: '800', copyvalue: '0', accrued: '0', running: 1 }
  expect(investSummaryToWire(await getSummary(stage, second))).toMatchObject(waiting)
  stage.markets.set('BTCUSDT', '66500', '66500.1')
  await stage.deal()
  const [mine, hers] = [await stage.order(first, order), await stage.order(second, later)]
  // 50 lots of 0.001 bought at 65850 gain 32.5 and cost a fee of 1.64625 to open and 1.6625 to close.
  expect(mine).toMatchObject({ profit: '29.19125', value: '5029.19125' })
  expect(Number(hers.value)).toBeLessThan(800)
  expect(investSummaryToWire(await getSummary(stage, second))).toMatchObject({
    ...{ principal: '0', copyvalue: hers.value, accrued: hers.profit, yesterday: hers.profit },
    ...{ total: hers.profit, running: 1, next: hers.next },
  })
  const claims = await transact(stage.database.db, (tx) => listPoolClaims(tx, { after: 0, upTo: 99_999 }))
  expect(claims.map(({ amount }) => amount)).toEqual([usdt(mine.value ?? ''), usdt(hers.value ?? '')])
  const floating = await transact(stage.database.db, sumPools)
  // 50 lots of 0.001 are 650 above their price at the closing side.
  expect(floating.get('pools.floating')).toBe(usdt('32.5'))
  expect(await stage.broken()).toEqual({})
  await stage.close(lead, position)
  await stage.end(first, order, 'now')
  await stage.deal()
  const left = await stage.order(first, order)
  expect(left).toMatchObject({ state: 'ended', status: 1 })
  expect(Number(left.payout)).toBeCloseTo(5000 + Number(left.profit), 8)
  expect(await stage.account(first, 'wallet')).toBe(usdt(left.payout))
  expect(await stage.account(lead, 'wallet')).toBeGreaterThan(0n)
  expect(await stage.broken()).toEqual({})
})

it('counts a copied loss towards the own daily-loss limit, closes nothing, and shows no broken report', async () => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const uid = await stage.saver('6000')
  const order = await stage.ask(uid, product, '5000')
  await stage.deal()
  await stage.open(lead, 1, 100)
  stage.markets.set('BTCUSDT', '64000', '64000.1')
  const limits = () => readLimits(stage, uid)
  expect((await limits()).resultToday).toBe('0')
  await sql`insert into protection_limit (uid, name, value) values (${uid}, 'dailyLoss', ${usdt('20')})`.execute(
    stage.database.db,
  )
  await stage.deal()
  const lost = (await stage.order(uid, order)).profit
  expect(Number(lost)).toBeLessThan(-20)
  expect((await limits()).resultToday).toBe(lost)
  expect(await refused(stage.ask(uid, product, '500'))).toMatchObject({
    code: 'selfLimitReached',
    limit: '20',
  })
  expect(await stage.order(uid, order)).toMatchObject({ state: 'running' })
  // What the pool loses after a dealing changes neither its claims nor what covers them at that dealing.
  const covered = () =>
    transact(stage.database.db, async (tx) => {
      const lines = await sumPools(tx)
      const { rows } = await sql<{ ledger: bigint }>`
        select coalesce(sum(balance), 0) as ledger from ledger_account
        where owner = 'customer' and owner_id between 1001 and 9999`.execute(tx)
      return (rows[0]?.ledger ?? 0n) + (lines.get('pools.floating') ?? 0n)
    })
  const before = await covered()
  const position = await stage.open(lead, 1, 100)
  stage.markets.set('BTCUSDT', '60000', '60000.1')
  await stage.close(lead, position)
  expect(await covered()).toBe(before)
  stage.clock.advance(86_400_000)
  expect((await limits()).resultToday).toBe('0')
  expect(await stage.broken()).toEqual({})
  stage.markets.set('BTCUSDT', '65850', '65850.1')
})

it('refuses what does not fit, in the order of the checks, and refunds what waits at once', async () => {
  const lead = await stage.lead('1000')
  const product = await stage.copyProduct(lead)
  const uid = await stage.saver('300')
  expect(await refused(stage.ask(uid, product, '150'))).toMatchObject({ code: 'outOfRange', step: '100' })
  expect(await refused(stage.ask(lead, product, '100'))).toEqual({ code: 'notAllowed', reason: 'ownProduct' })
  expect(await refused(stage.ask(uid, product, '400'))).toMatchObject({ code: 'insufficientBalance' })
  const order = await stage.ask(uid, product, '200')
  expect(await refused(stage.ask(uid, product, '100'))).toEqual({
    code: 'invalidState',
    reason: 'inApproval',
  })
  expect(await stage.end(uid, order, 'period')).toEqual({
    ...{ id: order, state: 'refunded', leaves: null, payout: '200' },
  })
  expect(await refused(stage.end(uid, order, 'now'))).toEqual({ code: 'invalidState', reason: 'finished' })
  expect(await stage.account(uid, 'wallet')).toBe(usdt('300'))
  expect(await stage.broken()).toEqual({})
})

it('offers no copies above the cap of the country, which is told before an own pause', async () => {
  const product = await stage.copyProduct(await stage.lead('1000'), { maxmultiple: 3 })
  const uid = await stage.saver('300')
  const { db } = stage.database
  await sql`update identity_customer set phone = '4915123456789' where uid = ${uid}`.execute(db)
  await sql`insert into protection_limit (uid, name, value) values (${uid}, 'pauseUntil', ${stage.clock.business() + 1000})`.execute(
    db,
  )
  const live = { ...stage, settings: { ...stage.settings, MODE: 'live' as const } }
  const command = {
    ...{ productId: product, method: 'fixed' as const, amount: usdt('100') },
    ...{ withdrawPassword: 'Withdraw1', stopLossPercent: null },
  } as const
  expect(await refused(buyBaseCycle(live, { uid }, command))).toEqual({
    ...{ code: 'notAllowed', reason: 'notOfferedHere', region: 'eea' },
  })
  expect(await refused(stage.ask(uid, product, '100'))).toMatchObject({ code: 'selfLimitReached' })
})

it('ten at once share the last capacity of a pool exactly once', async () => {
  const lead = await stage.lead('1000')
  const product = await stage.copyProduct(lead, { minbuymoney: '3000' })
  const savers = await Promise.all(Array.from({ length: 10 }, () => stage.saver('3000')))
  const outcomes = await Promise.allSettled(savers.map((uid) => stage.ask(uid, product, '3000')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  const { rows } = await sql<{ waiting: bigint }>`
    select waiting from invest_pool where product_id = ${product}`.execute(stage.database.db)
  expect(rows).toEqual([{ waiting: usdt('18000') }])
  expect(await stage.broken()).toEqual({})
})

it('values a pool a few times for a hundred concurrent visitors of the catalog', async () => {
  const product = await stage.copyProduct(await stage.lead('2000'))
  let valued = 0
  const value: typeof stage.pools.value = (...asked) => {
    valued += 1
    return stage.pools.value(...asked)
  }
  const deps = { ...stage, pools: { ...stage.pools, value } }
  const query = {
    category: 'all',
    featuredOnly: false,
    orderBy: 'position',
    offset: 0,
    limit: 100,
    direction: 'asc',
  } as const
  const pages = await Promise.all(Array.from({ length: 100 }, () => listCatalog(deps, query)))
  expect(pages.every(({ rows }) => rows.some(({ id }) => id === product))).toBe(true)
  expect(valued).toBeGreaterThan(0)
  expect(valued).toBeLessThanOrEqual(2 * (pages[0]?.total ?? 0))
})
