import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs, minuteMs } from '@glasshouse/core/calendar/durations'
import { poolDealingToWire, poolOrderToWire } from '@glasshouse/core/invest/copy/pool/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findKeptOrder } from '../investFigures/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { moveFunds } from '../wallets/index.ts'
import { dealCopyProducts } from './index.fixture.ts'
import { listDealings, listOwnPoolOrders, listPoolTrades } from './service/copy/poolOrders.ts'
import { readDays } from './service/copy/record.ts'
import { writeRecords } from './service/copy/records.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '65849.99', '65850'))

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
/** Moves the calendar to some minutes before the next midnight, UTC+1. */
const toMinutesBefore = (minutes: number): void => {
  const now = stage.clock.business()
  stage.clock.advance(startOfNextDay(now) - minutes * minuteMs - now)
}
/** Deals at the midnight that comes next. */
const dealNext = async (): Promise<void> => {
  const now = stage.clock.business()
  const atMs = startOfNextDay(now)
  stage.clock.advance(atMs - now)
  await dealCopyProducts(stage, { atMs, day: '', isLast: true })
}

it('who only asks for a place, took it back or has left sees nothing that a pool has open', async () => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const [follower, spy] = [await stage.saver('1000'), await stage.saver('100')]
  const order = await stage.ask(follower, product, '1000')
  await stage.deal()
  const first = await stage.open(lead, 1, 50)
  await stage.close(lead, first)
  await stage.open(lead, 1, 50)
  await stage.open(lead, 1, 1)
  const look = async (uid: number, id: number) => {
    const page = { id, offset: 0, limit: 50, direction: 'asc' } as const
    const { rows, total } = await listOwnPoolOrders(stage, { uid }, page)
    expect(total).toBe(rows.length)
    return rows.map(poolOrderToWire).map(({ status, skipped }) => skipped ?? status)
  }
  expect(await look(follower, order)).toEqual([3, 1, 'tooSmall'])
  const page = { id: product, offset: 0, limit: 50, direction: 'desc' } as const
  const publicTrades = async () =>
    (await listPoolTrades(stage, page)).rows
      .map(poolOrderToWire)
      .map(({ status, skipped }) => skipped ?? status)
  expect(await publicTrades()).toEqual([3])
  const asked = await stage.ask(spy, product, '100')
  expect(await look(spy, asked)).toEqual([3])
  await stage.end(spy, asked, 'now')
  expect(await look(spy, asked)).toEqual([3])
  expect(await refused(look(spy, order))).toMatchObject({ code: 'notFound' })
  await stage.end(follower, order, 'now')
  await stage.deal()
  expect(await look(follower, order)).toEqual([3, 3])
  expect(await publicTrades()).toEqual([3, 3])
  const { rows, total } = await listDealings(stage, page)
  const { payout } = await stage.order(follower, order)
  expect([total, rows.map(poolDealingToWire).map(({ putin, paidout }) => [putin, paidout])]).toEqual([
    2,
    [
      ['0', payout],
      ['1000', '0'],
    ],
  ])
  for (const list of [listPoolTrades, listDealings])
    expect(await refused(list(stage, { ...page, id: 999 }))).toMatchObject({ code: 'notFound' })
})

it('leaving ahead of a loss bears it: a request is dealt at prices not yet known, and a late one a day later', async () => {
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const [early, late] = [await stage.saver('1000'), await stage.saver('1000')]
  const [left, stays] = [await stage.ask(early, product, '1000'), await stage.ask(late, product, '1000')]
  await stage.deal()
  await stage.open(lead, 1, 100)
  toMinutesBefore(11)
  const before = (await stage.order(early, left)).value
  const midnight = startOfNextDay(stage.clock.business())
  expect((await stage.end(early, left, 'now')).leaves).toBe(midnight)
  toMinutesBefore(10)
  stage.clock.advance(1)
  // The fall is known now, and the next dealing no longer counts a request.
  stage.markets.set('BTCUSDT', '60000', '60000.01')
  expect((await stage.end(late, stays, 'now')).leaves).toBe(midnight + dayMs)
  expect(await refused(stage.end(early, left, 'now'))).toMatchObject({ reason: 'inRedemption' })
  await dealNext()
  const ended = await stage.order(early, left)
  expect(ended.state).toBe('ended')
  expect(Number(ended.payout)).toBeLessThan(Number(before) * 0.95)
  expect(await stage.order(late, stays)).toMatchObject({ state: 'running' })
  stage.markets.set('BTCUSDT', '55000', '55000.01')
  await dealNext()
  expect(Number((await stage.order(late, stays)).payout)).toBeLessThan(Number(ended.payout) * 0.95)
  expect(await stage.broken()).toEqual({})
})

it('a record shows neither money that comes in at midnight as a return nor hides that all was lost', async () => {
  const [early, gambler] = [await stage.lead('1000'), (await stage.newcomer()).uid]
  await stage.give(early, 'wallet', usdt('1000'))
  await stage.give(gambler, 'contract2', usdt('1000'))
  const move = (uid: number, from: 'wallet' | 'contract2', to: 'wallet' | 'contract2') =>
    transact(stage.database.db, (tx) =>
      moveFunds(tx, stage.clock.business(), uid, { from, to }, usdt('1000')),
    )
  /** Passes a midnight; something happens after it, before the record of the day is written. */
  const midnight = async (meanwhile = async (): Promise<unknown> => undefined) => {
    toMinutesBefore(-1)
    const atMs = startOfNextDay(stage.clock.business()) - dayMs
    await meanwhile()
    await writeRecords(stage, { atMs, day: '', isLast: true })
  }
  const indexOf = async (uid: number) =>
    (await readDays(stage.database.db, uid, null)).points.map(({ index }) => index)
  await midnight()
  await midnight(() => move(early, 'wallet', 'contract2'))
  await midnight(() => move(early, 'contract2', 'wallet'))
  expect(await indexOf(early)).toEqual([1_000_000_000n, 1_000_000_000n, 1_000_000_000n])
  // The whole wallet is lost, and much more put in a day later.
  await stage.open(gambler, 1, 70)
  stage.markets.set('BTCUSDT', '50000', '50000.01')
  await stage.engine.settled()
  expect(await stage.account(gambler, 'contract2')).toBe(0n)
  await midnight()
  await stage.give(gambler, 'contract2', usdt('100000'))
  await midnight()
  expect(await indexOf(gambler)).toEqual([1_000_000_000n, 1_000_000_000n, 1_000_000_000n, 0n, 0n])
})

it('an order that left a pool within a week is not one that was kept, although it is called ended', async () => {
  const product = await stage.copyProduct(await stage.lead('10000'))
  const [quick, patient] = [await stage.saver('100'), await stage.saver('100')]
  const [first, second] = [await stage.ask(quick, product, '100'), await stage.ask(patient, product, '100')]
  const isKept = async (uid: number) =>
    (await findKeptOrder(stage.database.db, uid, stage.clock.business(), 7 * dayMs)) !== null
  await stage.deal()
  await stage.end(quick, first, 'now')
  await stage.deal()
  expect(await stage.order(quick, first)).toMatchObject({ state: 'ended' })
  expect(await isKept(quick)).toBe(false)
  stage.clock.advance(6 * dayMs)
  expect([await isKept(quick), await isKept(patient)]).toEqual([false, true])
  await stage.end(patient, second, 'now')
  await stage.deal()
  expect([await isKept(quick), await isKept(patient)]).toEqual([false, true])
})
