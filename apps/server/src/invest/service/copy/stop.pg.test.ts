import { usdt } from '@glasshouse/core/money/units'
import { caseStride, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { watchPools } from '../../jobs.ts'
import { findOldestWaitingDealing } from '../../store/copy/pools.ts'
import { dealProduct } from './dealing.ts'
import { stopFallenPools, stopLeading } from './stop.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())

const poolRow = async (product: number) => {
  const { rows } = await sql<{
    dealt_ms: number | null
    due_ms: number | null
    stopped_ms: number | null
    stop_reason: string | null
    units: bigint
    alarmed_ms: number | null
  }>`select * from invest_pool where product_id = ${product}`.execute(stage.database.db)
  const [row] = rows
  if (row === undefined) throw new Error('no pool')
  return row
}
const openPositions = async (product: number) => {
  const account = await stage.poolOf(product)
  const { rows } = await sql<{ id: number }>`
    select id from contracts_order where uid = ${account} and state = 'open'`.execute(stage.database.db)
  return rows.length
}
/** The engine closes in transactions of its own. */
const allClosed = (product: number) =>
  vi.waitFor(async () => expect(await openPositions(product)).toBe(0), { timeout: 10_000 })
const running = async (money: string, terms = {}) => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead, terms)
  const uid = await stage.saver(money)
  const order = await stage.ask(uid, product, money, 95)
  await stage.deal()
  return { lead, product, uid, order }
}

it('a fall below the copy stop ends copying at once, and the next dealing pays all followers without a levy', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { lead, product, uid, order } = await running('5000', { copystop: '5', exitlevy: '2' })
  await stage.open(lead, 1, 150)
  stage.markets.set('BTCUSDT', '64000', '64000.01')
  await stopFallenPools(stage)
  expect((await poolRow(product)).stopped_ms).toBeNull()
  stage.markets.set('BTCUSDT', '61000', '61000.01')
  await Promise.all([stopFallenPools(stage), stopFallenPools(stage)])
  expect(await poolRow(product)).toMatchObject({ stop_reason: 'drawdown' })
  await allClosed(product)
  const another = await stage.saver('200')
  expect((await expectDomainError(stage.ask(another, product, '200'))).code).toBe('notTradable')
  await stage.deal()
  const left = await stage.order(uid, order)
  expect(left.state).toBe('stopped')
  expect(await stage.account(uid, 'wallet')).toBe(usdt(left.payout))
  expect(await stage.account(await stage.poolOf(product), 'contract')).toBe(0n)
  expect(await poolRow(product)).toMatchObject({ units: 0n })
  expect(await stage.broken()).toEqual({})
})

it('a dealing waits for a silent market minute by minute and tells staff after 24 h', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { lead, product, uid, order } = await running('1000')
  await stage.open(lead, 2, 50)
  stage.markets.silence('BTCUSDT')
  const { dealt_ms: before } = await poolRow(product)
  await stage.deal()
  expect(await poolRow(product)).toMatchObject({
    dealt_ms: before,
    due_ms: expect.any(Number),
    alarmed_ms: null,
  })
  const since = await findOldestWaitingDealing(stage.database.db)
  expect(since).toBe(stage.clock.now())
  stage.clock.set(stage.clock.now() + 86_400_000)
  await watchPools(stage)
  expect(await findOldestWaitingDealing(stage.database.db)).toBe(since)
  expect((await poolRow(product)).alarmed_ms).not.toBeNull()
  stage.markets.set('BTCUSDT', '65000', '65000.01')
  await watchPools(stage)
  expect(await poolRow(product)).toMatchObject({ due_ms: null, alarmed_ms: null })
  expect(await findOldestWaitingDealing(stage.database.db)).toBeNull()
  expect(Number((await stage.order(uid, order)).profit)).toBeGreaterThan(0)
  expect(await stage.broken()).toEqual({})
})

it('a lead ends once: all followers are paid, and no new one enters', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { lead, product, uid, order } = await running('1000', { exitlevy: '2' })
  await stage.open(lead, 1, 50)
  const waiting = await stage.saver('300')
  const request = await stage.ask(waiting, product, '300')
  await stopLeading(stage, { uid: lead })
  expect((await expectDomainError(stopLeading(stage, { uid: lead }))).data).toEqual({ reason: 'notLeading' })
  await allClosed(product)
  await stage.deal()
  expect(await stage.order(uid, order)).toMatchObject({ state: 'stopped', fee: '0' })
  expect(await stage.order(waiting, request)).toMatchObject({ state: 'refunded', payout: '300' })
  expect(await stage.account(waiting, 'wallet')).toBe(usdt('300'))
  expect(await stage.broken()).toEqual({})
})

it('a lead whose account is locked ends, and a follower whose account is locked too is paid', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { lead, product, uid, order } = await running('1000', { exitlevy: '2' })
  await stage.open(lead, 1, 50)
  const from = stage.clock.business()
  for (const locked of [lead, uid])
    await sql`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${locked}, 'customer_request', '', 'customer', ${from}, ${from + 3 * 86_400_000})`.execute(
      stage.database.db,
    )
  await watchPools(stage)
  await allClosed(product)
  const { rows } = await sql`select end_reason from invest_lead where uid = ${lead}`.execute(
    stage.database.db,
  )
  expect(rows).toEqual([{ end_reason: 'frozen' }])
  await stage.deal()
  const left = await stage.order(uid, order)
  expect(left).toMatchObject({ state: 'stopped', fee: '0' })
  expect(await stage.account(uid, 'wallet')).toBe(usdt(left.payout))
  expect(await stage.broken()).toEqual({})
})

longIt(
  'a dealing killed at any statement happens whole or not at all, and the next try does it once',
  async () => {
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    const { lead, product, uid, order } = await running('5000')
    const later = await stage.saver('500')
    await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '66500', '66500.1')
    const second = await stage.ask(later, product, '500')
    await stage.end(uid, order, 'now')
    stage.clock.advance(86_400_000)
    const atMs = Math.floor((stage.clock.business() + 3_600_000) / 86_400_000) * 86_400_000 - 3_600_000
    for (let at = 1; at <= 61; at += 3 * caseStride()) {
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await dealProduct(stage, product, atMs).catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      expect(await stage.broken()).toEqual({})
    }
    await dealProduct(stage, product, atMs)
    expect(await stage.order(uid, order)).toMatchObject({ state: 'ended' })
    expect(await stage.order(later, second)).toMatchObject({ state: 'running' })
    const { rows } = await sql`select at_ms from invest_dealing where product_id = ${product}`.execute(
      stage.database.db,
    )
    expect(rows).toHaveLength(2)
  },
  60_000,
)
