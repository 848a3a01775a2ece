import { maxAlerts } from '@glasshouse/core/alerts/rules'
import { formatPrice, price, quantity, usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { manualFeed } from '@glasshouse/testkit/manualFeed'
import { platformOf } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMarkets } from '../markets/index.fixture.ts'
import type { Markets } from '../markets/index.ts'
import { listNotices } from '../notifications/index.fixture.ts'
import { type Alerts, listAlerts, openAlerts } from './index.fixture.ts'

const clock = fakeClock()
let database: TestDatabase
let feed: ReturnType<typeof manualFeed>
let markets: Markets
let alerts: Alerts
beforeAll(async () => {
  database = await cloneDatabase()
  await begin()
})
afterAll(async () => {
  await alerts.close()
  await markets.close()
  await database.drop()
})

const platform = () => platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT' })
const begin = async (past: Parameters<typeof manualFeed>[1] = {}) => {
  feed = manualFeed(clock, past)
  markets = await openMarkets(platform(), feed)
  alerts = await openAlerts({ ...platform(), markets })
  feed.book('BTCUSDT', '59999', '60001')
  trade('60000')
}
const trade = (at: string, changes: Parameters<typeof feed.trade>[2] = {}): number => {
  clock.tick(100)
  feed.trade('BTCUSDT', at, changes)
  return markets.inForce('BTCUSDT')?.tick.n ?? 0
}
const set = (uid: number, side: 'above' | 'below', at: string) =>
  alerts.add(uid, { pid: 1, side, price: price(at), percent: null })
/** `percent` in hundredths. */
const setChange = (uid: number, side: 'above' | 'below', percent: bigint) =>
  alerts.add(uid, { pid: 1, side, price: null, percent })
const noticesOf = async (uid: number) => {
  const query = { onlyUnread: false, tab: null, offset: 0, limit: 100, direction: 'asc' } as const
  return (await listNotices(database.db, uid, query, 'en')).rows.map(
    ({ kind, title, content }) => `${kind}: ${title}. ${content}`,
  )
}
/** The price of 24 hours before, which every test knows. */
const dayOpenAt = (of: Markets, atMs: number) => {
  const open = of.dayOpen(1, atMs)
  if (open === null) throw new Error('the market has no price of a day before')
  return open
}
const openOf = async (uid: number) =>
  (await listAlerts(database.db, markets, uid)).map(({ side, price: at, percent }) =>
    at === null ? `${side} ${percent}%` : `${side} ${at}`,
  )

it('is reached once by the first tick at its price or beyond, which its notice names', async () => {
  await set(1, 'above', '60100')
  await set(1, 'below', '59000')
  await set(2, 'above', '60100')
  trade('60099.99')
  trade('70000', { timeMs: clock.now() - 60_000 })
  await alerts.settle()
  expect(await noticesOf(1)).toEqual([])
  const n = trade('60100')
  trade('60200')
  trade('60050')
  trade('60300')
  await Promise.all([alerts.settle(), alerts.settle()])
  expect(await noticesOf(1)).toEqual([
    expect.stringContaining(
      `priceAlertReached: BTCUSDT is at or above 60,100. Your price alert was reached at 60,100 USDT, tick ${n},`,
    ),
  ])
  expect((await noticesOf(2)).length).toBe(1)
  expect(await openOf(1)).toEqual(['below 59000'])
})

