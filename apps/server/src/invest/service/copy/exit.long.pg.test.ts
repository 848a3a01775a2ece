import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listNotices } from '../../../notifications/index.fixture.ts'
import { buyBaseCycle } from '../purchase.ts'
import { dealCopyProducts, dealWaitingPools } from './dealing.ts'
import { writeRecords } from './records.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
/** Moves the calendar to an instant. */
const moveTo = (ms: number): void => {
  stage.clock.advance(ms - stage.clock.business())
}
/** Deals at the midnight that comes next, and writes the records of the day. */
const dealNext = async (): Promise<number> => {
  const atMs = startOfNextDay(stage.clock.business())
  moveTo(atMs)
  const midnight = { atMs, day: '', isLast: true }
  await dealCopyProducts(stage, midnight)
  await writeRecords(stage, midnight)
  return atMs
}
/** An order of some money that has entered a pool of its own; its period ends at `endMs`. */
const entered = async (money: string, terms: Record<string, string | number>, beside = '') => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead, terms)
  const uid = await stage.saver(money)
  const order = await stage.ask(uid, product, money, 95)
  if (beside !== '') await stage.ask(await stage.saver(beside), product, beside, 95)
  const atMs = await dealNext()
  const { endtime: endMs } = await stage.order(uid, order)
  return { lead, product, uid, order, atMs, endMs }
}
const noticesOf = async (uid: number) => {
  const page = { offset: 0, limit: 100, direction: 'asc', onlyUnread: false, tab: null } as const
  return (await listNotices(stage.database.db, uid, page, 'en')).rows.map(({ kind }) => kind)
}

describe('at the end of a period', () => {
  it('who asks 72 hours before leaves there, who asks a millisecond later at the end of the next one', async () => {
    const first = await entered('1000', { freezedate: 5 }, '1000')
    const second = await entered('1000', { freezedate: 5 }, '1000')
    expect(first.endMs - first.atMs).toBe(5 * dayMs)
    moveTo(second.endMs - 3 * dayMs)
    expect(await stage.end(second.uid, second.order, 'period')).toEqual({
      ...{ id: second.order, state: 'running', leaves: second.endMs, payout: '0' },
    })
    stage.clock.advance(1)
    const third = await stage.saver('100')
    const late = await stage.ask(third, second.product, '100', 95)
    expect(await stage.end(third, late, 'period')).toMatchObject({ state: 'refunded', payout: '100' })
    expect(await stage.order(second.uid, second.order)).toMatchObject({
      ...{ overself: 2, leaves: second.endMs, endtime: second.endMs, returntime: second.endMs },
    })
    // The first order is one period on: its own end is a day before that of the second one.
    expect(first.endMs).toBe(second.endMs - dayMs)
    expect(await stage.end(first.uid, first.order, 'period')).toMatchObject({
      leaves: first.endMs + 5 * dayMs,
    })
    for (let night = 0; night < 2; night += 1) await dealNext()
    expect(await stage.order(second.uid, second.order)).toMatchObject({ state: 'running' })
    expect(await stage.order(first.uid, first.order)).toMatchObject({
      ...{ state: 'running', returntime: first.endMs + 5 * dayMs, endtime: first.endMs + 5 * dayMs },
    })
    await dealNext()
    expect(await stage.order(second.uid, second.order)).toMatchObject({ state: 'ended', fee: '0' })
    for (let night = 0; night < 4; night += 1) await dealNext()
    expect(await stage.order(first.uid, first.order)).toMatchObject({ state: 'ended', payout: '1000' })
    expect(await stage.broken()).toEqual({})
  })

  it('an order that is not ended rolls over, and its lead is paid of new profit alone', async () => {
    const { lead, uid, order, product } = await entered('1000', { freezedate: 1, leadfee: '10' }, '3000')
    const position = await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '65000', '65000.01')
    await dealNext()
    const gained = await stage.order(uid, order)
    const paid = await stage.account(lead, 'wallet')
    // A tenth of what both orders gained: 4000 of 4000 units.
    expect(paid).toBeGreaterThan(usdt('3.5'))
    expect(Number(gained.hwm)).toBeGreaterThan(1)
    expect(gained).toMatchObject({ state: 'running', hwm: gained.unitprice, fee: '0' })
    expect(usdt(gained.units ?? '0')).toBeLessThan(usdt('1000'))
    // The same price again, a loss, and the way back: nothing is charged twice.
    await dealNext()
    stage.markets.set('BTCUSDT', '64500', '64500.01')
    await dealNext()
    stage.markets.set('BTCUSDT', '64999.99', '65000')
    await dealNext()
    expect(await stage.account(lead, 'wallet')).toBe(paid)
    expect(await stage.order(uid, order)).toMatchObject({ units: gained.units, hwm: gained.hwm })
    // Above the mark only what is above it counts.
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    await dealNext()
    const more = (await stage.account(lead, 'wallet')) - paid
    expect(more).toBeGreaterThan(usdt('3.5'))
    expect(more).toBeLessThan(usdt('4.2'))
    await stage.close(lead, position)
    const { rows } = await sql<{ fees: string }>`
      select sum(fee) as fees from invest_dealing_order where product_id = ${product}`.execute(
      stage.database.db,
    )
    expect(String(rows[0]?.fees)).toBe(String(paid + more))
    expect(await stage.broken()).toEqual({})
  })

  it('customers hear of it four days before, once, and not who announced to leave', async () => {
    const stays = await entered('1000', { freezedate: 7 }, '1000')
    const leaves = await stage.saver('500')
    const order = await stage.ask(leaves, stays.product, '500')
    await dealNext()
    await stage.end(leaves, order, 'period')
    const heard = async () => (await noticesOf(stays.uid)).filter((kind) => kind === 'copyPeriod').length
    const days: number[] = []
    for (let night = 0; night < 8; night += 1) {
      await dealNext()
      days.push(await heard())
    }
    // Entered at midnight 0, this begins at 2; the period ends at 7 and 14, so it is told at 3 and 10.
    expect(days).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
    await dealNext()
    expect(await heard()).toBe(2)
    expect(await noticesOf(leaves)).toEqual(['copyEntered', 'copyLeft'])
  })
})

