import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { optionReceipt } from '../list.ts'

let stage: OptionStage
const uid = 7
beforeEach(async () => {
  stage = await optionFixture()
  await stage.give(uid, '1000')
})
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.close()
})

type RecordReader = Parameters<OptionStage['feed']['keepRecord']>[0]
type RawTrade = Awaited<ReturnType<RecordReader>>[number]

/** Trades of the record: a number each, milliseconds around an instant, and the price. */
const recorded = (
  aroundMs: number,
  rows: readonly (readonly [number, number, string])[],
): readonly RawTrade[] =>
  rows.map(([sequence, byMs, at]) => ({
    symbol: 'BTCUSDT',
    sequence,
    timeMs: aroundMs + byMs,
    recordedMs: null,
    price: price(at),
    quantity: quantity('0.5'),
    side: 'buy',
  }))
const keep = (trades: readonly RawTrade[]) =>
  stage.feed.keepRecord(async (_, fromMs, toMs) =>
    trades.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs),
  )
/** Looks until every option is settled; the record is fetched meanwhile. */
const settled = () =>
  vi.waitFor(
    async () => {
      await stage.pass(0)
      expect(await stage.list(uid, 'open')).toEqual([])
    },
    { timeout: 10_000 },
  )
/** A trade every second for so many seconds, each followed by a look. */
const speak = async (seconds: number, at: string) => {
  for (let second = 0; second < seconds; second += 1) {
    await stage.pass(1_000)
    stage.trade(at)
    await stage.pass(0)
  }
}
const receiptOf = (id: number) => optionReceipt(stage.deps, { uid }, id)
const fetchedTicks = async () => {
  const { rows } = await sql<{ source_sequence: string; price: bigint }>`
    select source_sequence, price from markets_tick where fetched order by n`.execute(stage.database.db)
  return rows
}

it('settles an expiry in a disconnection by the last trade of the source’s record', async () => {
  const order = await stage.place(uid)
  keep(
    recorded(order.expires_ms, [
      [9001, -900, '60500'],
      [9002, -10, '61000'],
      [9003, 40, '50000'],
    ]),
  )
  await stage.pass(36_000)
  await settled()
  const { exit } = await receiptOf(order.id)
  expect(exit).toMatchObject({
    rule: 'callAboveAtExpiry',
    silentFrom: null,
    tick: { sourceSequence: '9002', price: '61000', fetched: true },
  })
  // It is in the log and nowhere else: the price in force, its list and its chart are those of live trades.
  expect(stage.deps.markets.inForce('BTCUSDT')?.tick.price).toBe(price('60000'))
  expect(stage.deps.markets.view(1)?.trades).toHaveLength(1)
  stage.trade('60001')
  await expect.poll(fetchedTicks).toHaveLength(3)
})

it('settles by the record after a restart, once, also when trades of it are in the log already', async () => {
  const order = await stage.place(uid, { type: 'put' })
  keep(
    recorded(order.expires_ms, [
      [9001, -10, '59000'],
      [9002, 40, '61000'],
    ]),
  )
  stage.clock.tick(36_000)
  await stage.restart()
  await settled()
  expect((await receiptOf(order.id)).exit).toMatchObject({
    rule: 'putBelowAtExpiry',
    tick: { fetched: true },
  })
  const other = await sql`select count(*)::int as n from options_event where kind = 'settled'`.execute(
    stage.database.db,
  )
  expect(other.rows).toEqual([{ n: 1 }])
  await stage.restart()
  stage.deps.markets.recordAt(1, order.expires_ms)
  await expect
    .poll(() => stage.deps.markets.recordAt(1, order.expires_ms))
    .toMatchObject({ kind: 'settled', tick: { sourceSequence: '9001' } })
  expect(await fetchedTicks()).toHaveLength(2)
})

it('is void when the source had no trade within 5 s around the expiry itself', async () => {
  const order = await stage.place(uid)
  keep(
    recorded(order.expires_ms, [
      [9001, -2600, '61000'],
      [9002, 2500, '61000'],
    ]),
  )
  await stage.pass(36_000)
  await settled()
  expect((await receiptOf(order.id)).exit).toMatchObject({ rule: 'silentAroundExpiry' })
  expect(await stage.held(uid, 'wallet')).toBe(usdt('1000'))
})

