import { createHash } from 'node:crypto'
import { usdt } from '@glasshouse/core/money/units'
import { orderStatuses } from '@glasshouse/core/subscription/rules'
import { verifyAllotment } from '@glasshouse/core/subscription/verify'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getAllotment } from './index.fixture.ts'
import { openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

let stage: SubscriptionStage
beforeEach(async () => {
  stage = await openSubscriptionStage()
})
afterEach(() => stage.database.drop())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An open issue of 600 for which so many ask 500 each, and their accounts. */
const openIssue = async (applicants: number) => {
  const { id } = await stage.save()
  await stage.fund(id, '600')
  const uids: number[] = []
  for (let at = 0; at < applicants; at += 1) {
    const uid = await stage.applicant()
    await stage.buy(uid, '500')
    uids.push(uid)
  }
  return { id, uids }
}

const ordersOf = async (issue: number) => {
  const { rows } = await sql<{ id: number; uid: number; status: number; allotted: bigint | null }>`
    select id, uid, status, allotted from subscription_order where issue_id = ${issue} order by id`.execute(
    stage.database.db,
  )
  return rows
}

/** Runs a command whose connection is killed at one of its statements; whether it came that far. */
const killAt = async (at: number, command: () => Promise<unknown>): Promise<boolean> => {
  const kill = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
  await command().catch(() => undefined)
  kill.over()
  await drainDeadConnections(stage.database.pool)
  return kill.happened()
}

it('an allotment killed at any statement is done as a whole or not at all', async () => {
  const { id } = await openIssue(3)
  await stage.close()
  const expectWhole = async () => {
    const orders = await ordersOf(id)
    const total = orders.reduce((sum, { allotted }) => sum + (allotted ?? 0n), 0n)
    const { rows } = await sql<{ count: number }>`
      select count(*) from notifications_notice where kind = 'subscriptionAllotted'`.execute(
      stage.database.db,
    )
    expect([orders.map(({ status }) => status), total, rows[0]?.count]).toEqual(
      total > 0n ? [[2, 2, 2], usdt('600'), 3] : [[1, 1, 1], 0n, 0],
    )
  }
  let kills = 0
  for (let at = 1; await killAt(at, () => stage.decide(id)); at += 1) {
    kills += 1
    await expectWhole()
  }
  await expectWhole()
  // A connection that dies after the commit ends the loop early.
  expect(kills).toBeGreaterThan(4)
  expect((await ordersOf(id)).every(({ status }) => status === orderStatuses.toPay)).toBe(true)
  expect(await stage.violated()).toEqual({})
})

it('a payment killed at any statement is done as a whole or not at all', async () => {
  const { id } = await stage.save({ number: 2400, minnumber: 60 })
  await stage.fund(id, '2400')
  for (let at = 0; at < 40; at += 1) await stage.buy(await stage.applicant('20'), '60')
  await stage.close()
  await stage.decide(id)
  let kills = 0
  for (const [at, order] of (await ordersOf(id)).entries()) {
    if (await killAt(at + 1, () => stage.pay(order.uid, order.id))) kills += 1
    const state = async () => [await stage.coins(order.uid), await stage.held(order.uid, 'contract')]
    const [coins] = await state()
    if (coins === 0n) {
      expect(await state()).toEqual([0n, usdt('20')])
      await stage.pay(order.uid, order.id)
    }
    expect(await state()).toEqual([usdt('60'), usdt('0.0002')])
  }
  expect(kills).toBeGreaterThan(8)
  expect(await stage.reserveCoins(id)).toBe(0n)
  expect(await stage.violated()).toEqual({})
})

it('a hundred customers pay at once, each five times: each pays once, and the reserve gives what was allotted', async () => {
  const { id } = await stage.save({ number: 6000, minnumber: 60 })
  await stage.fund(id, '6000')
  for (let at = 0; at < 100; at += 1) await stage.buy(await stage.applicant('20'), '60')
  await stage.close()
  await stage.decide(id)
  const orders = await ordersOf(id)
  const attempts = await Promise.allSettled(
    [1, 2, 3, 4, 5].flatMap(() => orders.map((order) => stage.pay(order.uid, order.id))),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  for (const { uid } of orders)
    expect([await stage.coins(uid), await stage.held(uid, 'contract')]).toEqual([usdt('60'), usdt('0.0002')])
  expect(await stage.reserveCoins(id)).toBe(0n)
  expect(await stage.violated()).toEqual({})
})

it('ten thousand applications are allotted in one decision and read in pages that add up', async () => {
  const { id } = await openIssue(1)
  await stage.applyInBulk(id, 10_000, '10')
  await stage.close()
  await stage.decide(id)
  const rows = []
  let page = await getAllotment(stage.database.db, { issueId: id, after: '' })
  for (rows.push(...page.rows); page.next !== null; rows.push(...page.rows))
    page = await getAllotment(stage.database.db, { issueId: id, after: page.next })
  expect(rows).toHaveLength(10_001)
  expect(await verifyAllotment({ ...page, rows }, 'ab'.repeat(32), sha256)).toEqual([])
  expect(await stage.violated()).toEqual({})
})
