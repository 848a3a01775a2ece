import { dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { type ApplicationState, applicationToWire } from '@glasshouse/core/subscription/codec'
import { orderStatuses } from '@glasshouse/core/subscription/rules'
import { killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { testLock } from '@glasshouse/testkit/customers'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLock } from '../identity/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import { getAllotment } from './index.fixture.ts'
import { cancelSubscriptionsOf, listSubscriptions, settleSubscriptions } from './index.ts'
import { subscriptionPersonalData } from './personalData.ts'
import { dayMs, openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

let stage: SubscriptionStage
beforeAll(async () => {
  stage = await openSubscriptionStage()
})
afterAll(() => stage.database.drop())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
/** An open issue of 600 at 0.33333, payable for five days after its close. */
const open = async (change: Parameters<SubscriptionStage['save']>[0] = {}) => {
  const finaltime = dayOf(stage.clock.business() + 5 * dayMs)
  const { id } = await stage.save({ finaltime, ...change })
  await stage.fund(id, '600')
  return id
}
/** Closes an issue and decides about it; then the market is free for the next case. */
const closed = async (id: number, decision: 'approve' | 'reject' = 'approve') => {
  await stage.close()
  await stage.decide(id, decision)
}
const newest = async (uid: number) => {
  const [row] = (await stage.ordersOf(uid)).rows
  if (row === undefined) throw new Error(`customer ${uid} asked for nothing`)
  return row
}
/** Applicants who ask for so much each, their issue allotted. */
const allotted = async (asked: readonly string[], wallet = '1000') => {
  const id = await open()
  const uids: number[] = []
  for (const coins of asked) {
    const uid = await stage.applicant(wallet)
    await stage.buy(uid, coins)
    uids.push(uid)
  }
  await closed(id)
  return { id, uids }
}
const demandOf = async (id: number) => {
  const { rows } = await sql<{ asked: bigint; applications: number }>`
    select asked, applications from subscription_issue where id = ${id}`.execute(stage.database.db)
  return [rows[0]?.asked, rows[0]?.applications]
}
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications_notice where uid = ${uid} and kind ~ '^subscription' order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ kind }) => kind)
}
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const state = (name: ApplicationState) => orderStatuses[name]