it('waits 60 s for a record that cannot be had, holds up no other expiry, and is void then', async () => {
  stage.feed.keepRecord(() => Promise.reject(new Error('the exchange answers 503')))
  const order = await stage.place(uid)
  await stage.pass(36_000)
  stage.trade('60001')
  const later = await stage.place(uid)
  await speak(31, '60002')
  expect((await stage.list(uid, 'open')).map(({ id }) => id)).toEqual([order.id])
  expect((await receiptOf(later.id)).exit).toMatchObject({ tick: { price: '60002' } })
  await speak(28, '60002')
  expect(await stage.list(uid, 'open')).toHaveLength(1)
  await speak(2, '60002')
  expect(await stage.list(uid, 'open')).toEqual([])
  expect((await receiptOf(order.id)).exit).toMatchObject({ rule: 'silentAroundExpiry' })
})

it('asks again until the record can be had', async () => {
  const order = await stage.place(uid)
  const trades = recorded(order.expires_ms, [
    [9001, -10, '61000'],
    [9002, 40, '61000'],
  ])
  let asked = 0
  stage.feed.keepRecord(async () => {
    asked += 1
    if (asked < 3) throw new Error('the record has a hole')
    return trades
  })
  await stage.pass(36_000)
  for (let second = 1; second <= 3; second += 1) {
    await expect.poll(() => asked).toBe(second)
    await stage.pass(1_000)
  }
  await settled()
  expect((await receiptOf(order.id)).exit).toMatchObject({ rule: 'callAboveAtExpiry' })
})

it('does not let a fetched trade settle an expiry outside the gap', async () => {
  const order = await stage.place(uid)
  stage.clock.tick(20_000)
  stage.trade('60000')
  // 16 s later than the other; the market has messages again before it.
  const later = await stage.place(uid)
  keep(
    recorded(order.expires_ms, [
      [9001, -10, '61000'],
      [9002, 4_900, '62000'],
    ]),
  )
  stage.clock.tick(25_000)
  await speak(6, '60100')
  await settled()
  expect((await receiptOf(order.id)).exit?.tick).toMatchObject({ price: '61000', fetched: true })
  expect((await receiptOf(later.id)).exit?.tick).toMatchObject({ price: '60100' })
  expect((await receiptOf(later.id)).exit?.tick).not.toHaveProperty('fetched')
})

it('settles an expiry in a short disconnection, and among missed trades, by the record', async () => {
  const { sink } = stage.feed
  const order = await stage.place(uid)
  await speak(29, '60000')
  sink().state('disconnected')
  await stage.pass(2_000)
  sink().state('connected')
  keep(
    recorded(order.expires_ms, [
      [9001, -10, '61000'],
      [9002, 900, '62000'],
    ]),
  )
  stage.trade('62000', { sequence: 9_003 })
  await settled()
  expect((await receiptOf(order.id)).exit?.tick).toMatchObject({ sourceSequence: '9001', fetched: true })

  const second = await stage.place(uid)
  for (let sequence = 10_000; sequence < 10_029; sequence += 1) {
    await stage.pass(1_000)
    stage.trade('62000', { sequence })
  }
  keep(
    recorded(second.expires_ms, [
      [10_100, -5, '63000'],
      [10_101, 150, '62000'],
    ]),
  )
  stage.clock.tick(1_200)
  // The number of the next trade says that there were others.
  sink().missed('BTCUSDT', 73)
  stage.trade('62000', { sequence: 10_102 })
  await stage.pass(301)
  await settled()
  expect((await receiptOf(second.id)).exit?.tick).toMatchObject({ sourceSequence: '10100', fetched: true })
})

it('settles by the live trade when the record of a short disconnection cannot be had', async () => {
  stage.feed.keepRecord(() => Promise.reject(new Error('the exchange answers 503')))
  const order = await stage.place(uid)
  await speak(29, '60001')
  stage.feed.sink().state('disconnected')
  await stage.pass(2_000)
  stage.feed.sink().state('connected')
  await speak(59, '60002')
  expect(await stage.list(uid, 'open')).toHaveLength(1)
  await speak(3, '60002')
  expect((await receiptOf(order.id)).exit?.tick).toMatchObject({ price: '60001' })
})
