import { dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { issueToWire } from '@glasshouse/core/subscription/codec'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import { listSubscriptionProducts } from './index.fixture.ts'
import {
  listSubscriptionIssues,
  listSubscriptionReserves,
  lockSubscriptionPromise,
  settleSubscriptions,
} from './index.ts'
import { dayMs, openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

const origin = { ip: '10.1.2.3', userAgent: 'test' }
let stage: SubscriptionStage
beforeAll(async () => {
  stage = await openSubscriptionStage()
})
afterAll(() => stage.database.drop())
/** Issues of a case are closed and cancelled after it, so that the market is free again. */
afterEach(async () => {
  const has = async (state: string) => (await stage.listed()).some((issue) => issue.state === state)
  while (await has('open')) await stage.close()
  if (!(await has('closed'))) return
  await stage.close()
  for (const { id, state } of await stage.listed()) if (state === 'closed') await stage.decide(id, 'reject')
})

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
const inDays = (days: number) => dayOf(stage.clock.business() + days * dayMs)
const save = (change: Parameters<SubscriptionStage['save']>[0] = {}) =>
  stage.save(change.id === undefined ? { finaltime: inDays(5), ...change } : change)
const stateOf = async (id: number) => (await stage.listed()).find((issue) => issue.id === id)?.state
const shownIds = async (openOnly = false) =>
  (await listSubscriptionProducts(stage, openOnly)).map(({ id }) => id)
const auditOf = async (id: number) => {
  const { rows } = await sql<{ before: Record<string, unknown>; after: Record<string, unknown>; ip: string }>`
    select before, after, ip from staff_audit where action = 'productSave' and target = ${`subscription ${id}`}
    order by id`.execute(stage.database.db)
  return rows
}

describe('a new issue', () => {
  const whole = {
    ...{ kind: 'subscription' as const, pid: 3, price: '0.5', number: 600, step: 10 },
    ...{ minnumber: 10, maxnumber: 500, opentime: 1, closetime: 2 },
    ...{ finaltime: '20991231', risksheet: 'Coins can lose their whole value.' },
  }
  it.each(Object.keys(whole).filter((name) => !['kind', 'pid'].includes(name)))(
    'without %s is refused and names it',
    async (field) => {
      const before = (await stage.listed()).length
      expect(await refused(stage.save({ ...whole, [field]: undefined }))).toEqual({
        ...{ code: 'invalidField', field },
      })
      expect(await stage.listed()).toHaveLength(before)
    },
  )
  it.each([
    ['price', { price: '0' }],
    ['number', { number: 605 }],
    ['minnumber', { minnumber: 15 }],
    ['minnumber', { minnumber: 510 }],
    ['maxnumber', { maxnumber: 505 }],
    ['maxnumber', { maxnumber: 610 }],
    ['closetime', { closetime: 1 }],
    ['finaltime', { closetime: Date.UTC(2099, 11, 31, 23) }],
  ])('with a %s that contradicts another field is refused', async (field, change) => {
    expect(await refused(stage.save({ ...whole, ...change }))).toEqual({ code: 'outOfRange', field })
  })
  it.each([
    ['a text that is no price', { price: 'cheap' }, { code: 'invalidField', field: 'price' }],
    ['a day that does not exist', { finaltime: '20991232' }, { code: 'invalidField', field: 'finaltime' }],
    ['a risk sheet of blanks', { risksheet: ' \n ' }, { code: 'invalidField', field: 'risksheet' }],
    ['a market that does not exist', { pid: 99 }, { code: 'notFound' }],
  ])('with %s is refused', async (_, change, expected) => {
    expect(await refused(stage.save({ ...whole, ...change }))).toEqual(expected)
  })
  it('without a market, or under the number of none, is refused', async () => {
    expect(await refused(stage.save({ ...whole, pid: undefined }))).toEqual({
      ...{ code: 'invalidField', field: 'pid' },
    })
    expect(await refused(stage.save({ id: 999_999, finaltime: '20991231' }))).toEqual({ code: 'notFound' })
  })
  it('is a draft that no customer sees, with a record of what was saved and from where', async () => {
    const { id, state, promised, asked, applications } = await save()
    expect([state, promised, asked, applications]).toEqual(['draft', '0', '0', 0])
    expect(await shownIds()).not.toContain(id)
    expect(await auditOf(id)).toMatchObject([
      { ip: '', before: {}, after: { pid: 3, state: 'draft', price: '0.33333', number: '600', step: '10' } },
    ])
  })
})

describe('a draft', () => {
  it('changes in every field but its market, each change recorded, and is not saved as it is', async () => {
    const { id } = await save()
    const changes = [
      { price: '0.4' },
      { number: 700 },
      { step: 20, number: 800, minnumber: 20, maxnumber: 400 },
      { opentime: stage.clock.business() + 1000 },
      { closetime: stage.clock.business() + 2 * dayMs },
      { finaltime: inDays(9) },
      { risksheet: 'Another sheet.' },
    ]
    for (const change of changes) {
      const row = await save({ id, ...change })
      const { price, number, risksheet } = change
      if (price !== undefined) expect(row.price).toBe(price)
      if (number !== undefined) expect(row.number).toBe(String(number))
      if (risksheet !== undefined) expect(row.risksheet).toBe(risksheet)
      expect(await refused(save({ id, ...change }))).toEqual({ code: 'invalidState', reason: 'unchanged' })
    }
    expect(await refused(save({ id, pid: 2 }))).toEqual({ code: 'invalidState', reason: 'kind' })
    expect(await refused(save({ id }))).toEqual({ code: 'invalidState', reason: 'unchanged' })
    expect(await auditOf(id)).toHaveLength(changes.length + 1)
  })
  it.each([
    ['a unit less than is offered', '599.99999999', 'draft'],
    ['exactly what is offered', '600', 'open'],
    ['more than is offered', '601', 'open'],
  ])('with %s in its reserve', async (_, coins, state) => {
    const { id } = await save()
    await stage.fund(id, coins)
    expect(await stateOf(id)).toBe(state)
    expect(await shownIds(true)).toEqual(state === 'open' ? [id] : [])
  })
  it('that is funded before its window opens at its first millisecond', async () => {
    const openMs = stage.clock.business() + 5000
    const { id } = await save({ opentime: openMs, closetime: openMs + dayMs })
    await stage.fund(id, '600')
    stage.clock.advance(4999)
    await stage.advance()
    expect(await stateOf(id)).toBe('draft')
    stage.clock.advance(1)
    await stage.advance()
    expect(await stateOf(id)).toBe('open')
  })
  it('whose window has passed unfunded never opens, however much is put in afterwards', async () => {
    const { id } = await save({ closetime: stage.clock.business() + 1000 })
    stage.clock.advance(1000)
    await stage.fund(id, '600')
    await stage.runMidnights()
    expect(await stateOf(id)).toBe('draft')
    // Its coins are the operator's.
    expect(await transact(stage.database.db, (tx) => lockSubscriptionPromise(tx, id, 'SOL'))).toBe(0n)
  })
  it('that is funded already opens with the change that brings it into its window', async () => {
    const { id } = await save({
      opentime: stage.clock.business() + dayMs,
      closetime: stage.clock.business() + 2 * dayMs,
    })
    await stage.fund(id, '600')
    expect(await stateOf(id)).toBe('draft')
    const { state } = await save({ id, opentime: stage.clock.business() })
    expect(state).toBe('open')
  })
  it('of two that are moved on at once for one market, one opens, and the other when the first has closed', async () => {
    const nowMs = stage.clock.business()
    const [one, other] = [
      await save({ opentime: nowMs + 1000, closetime: nowMs + dayMs }),
      await save({ opentime: nowMs + 1000, closetime: nowMs + 3 * dayMs }),
    ]
    for (const { id } of [one, other]) await stage.fund(id, '600')
    stage.clock.advance(1000)
    await Promise.all(Array.from({ length: 10 }, () => stage.advance()))
    const states = async () => [await stateOf(one.id), await stateOf(other.id)]
    expect(await states()).toEqual(['open', 'draft'])
    await stage.close()
    expect(await states()).toEqual(['closed', 'open'])
  })
})

describe('an open issue', () => {
  const open = async (change: Parameters<typeof save>[0] = {}) => {
    const { id } = await save(change)
    await stage.fund(id, '600')
    return id
  }
  it.each([
    ['the price', { price: '0.4' }],
    ['the number', { number: 700 }],
    ['the step', { step: 5 }],
    ['the smallest number', { minnumber: 20 }],
    ['the largest number', { maxnumber: 400 }],
    ['the opening', { opentime: 2 }],
    ['the close', { closetime: 4_000_000_000_000 }],
    ['the risk sheet', { risksheet: 'Another sheet.' }],
  ])('does not change %s', async (_, change) => {
    const id = await open()
    const answer = await refused(save({ id, finaltime: '20991231', ...change }))
    expect(answer).toEqual({ code: 'invalidState', reason: 'opened' })
    expect(await stateOf(id)).toBe('open')
  })
  it('takes a later last day while it is open, closed and paid, and an earlier one never', async () => {
    const id = await open()
    const later = async (days: number) => {
      const finaltime = inDays(days)
      expect(await save({ id, finaltime })).toMatchObject({ finaltime })
    }
    await later(6)
    expect(await refused(save({ id, finaltime: inDays(5) }))).toMatchObject({ reason: 'opened' })
    await stage.close()
    await later(7)
    await stage.decide(id)
    await later(8)
    expect(await refused(save({ id, finaltime: inDays(7) }))).toMatchObject({ reason: 'opened' })
    await stage.pass(10)
    expect(await stateOf(id)).toBe('over')
    expect(await refused(save({ id, finaltime: inDays(20) }))).toEqual({
      ...{ code: 'invalidState', reason: 'ended' },
    })
  })
  it('promises what it offers while it is open and closed, what is allotted while it is paid, then nothing', async () => {
    const id = await open()
    const uid = await stage.applicant()
    await stage.buy(uid, '20')
    const promised = (asset = 'SOL') =>
      transact(stage.database.db, (tx) => lockSubscriptionPromise(tx, id, asset))
    const listed = async () =>
      (await listSubscriptionReserves(stage.database.db)).filter((row) => row.id === id)
    expect([await promised(), await promised('USDT'), await promised('BTC')]).toEqual([usdt('600'), 0n, null])
    await stage.close()
    expect(await promised()).toBe(usdt('600'))
    await stage.decide(id)
    expect(await promised()).toBe(usdt('20'))
    expect(await listed()).toEqual([
      { id, asset: 'SOL', promised: usdt('20') },
      { id, asset: 'USDT', promised: 0n },
    ])
    await stage.pay(uid, (await stage.ordersOf(uid)).rows[0]?.id ?? 0)
    expect(await promised()).toBe(0n)
    expect(await transact(stage.database.db, (tx) => lockSubscriptionPromise(tx, 999_999, 'SOL'))).toBe(null)
    await stage.pass(8)
  })
  it('is closed by a midnight too, once, where no watch was there at its instant', async () => {
    const id = await open()
    stage.clock.advance(dayMs)
    const midnight = { atMs: stage.clock.business() } as Parameters<typeof settleSubscriptions>[1]
    await Promise.all(Array.from({ length: 5 }, () => settleSubscriptions(stage, midnight)))
    expect(await stateOf(id)).toBe('closed')
  })
  it('shows customers no price of a market that does not trade, and whole terms', async () => {
    const id = await open()
    const [issue] = (await listSubscriptionProducts(stage, true)).map(issueToWire)
    expect(issue).toMatchObject({
      ...{ id, status: 1, state: 'open', nowPrice: null, high: null, low: null, color: null },
      ...{ price: '0.33333', number: '600', reserve: '600', asked: '0', applications: 0 },
    })
  })
})

it('staff see every issue with what is asked, promised and paid, and each look is recorded', async () => {
  const draft = await save()
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from staff_audit where action = 'productList' and target = 'subscription'`.execute(
      stage.database.db,
    )
    return rows[0]?.n ?? 0
  }
  const before = await count()
  const rows = await listSubscriptionIssues(stage, stage.manager, origin)
  expect(rows[0]).toMatchObject({ id: draft.id, state: 'draft', promised: 0n, reserve: 0n, paid: 0n })
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a))
  expect(await count()).toBe(before + 1)
})

it('leaves reserves and allotments sound after all of this', async () => {
  expect(await stage.violated()).toEqual({})
})