describe('an application', () => {
  it.each([
    ['9.99999999', false],
    ['10', true],
    ['10.00000001', false],
    ['490', true],
    ['500', true],
    ['500.00000001', false],
    ['510', false],
  ])('for %s of 10 to 500 in steps of 10', async (coins, isTaken) => {
    const id = await open()
    const uid = await stage.applicant('1')
    const answer = { code: 'outOfRange', min: '10', max: '500', step: '10' }
    if (isTaken) expect(await stage.buy(uid, coins)).toMatchObject({ asked: usdt(coins), allotted: null })
    else expect(await refused(stage.buy(uid, coins))).toEqual(answer)
    expect(await demandOf(id)).toEqual(isTaken ? [usdt(coins), 1] : [0n, 0])
    await closed(id, 'reject')
  })
  it('is taken at the last millisecond of the window and not at its close, moved on or not', async () => {
    const closeMs = stage.clock.business() + 1000
    const id = await open({ closetime: closeMs })
    const [last, late] = [await stage.applicant('1'), await stage.applicant('1')]
    stage.clock.advance(999)
    await stage.buy(last)
    stage.clock.advance(1)
    expect(await refused(stage.buy(late))).toEqual({ code: 'notTradable', reason: 'notOpen' })
    await stage.advance()
    expect(await refused(stage.buy(late))).toEqual({ code: 'notTradable', reason: 'notOpen' })
    // A calendar that was moved back opens no window that has closed.
    stage.clock.advance(-500)
    expect(await refused(stage.buy(late))).toEqual({ code: 'notTradable', reason: 'notOpen' })
    stage.clock.advance(500)
    await closed(id, 'reject')
  })
  it('of fifty at once counts each once, and of one customer fifty times once', async () => {
    const id = await open()
    const many: number[] = []
    for (let at = 0; at < 25; at += 1) many.push(await stage.applicant('1'))
    const one = await stage.applicant('1')
    const results = await Promise.allSettled([
      ...many.map((uid) => stage.buy(uid, '20')),
      ...Array.from({ length: 25 }, () => stage.buy(one, '30')),
    ])
    expect(fulfilled(results)).toBe(26)
    expect(await demandOf(id)).toEqual([usdt('530'), 26])
    await closed(id, 'reject')
    expect(await demandOf(id)).toEqual([0n, 0])
  })
  it('that was withdrawn is not made again for the same issue, and is for the next one', async () => {
    const id = await open()
    const uid = await stage.applicant('1')
    const { id: order } = await stage.buy(uid)
    await stage.cancel(uid, order)
    expect(await refused(stage.buy(uid))).toEqual({ code: 'invalidState', reason: 'once' })
    expect(await demandOf(id)).toEqual([0n, 0])
    await closed(id, 'reject')
    const next = await open()
    await stage.buy(uid)
    await closed(next, 'reject')
    expect((await stage.ordersOf(uid)).rows.map(({ reason }) => reason)).toEqual([
      'issueCancelled',
      'withdrawn',
    ])
  })
  it('of a locked account is refused; a lock that ended before the close is no obstacle to a share', async () => {
    const id = await open()
    const [locked, free] = [await stage.applicant('1'), await stage.applicant('1')]
    await stage.buy(free, '50')
    for (const uid of [locked, free])
      await transact(stage.database.db, (tx) => startLock(stage, tx, uid, testLock))
    expect((await refused(stage.buy(locked))).code).toBe('notAllowed')
    await sql`update identity_lock set ended_ms = ${stage.clock.business() + 1000} where uid = ${free}`.execute(
      stage.database.db,
    )
    await closed(id)
    expect(await newest(free)).toMatchObject({ amout: '50', status: state('toPay') })
  })
  it('withdrawn ten times at once is taken off the demand once', async () => {
    const id = await open()
    const [uid, other] = [await stage.applicant('1'), await stage.applicant('1')]
    await stage.buy(other, '100')
    const { id: order } = await stage.buy(uid, '200')
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => stage.cancel(uid, order)))
    expect(fulfilled(results)).toBe(1)
    expect(await demandOf(id)).toEqual([usdt('100'), 1])
    expect(await refused(stage.cancel(uid, 999_999))).toEqual({ code: 'notFound' })
    expect(await refused(stage.cancel(other, order))).toEqual({ code: 'notFound' })
    await closed(id, 'reject')
  })
  it('of an account that closes is cancelled in every state in which nothing was paid', async () => {
    const { uids } = await allotted(['100', '200'])
    const [paying = 0, paid = 0] = uids
    await stage.pay(paid, (await newest(paid)).id)
    const next = await open()
    for (const uid of uids) await stage.buy(uid)
    for (const uid of uids)
      await transact(stage.database.db, (tx) => cancelSubscriptionsOf(tx, uid, stage.clock.business()))
    const reasons = async (uid: number) =>
      (await stage.ordersOf(uid)).rows.map((row) => row.reason ?? applicationName(row.status))
    expect(await reasons(paying)).toEqual(['accountClosed', 'accountClosed'])
    expect(await reasons(paid)).toEqual(['accountClosed', 'completed'])
    expect(await demandOf(next)).toEqual([0n, 0])
    await closed(next, 'reject')
  })
})
const applicationName = (status: number) =>
  Object.entries(orderStatuses).find(([, number]) => number === status)?.[0]