describe('between two periods', () => {
  it('who asks until 23:50 leaves at the next midnight, who asks later a day after, each with the levy', async () => {
    const { uid, order, product, atMs } = await entered('1000', { exitlevy: '1.5' }, '5000')
    const other = await stage.saver('500')
    const late = await stage.ask(other, product, '500')
    await dealNext()
    const midnight = atMs + 2 * dayMs
    moveTo(midnight - 10 * minuteMs)
    expect(await stage.end(uid, order, 'now')).toMatchObject({ leaves: midnight })
    stage.clock.advance(1)
    expect(await stage.end(other, late, 'now')).toMatchObject({ leaves: midnight + dayMs })
    await dealNext()
    expect(await stage.order(uid, order)).toMatchObject({ state: 'ended', payout: '985', fee: '15' })
    expect(await stage.order(other, late)).toMatchObject({ state: 'running', overself: 2 })
    await dealNext()
    // The levy of 15 made 5500 units worth 5515: of 501.36363636 a tenth of the profit and 1.5 % of the rest go.
    expect(await stage.order(other, late)).toMatchObject({ state: 'ended', payout: '493.7088633' })
    expect(await stage.broken()).toEqual({})
  })

  it('a now replaces an announced end of period, and nothing else is taken back', async () => {
    const { uid, order, atMs, endMs } = await entered('1000', { freezedate: 10 }, '1000')
    expect(await stage.end(uid, order, 'period')).toMatchObject({ leaves: endMs })
    expect(await refused(stage.end(uid, order, 'period'))).toEqual({
      ...{ code: 'invalidState', reason: 'inRedemption', leaves: endMs },
    })
    const next = atMs + dayMs
    expect(await stage.end(uid, order, 'now')).toMatchObject({ leaves: next })
    for (const when of ['period', 'now'] as const)
      expect(await refused(stage.end(uid, order, when))).toMatchObject({
        reason: 'inRedemption',
        leaves: next,
      })
    await dealNext()
    expect(await refused(stage.end(uid, order, 'now'))).toEqual({ code: 'invalidState', reason: 'finished' })
  })

  it('on the last day a now would leave where the announced end does, so it is refused and costs no levy', async () => {
    const { uid, order, endMs } = await entered('1000', { freezedate: 4, exitlevy: '2' }, '1000')
    await stage.end(uid, order, 'period')
    moveTo(endMs - dayMs + minuteMs)
    expect(await refused(stage.end(uid, order, 'now'))).toMatchObject({
      reason: 'inRedemption',
      leaves: endMs,
    })
    // Nights that were missed are made up in one go, and the order leaves at the last of them.
    await dealNext()
    expect(await stage.order(uid, order)).toMatchObject({ state: 'ended', payout: '1000', fee: '0' })
  })

  it('a hundred requests at once announce one exit', async () => {
    const { uid, order, atMs } = await entered('1000', {}, '1000')
    const asked = await Promise.allSettled(Array.from({ length: 100 }, () => stage.end(uid, order, 'now')))
    const done = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done).toEqual([{ id: order, state: 'running', leaves: atMs + dayMs, payout: '0' }])
    await dealNext()
    expect(await stage.order(uid, order)).toMatchObject({ state: 'ended' })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('999'))
    expect(await stage.broken()).toEqual({})
  })

  it('while a market is silent a request waits for the midnight after it: the late dealing is not for it', async () => {
    const { lead, uid, order, atMs } = await entered('1000', {}, '1000')
    await stage.open(lead, 1, 50)
    stage.markets.silence('BTCUSDT')
    const silent = await dealNext()
    expect(silent).toBe(atMs + dayMs)
    stage.clock.advance(minuteMs)
    expect(await stage.end(uid, order, 'now')).toMatchObject({ leaves: silent + dayMs })
    stage.markets.set('BTCUSDT', '63000', '63000.01')
    await dealWaitingPools(stage)
    expect(await stage.order(uid, order)).toMatchObject({ state: 'running', overself: 2 })
    expect(Number((await stage.order(uid, order)).profit)).toBeLessThan(0)
    await dealNext()
    expect(await stage.order(uid, order)).toMatchObject({ state: 'ended' })
  })
})