it('is refused beyond twenty, ten at once, where the price already is, and in no market', async () => {
  trade('60000')
  const tries = await Promise.allSettled(
    Array.from({ length: maxAlerts + 10 }, (_, more) => set(3, 'above', String(61_000 + more))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxAlerts)
  expect((await expectDomainError(set(3, 'below', '5'))).data).toEqual({ max: maxAlerts })
  expect((await expectDomainError(set(4, 'above', '60000'))).code).toBe('outOfRange')
  expect((await expectDomainError(set(4, 'below', '0'))).code).toBe('outOfRange')
  const unknown = alerts.add(4, { pid: 999, side: 'above', price: price('1'), percent: null })
  expect((await expectDomainError(unknown)).code).toBe('notFound')
  const silent = alerts.add(4, { pid: 2, side: 'above', price: price('1'), percent: null })
  expect((await expectDomainError(silent)).code).toBe('notTradable')
})

it('is removed by its customer only, and then reached by nothing', async () => {
  const { id } = await set(5, 'above', '62000')
  expect((await expectDomainError(alerts.remove(6, id))).code).toBe('notFound')
  await alerts.remove(5, id)
  expect((await expectDomainError(alerts.remove(5, id))).code).toBe('notFound')
  trade('63000')
  await alerts.settle()
  expect(await noticesOf(5)).toEqual([])
})

it('misses no tick that comes while it is being stored', async () => {
  trade('60000')
  const setting = set(7, 'above', '60500')
  const n = trade('60600')
  trade('60000')
  await setting
  await alerts.settle()
  expect(await noticesOf(7)).toEqual([expect.stringContaining(`tick ${n},`)])
})

it('survives a database that is away: it is posted once when the database is back', async () => {
  trade('60000')
  await set(8, 'above', '60500')
  await sql`alter table notifications_notice rename to notifications_away`.execute(database.db)
  trade('60500')
  await alerts.settle()
  await sql`alter table notifications_away rename to notifications_notice`.execute(database.db)
  expect(await openOf(8)).toEqual(['above 60500'])
  await alerts.settle()
  expect([await openOf(8), (await noticesOf(8)).length]).toEqual([[], 1])
})

it('that waits for a change is reached at its percentage of the price of 24 hours before, which its notice names', async () => {
  trade('60000')
  const open = dayOpenAt(markets, clock.now())
  expect(
    (await expectDomainError(alerts.add(11, { pid: 1, side: 'above', price: null, percent: null }))).code,
  ).toBe('invalidField')
  const beyond = await expectDomainError(setChange(11, 'below', 10_000n))
  expect([beyond.code, beyond.data.max]).toEqual(['outOfRange', '99.99'])
  await setChange(11, 'above', 500n)
  await setChange(11, 'below', 250n)
  expect(await openOf(11)).toEqual(['below 2.5%', 'above 5%'])
  trade(formatPrice((open * 10_499n) / 10_000n))
  await alerts.settle()
  expect(await noticesOf(11)).toEqual([])
  const n = trade(formatPrice((open * 105n) / 100n))
  await alerts.settle()
  expect(await noticesOf(11)).toEqual([
    expect.stringMatching(
      new RegExp(`^changeAlertReached: BTCUSDT rose 5% in 24 hours. .*: 5% against .* tick ${n},`),
    ),
  ])
  trade(formatPrice((open * 97n) / 100n))
  await alerts.settle()
  expect((await noticesOf(11)).at(-1)).toMatch(/^changeAlertReached: BTCUSDT fell 2.5% in 24 hours. .*: −3% /)
  expect(await openOf(11)).toEqual([])
})

it('that a stored tick reached before a crash is judged at the start, and by a minute of the time between', async () => {
  trade('60000')
  await alerts.settle()
  await set(9, 'above', '60700')
  await set(10, 'below', '58000')
  await set(10, 'below', '57000')
  await setChange(12, 'above', 100n)
  await setChange(12, 'below', 300n)
  // Killed: what was reached is stored as a tick and not posted.
  await sql`alter table notifications_notice rename to notifications_away`.execute(database.db)
  const n = trade('60800')
  await alerts.settle()
  await markets.close()
  await sql`alter table notifications_away rename to notifications_notice`.execute(database.db)
  const dead = alerts
  clock.tick(10 * 60_000)
  const openMs = Math.floor(clock.now() / 60_000) * 60_000 - 5 * 60_000
  const p = (at: string) => price(at)
  const candle = { openMs, open: p('60000'), high: p('60100'), low: p('57500'), close: p('60000') }
  const minute = { ...candle, volume: quantity('0'), turnover: usdt('0') }
  await begin({ BTCUSDT: { '1m': [minute] } })
  await alerts.settle()
  expect(await noticesOf(9)).toEqual([expect.stringContaining(`tick ${n},`)])
  expect(await noticesOf(10)).toEqual([
    expect.stringMatching(/^priceAlertMissed: BTCUSDT was at or below 58,000\. .* 57,500 USDT in the minute/),
  ])
  expect(await openOf(10)).toEqual(['below 57000'])
  // The rise by the tick, the fall by the minute, both against the price of 24 hours before.
  expect(await noticesOf(12)).toEqual([
    expect.stringMatching(new RegExp(`^changeAlertReached: BTCUSDT rose 1% .* tick ${n},`)),
    expect.stringMatching(
      /^changeAlertMissed: BTCUSDT fell 3% in 24 hours. .* 57,500 USDT, −4.\d+% against 60,\d+ USDT/,
    ),
  ])
  await dead.close()
  expect((await noticesOf(9)).length).toBe(1)
})