describe('the allotment', () => {
  it('is decided once of ten at once, for or against', async () => {
    const id = await open()
    const uid = await stage.applicant('1')
    await stage.buy(uid, '70')
    await stage.close()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => stage.decide(id, at % 2 === 0 ? 'approve' : 'reject')),
    )
    expect(fulfilled(results)).toBe(1)
    expect(await noticesOf(uid)).toHaveLength(1)
    const row = await newest(uid)
    expect([row.status, row.amout, row.reason]).toEqual(
      row.status === state('toPay') ? [2, '70', undefined] : [4, '70', 'issueCancelled'],
    )
  })
  it('of an issue that no one asked for is empty and public', async () => {
    const id = await open()
    await closed(id)
    expect(await getAllotment(stage.database.db, { issueId: id, after: '' })).toMatchObject({
      ...{ id, applications: 0, asked: '0', rows: [], next: null },
    })
  })
  it('of exactly what is offered gives all of it, and a step more than is offered shares it out', async () => {
    for (const [asked, sum] of [
      [['500', '100'], '600'],
      [['500', '110'], '600'],
    ] as const) {
      const { uids } = await allotted(asked)
      const given = await Promise.all(uids.map(async (uid) => usdt((await newest(uid)).amout)))
      expect(given.reduce<bigint>((all, one) => all + one, 0n)).toBe(usdt(sum))
      if (asked[1] === '100') expect(given).toEqual(asked.map(usdt))
      for (const uid of uids) expect(await noticesOf(uid)).toEqual(['subscriptionAllotted'])
    }
  })
  it('comes after the last day to pay only once that day is moved', async () => {
    const id = await open()
    const uid = await stage.applicant('1')
    await stage.buy(uid)
    await stage.close()
    stage.clock.advance(6 * dayMs)
    expect(await refused(stage.decide(id))).toEqual({ code: 'invalidState', reason: 'finaltimePassed' })
    expect((await newest(uid)).status).toBe(state('confirming'))
    await stage.save({ id, finaltime: dayOf(stage.clock.business()) })
    await stage.decide(id)
    expect((await newest(uid)).status).toBe(state('toPay'))
  })
})

describe('a payment', () => {
  it.each([
    ['a unit less than it costs', '23.33309999', false],
    ['exactly what it costs', '23.3331', true],
  ])('with %s in the contract wallet', async (_, wallet, isPaid) => {
    const { uids } = await allotted(['70'], wallet)
    const [uid = 0] = uids
    const { id: order, money } = await newest(uid)
    expect(money).toBe('23.3331')
    if (isPaid) {
      await stage.pay(uid, order)
      expect([await stage.held(uid, 'contract'), await stage.coins(uid)]).toEqual([0n, usdt('70')])
    } else
      expect(await refused(stage.pay(uid, order))).toEqual({
        ...{ code: 'insufficientBalance', needed: '23.3331', available: wallet },
      })
  })
  it('is taken to the last millisecond of the last day, and not after it, before any midnight ran', async () => {
    const { uids } = await allotted(['70', '80'])
    const [first = 0, second = 0] = uids
    const [one, other] = [await newest(first), await newest(second)]
    stage.clock.advance(one.lasttime - 1 - stage.clock.business())
    await stage.pay(first, one.id)
    stage.clock.advance(1)
    expect(await refused(stage.pay(second, other.id))).toEqual({ code: 'invalidState', reason: 'notPayable' })
    await stage.runMidnights()
    expect((await newest(second)).reason).toBe('unpaid')
    expect(await noticesOf(second)).toEqual([
      ...['subscriptionAllotted', 'subscriptionDueSoon', 'subscriptionCancelled'],
    ])
  })
  it('and a withdrawal at once end in one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { uids } = await allotted(['70'])
      const [uid = 0] = uids
      const { id: order } = await newest(uid)
      const results = await Promise.allSettled([stage.pay(uid, order), stage.cancel(uid, order)])
      expect(fulfilled(results)).toBe(1)
      const row = await newest(uid)
      const isPaid = row.status === state('completed')
      expect(await stage.coins(uid)).toBe(isPaid ? usdt('70') : 0n)
      expect(await stage.held(uid, 'contract')).toBe(usdt('1000') - (isPaid ? usdt('23.3331') : 0n))
    }
  })
  it('and the midnight that ends the issue at once end in one of them', async () => {
    const { id, uids } = await allotted(['70'])
    const [uid = 0] = uids
    const { id: order, lasttime } = await newest(uid)
    stage.clock.advance(lasttime - 1 - stage.clock.business())
    const midnight = { atMs: lasttime } as Parameters<typeof settleSubscriptions>[1]
    await Promise.allSettled([stage.pay(uid, order), settleSubscriptions(stage, midnight)])
    const row = await newest(uid)
    expect([state('completed'), state('cancelled')]).toContain(row.status)
    expect(await stage.coins(uid)).toBe(row.status === state('completed') ? usdt('70') : 0n)
    await settleSubscriptions(stage, midnight)
    expect((await stage.listed()).find((issue) => issue.id === id)?.state).toBe('over')
  })
  it('waits while a check of the ledger found something, and a withdrawal does not', async () => {
    const { uids } = await allotted(['70', '80'])
    const [paying = 0, leaving = 0] = uids
    const { id: order } = await newest(paying)
    await suspendLedger(stage)
    expect((await refused(stage.pay(paying, order))).code).toBe('ledgerSuspended')
    await stage.cancel(leaving, (await newest(leaving)).id)
    await resumeLedger(stage)
    await stage.pay(paying, order)
  })
  it('that dies at any statement is whole or undone, and counts once when it is repeated', async () => {
    const points = killPoints(28)
    const { uids } = await allotted(points.map(() => '20'))
    let deaths = 0
    for (const [place, at] of points.entries()) {
      const uid = uids[place] ?? 0
      const { id: order, money, amout } = await newest(uid)
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await stage.pay(uid, order).catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      const isPaid = (await newest(uid)).status === state('completed')
      expect(await stage.coins(uid)).toBe(isPaid ? usdt(amout) : 0n)
      await stage.pay(uid, order).catch(() => undefined)
      expect(await stage.coins(uid)).toBe(usdt(amout))
      expect(await stage.held(uid, 'contract')).toBe(usdt('1000') - usdt(money))
    }
    expect(deaths).toBeGreaterThan(0)
  })
})