describe('a waiting order', () => {
  it('is refunded once, whole and at once, and never by another customer', async () => {
    const product = await stage.copyProduct(await stage.lead('10000'))
    const [uid, other] = [await stage.saver('700'), await stage.saver('100')]
    const order = await stage.ask(uid, product, '700')
    for (const [who, what] of [
      [other, order],
      [uid, order + 1000],
      [10_000, order],
    ] as const)
      expect(await refused(stage.end(who, what, 'now'))).toEqual({ code: 'notFound' })
    const asked = Array.from({ length: 20 }, (_, at) =>
      stage.end(uid, order, at % 2 === 0 ? 'now' : 'period'),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ data: { reason: 'finished' } })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('700'))
    expect(await stage.order(uid, order)).toMatchObject({
      ...{ state: 'refunded', status: 1, payout: '700', profit: '0', units: '0', fee: '0', next: null },
    })
    const { rows } = await sql<{ waiting: bigint }>`
      select waiting from invest_pool where product_id = ${product}`.execute(stage.database.db)
    expect(rows).toEqual([{ waiting: 0n }])
    // The place is free again.
    expect(await stage.ask(uid, product, '700')).toBeGreaterThan(order)
    expect(await stage.broken()).toEqual({})
  })

  it('is not what redemption is for, nor can an order of a cycle be ended this way', async () => {
    const { uid, order } = await entered('100', {})
    expect(await refused(stage.redeem(uid, order))).toEqual({
      ...{ code: 'invalidState', reason: 'endItYourself' },
    })
    const product = await stage.product()
    await stage.give(uid, 'wallet', usdt('100'))
    const bought = await buyBaseCycle(
      stage,
      { uid },
      {
        ...{ productId: product, method: 'fixed', amount: usdt('100') },
        ...{ withdrawPassword: testPassword, stopLossPercent: null },
      },
    )
    expect(await refused(stage.end(uid, bought.id, 'now'))).toEqual({ code: 'notFound' })
  })
})
