import { createHash } from 'node:crypto'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { applicationToWire, issueToWire } from '@glasshouse/core/subscription/codec'
import { verifyAllotment } from '@glasshouse/core/subscription/verify'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { placeOrder } from '../contracts/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { applicationsCsv, getAllotment, listSubscriptionProducts } from './index.fixture.ts'
import {
  buySubscription,
  cancelSubscriptionsOf,
  listSubscriptions,
  lockSubscriptionPromise,
  subscriptionReviews,
} from './index.ts'
import { dayMs, openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

let stage: SubscriptionStage
beforeEach(async () => {
  stage = await openSubscriptionStage()
})
afterEach(() => stage.database.drop())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
const shown = async () => (await listSubscriptionProducts(stage, false)).map(issueToWire)
const promised = (issue: number, asset = 'SOL') =>
  transact(stage.database.db, (tx) => lockSubscriptionPromise(tx, issue, asset))
const newest = async (uid: number) => (await stage.ordersOf(uid)).rows[0]
/** Id, state, reason and amounts of the rows of a CSV of applications. */
const applicationsOf = async (uid: number, period: { fromMs: number; untilMs: number }) => {
  let text = ''
  for await (const part of applicationsCsv(stage.database.db, uid, period)) text += part
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  expect(header).toMatch(/^application,hash,issue,market,state,reason,price,applied,allotted,paid,/)
  return rows
    .map((row) => row.split(','))
    .map(([id, , , , state, reason, , asked, allotted, paid]) => [id, state, reason, asked, allotted, paid])
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications_notice where uid = ${uid} order by id`.execute(stage.database.db)
  return rows.map(({ kind }) => kind)
}

it('an issue opens by itself once funded, one per market, and then changes only to a later last day', async () => {
  expect(await refused(stage.save({ finaltime: '20260616' }))).toEqual({
    code: 'outOfRange',
    field: 'finaltime',
  })
  expect(await refused(stage.save({ number: 605 }))).toEqual({ code: 'outOfRange', field: 'number' })
  expect(await refused(stage.save({ risksheet: '' }))).toEqual({ code: 'invalidField', field: 'risksheet' })
  expect(await refused(stage.save({ pid: 99 }))).toEqual({ code: 'notFound' })
  const { id, state } = await stage.save()
  expect(state).toBe('draft')
  await stage.save({ id, maxnumber: 400 })
  expect(await shown()).toEqual([])
  expect(await refused(stage.buy(await stage.applicant()))).toEqual({ code: 'notFound' })
  await stage.fund(id, '599')
  expect(await promised(id)).toBe(0n)
  expect(await shown()).toEqual([])
  await stage.fund(id, '1')
  expect(await shown()).toMatchObject([
    { id, status: 1, nowPrice: null, high: null, number: '600', maxnumber: '400' },
  ])
  expect(await promised(id)).toBe(usdt('600'))
  expect(await promised(id, 'USDT')).toBe(0n)
  expect(await promised(id, 'BTC')).toBe(null)
  // A second one of the market stays a draft until the first has closed.
  const second = await stage.save({ closetime: stage.clock.business() + 3 * dayMs })
  await stage.fund(second.id, '600')
  expect((await shown()).map((issue) => issue.id)).toEqual([id])
  for (const change of [
    { price: '1' },
    { number: 700 },
    { maxnumber: 500 },
    { finaltime: '20260621' },
    { pid: 1 },
  ])
    expect(await refused(stage.save({ id, ...change }))).toEqual({ code: 'invalidState', reason: 'opened' })
  expect(await refused(stage.save({ id }))).toEqual({ code: 'invalidState', reason: 'unchanged' })
  expect(await stage.save({ id, finaltime: '20260623' })).toMatchObject({
    state: 'open',
    finaltime: '20260623',
  })
  await stage.close()
  expect((await shown()).map((issue) => [issue.id, issue.status])).toEqual([
    [second.id, 1],
    [id, 2],
  ])
  // A draft whose window has passed never opens.
  const late = await stage.save({ pid: 2, opentime: 1, closetime: 2, number: 10, maxnumber: 10 })
  expect(late.state).toBe('draft')
  expect(await stage.violated()).toEqual({})
})

it('applications are checked in order, once per issue, ten at once, and not after the close', async () => {
  const { id } = await stage.save()
  await stage.fund(id, '600')
  const uid = await stage.applicant()
  for (const coins of ['0', '5', '15', '510'])
    expect(await refused(stage.buy(uid, coins))).toEqual({
      code: 'outOfRange',
      min: '10',
      max: '500',
      step: '10',
    })
  const live = { ...stage, settings: { ...stage.settings, MODE: 'live' as const } }
  expect(await refused(buySubscription(live, uid, { pid: 3, coins: null }))).toMatchObject({
    ...{ code: 'notAllowed', reason: 'notOfferedHere' },
  })
  const paused = await stage.applicant()
  const until = stage.clock.business() + dayMs
  await sql`insert into protection_limit (uid, name, value) values (${paused}, 'pauseUntil', ${until})`.execute(
    stage.database.db,
  )
  expect(await refused(stage.buy(paused))).toEqual({ code: 'selfLimitReached', until })
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => stage.buy(uid)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refused(stage.buy(uid))).toEqual({ code: 'invalidState', reason: 'once' })
  expect(await newest(uid)).toMatchObject({
    asked: '10',
    amout: '10',
    money: '3.3333',
    realprice: '0',
    status: 1,
  })
  const order = (await newest(uid))?.id ?? 0
  const other = await stage.applicant()
  expect(await refused(stage.cancel(other, order))).toEqual({ code: 'notFound' })
  expect(await refused(stage.pay(other, order))).toEqual({ code: 'notFound' })
  expect(await refused(stage.pay(uid, order))).toEqual({ code: 'invalidState', reason: 'notPayable' })
  await stage.buy(other, '50')
  expect((await shown())[0]?.asked).toBe('60')
  expect(await stage.cancel(uid, order)).toMatchObject({ status: 4, reason: 'withdrawn' })
  expect(await refused(stage.cancel(uid, order))).toEqual({ code: 'invalidState', reason: 'notCancellable' })
  expect((await shown())[0]?.asked).toBe('50')
  await transact(stage.database.db, (tx) => cancelSubscriptionsOf(tx, other, stage.clock.business()))
  expect(await newest(other)).toMatchObject({ status: 4, reason: 'accountClosed' })
  const third = await stage.applicant()
  stage.clock.advance(dayMs)
  expect(await refused(stage.buy(third))).toMatchObject({ code: 'notTradable' })
  expect(await stage.violated()).toEqual({})
})

it('the head of the draw is one that could not be known at the close', async () => {
  const { id } = await stage.save()
  await stage.fund(id, '600')
  // The minute in which a process stops is published before it begins.
  const early = { minute: stage.clock.now() + 90_000, symbol: 'BTCUSDT', n: 6, hash: 'cd'.repeat(32) }
  stage.published.push(early)
  stage.clock.advance(dayMs)
  await stage.advance()
  await stage.advance()
  const headOf = async () => {
    const { rows } = await sql<{ hash: string | null }>`
      select head_hash as hash from subscription_issue where id = ${id}`.execute(stage.database.db)
    return rows[0]?.hash
  }
  expect(await headOf()).toBe(null)
  const { show } = subscriptionReviews(stage)
  expect(await show(stage.database.db, [id])).toEqual(new Map())
  expect(await refused(stage.decide(id))).toEqual({ code: 'notFound' })
  stage.published.push({ ...early, minute: early.minute + 60_000, n: 7, hash: 'ef'.repeat(32) })
  await stage.advance()
  expect(await headOf()).toBe('ef'.repeat(32))
  expect([...(await show(stage.database.db, [id])).keys()]).toEqual([id])
})

/** The example of the specification, allotted; a locked account asks too. */
const allotted = async () => {
  const { id } = await stage.save()
  await stage.fund(id, '600')
  const uids: number[] = []
  for (const coins of ['500', '300', '70']) {
    const uid = await stage.applicant()
    await stage.buy(uid, coins)
    uids.push(uid)
  }
  const locked = await stage.applicant()
  await stage.buy(locked, '500')
  const lockedMs = stage.clock.business()
  await sql`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
    values (${locked}, 'customer_request', '', 'customer', ${lockedMs}, ${lockedMs + 2 * dayMs})`.execute(
    stage.database.db,
  )
  await stage.close()
  const [first = 0, second = 0, third = 0] = uids
  return { id, uids, first, second, third, locked }
}

it('an approved allotment follows the rule, is public, and leaves out accounts locked at the close', async () => {
  const { id, uids, locked } = await allotted()
  expect(await refused(getAllotment(stage.database.db, { issueId: id, after: '' }))).toEqual({
    code: 'notFound',
  })
  await stage.decide(id)
  expect(await refused(stage.decide(id))).toEqual({ code: 'invalidState', reason: 'decided' })
  const table = await getAllotment(stage.database.db, { issueId: id, after: '' })
  expect(table.rows).toHaveLength(3)
  expect(await verifyAllotment(table, 'ab'.repeat(32), sha256)).toEqual([])
  const given = await Promise.all(
    uids.map(async (uid) => Number.parseInt((await newest(uid))?.amout ?? '', 10)),
  )
  expect(given.reduce((sum, one) => sum + one, 0)).toBe(600)
  for (const [at, least] of [340, 200, 40].entries()) expect([0, 10]).toContain((given[at] ?? 0) - least)
  expect(await newest(locked)).toMatchObject({ status: 4, reason: 'notAllotted' })
  expect(await noticesOf(locked)).toEqual(['subscriptionCancelled'])
  expect(await stage.violated()).toEqual({})
})

it('a rejected issue cancels every application and keeps nothing', async () => {
  const { id, first } = await allotted()
  await stage.decide(id, 'reject')
  expect(await newest(first)).toMatchObject({ status: 4, reason: 'issueCancelled', realprice: '0' })
  expect((await shown())[0]).toMatchObject({ status: 4, asked: '0' })
  expect(await promised(id)).toBe(0n)
  expect(await refused(stage.save({ id, finaltime: '20260630' }))).toEqual({
    code: 'invalidState',
    reason: 'ended',
  })
  expect(await stage.violated()).toEqual({})
})

it('payment moves money and coins together once, and what is unpaid at the end is the operator’s again', async () => {
  const { id, first, second, third } = await allotted()
  await stage.decide(id)
  const order = await newest(first)
  if (order === undefined) throw new Error('there is an order')
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => stage.pay(first, order.id)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stage.held(first, 'contract')).toBe(usdt('1000') - usdt(order.money))
  expect(await stage.coins(first)).toBe(usdt(order.amout))
  const paid = await newest(first)
  expect(paid).toMatchObject({ status: 3, realprice: order.money })
  const query = { state: null, id: order.id, offset: 0, limit: 10, direction: 'desc' } as const
  const list = async (uid: number) => {
    const { rows, total } = await listSubscriptions(stage.database.db, uid, query)
    return { rows: rows.map(applicationToWire), total }
  }
  expect(await list(first)).toEqual({ rows: [paid], total: 1 })
  expect((await refused(list(second))).code).toBe('notFound')
  expect(await stage.violated()).toEqual({})
  const poor = await newest(second)
  expect(await stage.cancel(second, poor?.id ?? 0)).toMatchObject({ status: 4, reason: 'withdrawn' })
  const unpaid = await newest(third)
  expect(await promised(id)).toBe(usdt(unpaid?.amout ?? ''))
  await stage.pass(4)
  expect(await noticesOf(third)).toEqual(['subscriptionAllotted'])
  await stage.pass(1)
  expect(await noticesOf(third)).toEqual(['subscriptionAllotted', 'subscriptionDueSoon'])
  await stage.pass(1)
  await stage.runMidnights()
  expect(await newest(third)).toMatchObject({ status: 4, reason: 'unpaid' })
  const asked = { fromMs: order.ctime, untilMs: order.ctime + dayMs }
  expect(await applicationsOf(first, asked)).toEqual([
    [String(order.id), 'completed', '', order.asked, order.amout, order.money],
  ])
  expect(await applicationsOf(third, asked)).toEqual([
    [String(unpaid?.id), 'cancelled', 'unpaid', unpaid?.asked, unpaid?.amout, '0'],
  ])
  expect(await applicationsOf(first, { fromMs: order.ctime + 1, untilMs: order.ctime + dayMs })).toEqual([])
  expect(await refused(stage.pay(third, unpaid?.id ?? 0))).toEqual({
    code: 'invalidState',
    reason: 'notPayable',
  })
  expect(await promised(id)).toBe(0n)
  expect(await stage.reserveCoins(id)).toBe(usdt('600') - usdt(order.amout))
  expect((await shown())[0]?.status).toBe(3)
  expect(await stage.violated()).toEqual({})
})

it('a payment needs the money in the contract wallet', async () => {
  const { id } = await stage.save({ price: '100' })
  await stage.fund(id, '600')
  const uid = await stage.applicant('999.9999')
  const { id: order } = await stage.buy(uid)
  await stage.close()
  await stage.decide(id)
  expect(await refused(stage.pay(uid, order))).toEqual({
    ...{ code: 'insufficientBalance', needed: '1000', available: '999.9999' },
  })
  await stage.give(uid, 'contract', usdt('0.0001'))
  await stage.pay(uid, order)
  expect(await stage.held(uid, 'contract')).toBe(0n)
  expect(await stage.coins(uid)).toBe(usdt('10'))
  expect(await stage.violated()).toEqual({})
})

it('a payment leaves open positions a risk rate of 200 %', async () => {
  const { id } = await stage.save({ price: '130' })
  await stage.fund(id, '600')
  const uid = await stage.applicant('1500')
  const { id: order } = await stage.buy(uid)
  await stage.close()
  await stage.decide(id)
  await placeOrder(stage, { uid }, orderCommand({ lots: 20, price: '65850' }))
  // The position has a margin of 131.7; 1300 are free, and 1235.84 of them can leave.
  expect((await stage.held(uid, 'contract')) > usdt('1300')).toBe(true)
  const answer: Readonly<Record<string, unknown>> = await refused(stage.pay(uid, order))
  expect(answer).toMatchObject({ code: 'insufficientBalance', needed: '1300' })
  const before = await stage.held(uid, 'contract')
  await stage.give(uid, 'contract', (usdt('1300') - usdt(String(answer['available']))) as Usdt)
  await stage.pay(uid, order)
  const [margin, left] = [await stage.held(uid, 'contractMargin'), await stage.held(uid, 'contract')]
  expect(margin).toBe(usdt('131.7'))
  // Equity of twice the margin is left: half of it free, less what the spread has lost.
  expect(left - margin < usdt('1') && left >= margin).toBe(true)
  expect(before > left).toBe(true)
  expect(await stage.violated()).toEqual({})
})