describe('lists', () => {
  it('come in pages that touch, by state, and never with an application of another', async () => {
    const uid = await stage.applicant()
    const states: ApplicationState[] = []
    for (const what of ['pay', 'withdraw', 'reject', 'leave', 'open'] as const) {
      const id = await open()
      const { id: order } = await stage.buy(uid, '20')
      if (what === 'withdraw') await stage.cancel(uid, order)
      if (what === 'open') continue
      await closed(id, what === 'reject' ? 'reject' : 'approve')
      if (what === 'pay') await stage.pay(uid, order)
    }
    states.push('completed', 'cancelled', 'cancelled', 'toPay', 'confirming')
    const { db } = stage.database
    const page = { state: null, id: null, offset: 0, limit: 10, direction: 'asc' } as const
    const list = async (change: Partial<Parameters<typeof listSubscriptions>[2]>, of = uid) =>
      (await listSubscriptions(db, of, { ...page, ...change })).rows.map(applicationToWire)
    const all = await list({})
    expect(all.map(({ status }) => status)).toEqual(states.map(state))
    expect(await list({ direction: 'desc' })).toEqual(all.toReversed())
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => list({ offset, limit: 2 })))
    expect(pages.map((rows) => rows.length)).toEqual([2, 2, 1, 0])
    expect(pages.flat()).toEqual(all)
    for (const name of Object.keys(orderStatuses) as ApplicationState[])
      expect(await list({ state: name })).toEqual(all.filter(({ status }) => status === state(name)))
    const stranger = await stage.applicant()
    expect(await list({}, stranger)).toEqual([])
    for (const { id } of all) expect(await refused(list({ id }, stranger))).toEqual({ code: 'notFound' })
    expect(await list({ id: all[1]?.id ?? 0 })).toEqual([all[1]])
    // What is exported is the same, with the shares by their names in the published tables.
    const exported = async (name: string) => {
      const part = subscriptionPersonalData
        .exportParts(stage, { uid } as never)
        .find((one) => one.name === name)
      if (part === undefined) throw new Error(`no part ${name}`)
      const rows: unknown[] = []
      for await (const some of (await part.rows()) as AsyncIterable<unknown> | unknown[]) rows.push(some)
      return rows.flat()
    }
    expect(await exported('subscriptions')).toEqual(all)
    expect(await exported('allotments')).toMatchObject(
      all.map(({ id, issue, hash, asked }, at) => ({
        ...{ order: id, issue, hash, asked, allotted: at === 0 || at === 3 ? '20' : null },
      })),
    )
  })
})

it('leaves reserves and allotments sound after all of this', async () => {
  expect(await stage.violated()).toEqual({})
})
