import { deriveCandles } from '@glasshouse/core/markets/candles'
import { withMarketNames } from '@glasshouse/core/markets/codec'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { ChartInterval } from '@glasshouse/core/markets/intervals'
import type { PublicMessage } from '@glasshouse/core/markets/topics'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { marketCalls } from '@glasshouse/core/markets/wire'
import { formatPrice, price, quantity } from '@glasshouse/core/money/units'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClock, fakeClock } from '../../../../packages/testkit/src/clock.ts'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import { type ManualFeed, manualFeed, waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { assertLeading } from '../platform/leadership/index.ts'
import { sha256 } from '../platform/secrets/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { marketRoutes, openMarkets } from './index.fixture.ts'
import type { Markets } from './index.ts'
import { listBestTicks } from './store/extremes.ts'
import { listWriterRecords } from './store/writers.ts'
import { listTicksFrom } from './store.ts'

const btc = { pid: 1, symbol: 'BTCUSDT' }
let database: TestDatabase
let clock: FakeClock
let feed: ManualFeed
let markets: Markets

const open = async (): Promise<void> => {
  feed = manualFeed(clock)
  markets = await openMarkets(platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT' }), feed)
}
const writers = () => listWriterRecords(database.db, btc, 1, 1_000_000)
const stored = (): Promise<readonly Tick[]> => listTicksFrom(database.db, btc, 1, 10_000)
const call = (path: keyof typeof marketCalls, body: object): Promise<unknown> => {
  const found = marketRoutes(markets, { database }).find((route) => route.path === path)
  if (found === undefined) throw new Error(`no route ${path}`)
  return found.answer({ body } as never)
}
const sendControl = (prices: readonly string[]): void => {
  for (const at of prices) {
    clock.tick(100)
    feed.trade('BTCUSDT', at)
  }
}

beforeEach(async () => {
  database = await cloneDatabase()
  clock = fakeClock()
  await open()
})
afterEach(async () => {
  await markets.close().catch(() => undefined)
  await database.drop()
})

describe('ticks', () => {
  it('carry price, bid and ask, are numbered without a hole, and verify as a chain', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66001'])
    feed.book('BTCUSDT', '66000', '66002')
    await markets.close()
    const ticks = await stored()
    expect(ticks.map(({ n, kind, price, bid, ask }) => [n, kind, price, bid, ask])).toEqual([
      [2, 'trade', price('66000'), price('65999'), price('66001')],
      [3, 'trade', price('66001'), price('65999'), price('66001')],
      [4, 'book', price('66001'), price('66000'), price('66002')],
    ])
    // The ticks, and that the writer began and stopped.
    expect(verifyChain(ticks, sha256, await writers())).toEqual({
      checked: 5,
      forged: [],
      unlinked: [],
      holes: [],
    })
  })

  it('of a leader that was replaced are kept in no transaction', async () => {
    await markets.close()
    await sql`update platform_leader set term = 1`.execute(database.db)
    feed = manualFeed(clock)
    const platform = platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT' })
    markets = await openMarkets({ ...platform, assertLeading: (tx) => assertLeading(tx, 1) }, feed)
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000'])
    const tick = markets.inForce('BTCUSDT')?.tick
    if (tick === undefined) throw new Error('a tick')
    const keep = (): Promise<void> => transact(database.db, (tx) => markets.keep(tx, tick))
    await keep()
    await sql`update platform_leader set term = 2`.execute(database.db)
    await expect(keep()).rejects.toMatchObject({ name: 'LeadershipLost' })
  })

  it('wait for the first book, and a book that changes no best price makes none', async () => {
    sendControl(['66000', '66001'])
    expect(markets.inForce('BTCUSDT')).toBeNull()
    feed.book('BTCUSDT', '65999', '66001')
    expect(markets.inForce('BTCUSDT')?.tick).toMatchObject({ n: 3, price: price('66001') })
    feed.book('BTCUSDT', '65999', '66001', { bids: [[price('65999'), quantity('9')]] })
    expect(markets.inForce('BTCUSDT')?.tick.n).toBe(3)
  })

  it('reach every listener at once, also when another one throws', () => {
    const heard: number[] = []
    markets.onTick(() => {
      throw new Error('broken listener')
    })
    const stop = markets.onTick((tick) => heard.push(tick.n))
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66001'])
    stop()
    sendControl(['66002'])
    expect(heard).toEqual([2, 3])
  })

  it('drop and count zero, duplicate, late and unconfirmed trades, and keep the price', () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000'])
    feed.trade('BTCUSDT', '66001', { sequence: 2 })
    feed.trade('BTCUSDT', '66001', { sequence: 1 })
    feed.trade('BTCUSDT', '66001', { timeMs: clock.now() - 61_000, sequence: 90 })
    feed.trade('BTCUSDT', '0', { sequence: 91 })
    feed.trade('BTCUSDT', '6600', { sequence: 92 })
    feed.trade('BTCUSDT', '66002', { sequence: 93 })
    feed.sink().dropped('BTCUSDT', 'malformed')
    feed.trade('NONEUSDT', '1')
    expect(markets.inForce('BTCUSDT')?.tick).toMatchObject({ n: 3, price: price('66002') })
    expect(markets.status().symbols[0]?.dropped).toEqual({
      duplicate: 1,
      outOfOrder: 1,
      clockAway: 1,
      malformed: 2,
      unconfirmed: 1,
    })
  })

  it('of a price and a quantity that no candle can hold are dropped, and the log is written on', async () => {
    const huge = { quantity: quantity('999999999999999') }
    feed.book('BTCUSDT', '65999', '66001')
    for (const at of ['999999999999999', '999999999999998']) feed.trade('BTCUSDT', at, huge)
    feed.trade('BTCUSDT', '66000')
    expect((await markets.heads()).find(({ symbol }) => symbol === 'BTCUSDT')?.n).toBe(2)
    expect(markets.status().symbols[0]?.dropped).toEqual({ malformed: 2 })
  })

  it('are stale before the first message and after 5 s of silence, per symbol', () => {
    const stale = () => markets.status().symbols.map((symbol) => symbol.stale)
    expect(stale()).toEqual([true, true])
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000'])
    expect(stale()).toEqual([false, true])
    clock.tick(4899)
    expect(markets.inForce('BTCUSDT')).toMatchObject({ stale: false, lastStale: false })
    // The book came 100 ms before the trade.
    clock.tick(1)
    expect(markets.inForce('BTCUSDT')).toMatchObject({ stale: true, lastStale: false })
    clock.tick(100)
    expect(markets.inForce('BTCUSDT')).toMatchObject({ stale: true, lastStale: true, tick: { n: 2 } })
  })
})

describe('the tick log', () => {
  it('continues its numbers and its chain over a clean restart', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66001'])
    await markets.close()
    await open()
    expect(markets.inForce('BTCUSDT')).toMatchObject({ stale: true, tick: { n: 3 } })
    feed.book('BTCUSDT', '65999', '66001')
    // The tick in force is still the one from before, so nothing may be settled at it.
    expect(markets.inForce('BTCUSDT')).toMatchObject({ stale: true, tick: { n: 3 } })
    sendControl(['66002', '66003'])
    await markets.close()
    expect(verifyChain(await stored(), sha256, await writers())).toEqual({
      checked: 8,
      forged: [],
      unlinked: [],
      holes: [],
    })
    expect((await writers()).map(({ event }) => event)).toEqual(['start', 'stop', 'start', 'stop'])
  })

  it('never uses a number again after a crash, and tells the hole', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000'])
    await waitUntil(async () => (await stored()).length === 1)
    // What a kill loses: ticks that were told but not written, while the reservation stands.
    const lost = markets
    lost.onTick(() => undefined)
    await sql`alter table markets_tick rename to markets_tick_away`.execute(database.db)
    sendControl(['66001', '66002'])
    await lost.close().catch(() => undefined)
    await sql`alter table markets_tick_away rename to markets_tick`.execute(database.db)
    await open()
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66003'])
    await markets.close()
    const ticks = await stored()
    expect(ticks[1]?.n).toBeGreaterThan(3)
    expect(verifyChain(ticks, sha256, await writers())).toMatchObject({
      checked: 5,
      forged: [],
      unlinked: [],
      holes: [{ from: 3, linked: true, withinTerm: false }],
    })
    expect((await writers()).map(({ event }) => event)).toEqual(['start', 'takeover', 'stop'])
  })

  it('keeps what could not be written and writes it when the database is back', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    await sql`alter table markets_tick rename to markets_tick_away`.execute(database.db)
    sendControl(['66000', '66001'])
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(markets.inForce('BTCUSDT')?.tick.n).toBe(3)
    await sql`alter table markets_tick_away rename to markets_tick`.execute(database.db)
    await waitUntil(async () => (await stored()).length === 2)
    expect(markets.status().lost).toBe(0)
  })

  it('keeps a tick that settled something with the transaction that settles, also over a restart', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66001'])
    const tick = markets.inForce('BTCUSDT')?.tick
    if (tick === undefined) throw new Error('a tick')
    const undone = transact(database.db, async (tx) => {
      await markets.keep(tx, tick)
      throw new Error('the settlement failed')
    })
    await expect(undone).rejects.toThrow('the settlement failed')
    const kept = () => sql<{ n: number }>`select n from markets_kept_tick`.execute(database.db)
    expect((await kept()).rows).toEqual([])
    await transact(database.db, (tx) => markets.keep(tx, tick))
    await transact(database.db, (tx) => markets.keep(tx, tick))
    expect((await kept()).rows).toEqual([{ n: 3 }])
    await markets.close()
    await expect(sql`delete from markets_tick`.execute(database.db)).rejects.toThrow(/not allowed/)
    await sql`alter table markets_tick disable trigger markets_tick_is_pruned_late`.execute(database.db)
    await sql`delete from markets_tick`.execute(database.db)
    await open()
    expect(markets.inForce('BTCUSDT')?.tick).toEqual(tick)
    expect(await markets.tickAt(1, clock.now())).toEqual(tick)
  })

  it('tells the newest ticks of a range by how many they are, across numbers that a killed process left out', async () => {
    sendControl(['100'])
    for (const bid of [100, 105, 103]) feed.book('BTCUSDT', String(bid), String(bid + 2))
    await markets.heads()
    const before = await markets.ticksBetween(1, 0, 1_000_000)
    // Another process opens the log while this one has not ended it: it goes on behind all numbers that this one had reserved.
    await open()
    sendControl(['110'])
    for (const bid of [106, 104]) feed.book('BTCUSDT', String(bid), String(bid + 2))
    const all = await markets.ticksBetween(1, 0, 1_000_000)
    const last = all.at(-1)?.n ?? 0
    expect(last - (before.at(-1)?.n ?? 0)).toBeGreaterThan(50_000)
    const newest = async (upTo: number, many: number) =>
      (await markets.ticksBetween(1, 0, upTo, many)).map(({ n }) => n)
    for (const isStored of [false, true]) {
      if (isStored) await markets.heads()
      for (let many = 1; many <= all.length + 1; many += 1)
        expect(await newest(last, many)).toEqual(all.slice(-many).map(({ n }) => n))
      expect(await newest(last - 1, 2)).toEqual(all.slice(-3, -1).map(({ n }) => n))
    }
  })

  it('tells the best tick from each number on, of the log, of what was kept and of what waits to be written', async () => {
    sendControl(['100'])
    const bids = [100, 105, 103, 105, 101, 99, 104, 102, 98]
    for (const bid of bids) feed.book('BTCUSDT', String(bid), String(bid + 2))
    const all = await markets.ticksBetween(1, 0, 1_000)
    const numbers = all.map(({ n }) => n)
    expect(numbers.length).toBeGreaterThanOrEqual(bids.length)
    const expected = (upTo: number, isBetter: (one: Tick, than: Tick) => boolean) =>
      numbers.map((from) =>
        all
          .filter(({ n }) => n >= from && n <= upTo)
          .reduce<Tick | null>((best, one) => (best === null || isBetter(one, best) ? one : best), null),
      )
    const agrees = async (upTo: number) => {
      const highest = await markets.bestTicksSince(1, 'highestBid', numbers, upTo)
      const byBid = expected(upTo, (one, than) => one.bid > than.bid)
      expect(highest.map((tick) => tick?.bid)).toEqual(byBid.map((tick) => tick?.bid))
      const lowest = await markets.bestTicksSince(1, 'lowestAsk', numbers, upTo)
      const byAsk = expected(upTo, (one, than) => one.ask < than.ask)
      expect(lowest.map((tick) => tick?.ask)).toEqual(byAsk.map((tick) => tick?.ask))
      for (const [place, tick] of [...highest, ...lowest].entries())
        if (tick !== null) expect(tick.n).toBeGreaterThanOrEqual(numbers[place % numbers.length] ?? 0)
    }
    const last = numbers.at(-1) ?? 0
    await agrees(last)
    await markets.heads()
    await agrees(last)
    await agrees(last - 3)
    // The log is read in steps, whose ends may be anywhere.
    for (const extreme of ['highestBid', 'lowestAsk'] as const) {
      const asked = { extreme, from: numbers, upTo: last }
      const whole = await listBestTicks(database.db, btc, { ...asked, step: 1000 })
      for (const step of [1, 2, 3, numbers.length])
        expect(await listBestTicks(database.db, btc, { ...asked, step })).toEqual(whole)
    }
    const [peak] = await markets.bestTicksSince(1, 'highestBid', [1], last)
    if (peak === undefined || peak === null) throw new Error('a peak')
    await transact(database.db, (tx) => markets.keep(tx, peak))
    await sql`alter table markets_tick disable trigger markets_tick_is_pruned_late`.execute(database.db)
    await sql`delete from markets_tick where n < ${last}`.execute(database.db)
    expect(await markets.bestTicksSince(1, 'highestBid', [1], last)).toEqual([peak])
  })

  it('finds a changed price', async () => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66001', '66002'])
    await markets.close()
    // An administrator of the database drops the trigger.
    await sql`alter table markets_tick disable trigger markets_tick_never_changes`.execute(database.db)
    await sql`update markets_tick set price = price + 1 where n = 3`.execute(database.db)
    expect(verifyChain(await stored(), sha256).forged).toEqual([3])
  })
})

describe('the calls', () => {
  beforeEach(() => {
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000', '66002', '65998'])
  })

  it('list markets that have a price, as the wire says', async () => {
    const rows = marketCalls['/api/market/kList'].data.parse(await call('/api/market/kList', {}))
    expect(rows.map(withMarketNames)).toMatchObject([
      {
        pid: 1,
        symbol: 'BTCUSDT',
        price: '65998',
        high: '66002',
        low: '65998',
        volume: '1.5',
        lot: '0.001',
        fee: '0.0005',
      },
    ])
  })

  it('return depth and trades, newest first', async () => {
    const depth = marketCalls['/api/market/depth'].data.parse(
      await call('/api/market/depth', { pid: 1, levels: 5 }),
    )
    expect(depth).toMatchObject({ bids: [['65999', '1']], asks: [['66001', '2']] })
    const bids = Array.from({ length: 25 }, (_, at) => [price(`${65_999 - at}`), quantity('1')] as const)
    const heard: [string, number][] = []
    markets.onMessage((topic, message) => {
      if ('bids' in message) heard.push([topic, message.bids.length])
    })
    clock.tick(100)
    feed.book('BTCUSDT', '65999', '66001', { bids })
    expect(heard).toEqual([
      ['depth:BTCUSDT', 5],
      ['depth20:BTCUSDT', 20],
    ])
    for (const levels of [1, 5, 20]) {
      const deep = marketCalls['/api/market/depth'].data.parse(
        await call('/api/market/depth', { pid: 1, levels }),
      )
      expect(deep.bids).toEqual(bids.slice(0, levels).map(([at]) => [formatPrice(at), '1']))
    }
    const trades = marketCalls['/api/market/trades'].data.parse(await call('/api/market/trades', { pid: 1 }))
    expect(trades.map((trade) => trade.price)).toEqual(['65998', '66002', '66000'])
    sendControl(Array.from({ length: 30 }, () => '66000'))
    expect(markets.view(1)?.trades.length).toBe(21)
  })

  it('return candles with silent minutes filled, before a second, at most so many', async () => {
    const ask = async (body: object) =>
      marketCalls['/api/market/kline'].data.parse(
        await call('/api/market/kline', { pid: 1, interval: '1m', limit: 500, ...body }),
      )
    const [first] = await ask({})
    expect(first).toMatchObject({ open: '66000', high: '66002', low: '65998', close: '65998', volume: '1.5' })
    clock.tick(180_000)
    feed.trade('BTCUSDT', '65990')
    expect((await ask({})).map((candle) => [candle.close, candle.volume])).toEqual([
      ['65998', '1.5'],
      ['65998', '0'],
      ['65998', '0'],
      ['65990', '0.5'],
    ])
    const time = first?.time ?? 0
    expect((await ask({ before: time + 60 })).map((candle) => candle.time)).toEqual([time])
    expect((await ask({ before: time + 61 })).map((candle) => candle.time)).toEqual([time, time + 60])
    expect((await ask({ limit: 2 })).map((candle) => candle.time)).toEqual([time + 120, time + 180])
    expect((await ask({ before: time })).length).toBe(0)
    expect(await ask({ interval: '5m' })).toMatchObject([{ open: '66000', close: '65990', volume: '2' }])
  })

  it('return the newest trades as ticks, written already or not, without those that came late', async () => {
    const ask = async (limit: number) =>
      marketCalls['/api/market/ticks'].data.parse(await call('/api/market/ticks', { pid: 1, limit }))
    const pending = await ask(10)
    expect(pending.map(({ n, price }) => [n, price])).toEqual([
      [2, '66000'],
      [3, '66002'],
      [4, '65998'],
    ])
    feed.book('BTCUSDT', '65998', '66001')
    feed.trade('BTCUSDT', '66001', { timeMs: clock.now() - 6_000 })
    await waitUntil(async () => (await stored()).length >= 4)
    expect(await ask(10)).toEqual(pending)
    expect(await ask(2)).toEqual(pending.slice(-2))
    clock.tick(20 * 60_000)
    expect(await ask(10)).toEqual(pending.slice(-1))
    clock.tick(1)
    expect(await ask(10)).toEqual([])
    await expect(call('/api/market/ticks', { pid: 99, limit: 1 })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('merge 4 hours and weeks from stored candles, page by page and in the candle that forms', async () => {
    const hour = 3_600_000
    for (let hours = 0; hours < 26 * 24; hours += 5) {
      clock.tick(5 * hour)
      feed.trade('BTCUSDT', String(65_000 + ((hours * 37) % 2000)))
    }
    const ask = async (interval: ChartInterval, rest: object = {}) =>
      (await markets.candles(1, { interval, beforeMs: null, limit: 1000, ...rest })) ?? []
    for (const [interval, stored] of [
      ['4h', '1h'],
      ['1w', '1d'],
    ] as const) {
      const whole = deriveCandles(await ask(stored), interval)
      expect(whole.length).toBeGreaterThan(3)
      expect(await ask(interval)).toEqual(whole)
      expect(await ask(interval, { limit: 2 })).toEqual(whole.slice(-2))
      // An instant within the last candle but one: that candle is whole, and nothing is later.
      const beforeMs = (whole.at(-2)?.openMs ?? 0) + 1000
      expect(await ask(interval, { beforeMs, limit: 2 })).toEqual(whole.slice(-3, -1))
    }
  })

  it('return the same candles after a restart', async () => {
    const ask = () => markets.candles(1, { interval: '1h', beforeMs: null, limit: 10 })
    const before = await ask()
    await markets.close()
    await open()
    expect(await ask()).toEqual(before)
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66010'])
    expect(await ask()).toMatchObject([{ open: price('66000'), high: price('66010'), volume: quantity('2') }])
  })

  it('return the tick in force at an instant, written already or not', async () => {
    const at = async (time: number) =>
      marketCalls['/api/market/priceAt'].data.parse(await call('/api/market/priceAt', { pid: 1, time }))
    const now = clock.now()
    expect(await at(now)).toMatchObject({ n: 4, price: '65998', source: 'simulator' })
    expect(await at(now - 1)).toMatchObject({ n: 3, price: '66002' })
    await waitUntil(async () => (await stored()).length === 3)
    expect(await at(now - 101)).toMatchObject({ n: 2, price: '66000' })
    await expect(at(now - 100_000)).rejects.toMatchObject({ code: 'notFound' })
    await expect(at(now + 3_600_000)).rejects.toMatchObject({ code: 'notFound' })
    await expect(call('/api/market/kline', { pid: 99, interval: '1m', limit: 1 })).rejects.toMatchObject({
      code: 'notFound',
    })
  })
})

describe('messages', () => {
  it('tell quote, trade, six candles and both depths, and the end of a candle', () => {
    const heard: [string, PublicMessage][] = []
    markets.onMessage((topic, message) => heard.push([topic, message]))
    feed.book('BTCUSDT', '65999', '66001')
    sendControl(['66000'])
    expect(heard.map(([topic]) => topic)).toEqual([
      'depth:BTCUSDT',
      'depth20:BTCUSDT',
      'quotes',
      'trade:BTCUSDT',
      ...['1m', '5m', '15m', '30m', '1h', '1d'].map((interval) => `kline:BTCUSDT:${interval}`),
    ])
    expect(heard[2]?.[1]).toEqual({
      e: 'QUOTES',
      s: 'BTCUSDT',
      p: '66000',
      q: '0.5',
      T: clock.now(),
      n: 2,
    })
    heard.length = 0
    clock.tick(60_000)
    feed.trade('BTCUSDT', '66001')
    const minutes = heard.flatMap(([, message]) =>
      message.e === 'KLINE' && message.i === '1m' ? [[message.k.c, message.k.x]] : [],
    )
    expect(minutes).toEqual([
      ['66000', true],
      ['66001', false],
    ])
  })
})

describe('products', () => {
  it('set up a market without configured terms from its price', async () => {
    await markets.close()
    feed = { ...manualFeed(clock), roughPrice: async () => price('0.0000123') }
    markets = await openMarkets(platformOf(database, clock, { MARKET_SYMBOLS: 'PEPEUSDT,BTCUSDT' }), feed)
    expect(markets.products().map((product) => product.symbol)).toEqual(['PEPEUSDT', 'BTCUSDT'])
    expect(markets.products()[0]).toMatchObject({ lot: quantity('1000000'), scale: 9, title: 'PEPE' })
    expect(markets.product(2)?.symbol).toBe('ETHUSDT')
  })

  it('leave a new market out that has no price yet, and set it up at a start at which it has', async () => {
    const reopen = async (at: string | null) => {
      await markets.close()
      feed = { ...manualFeed(clock), roughPrice: async () => (at === null ? null : price(at)) }
      markets = await openMarkets(platformOf(database, clock, { MARKET_SYMBOLS: 'PEPEUSDT,BTCUSDT' }), feed)
      return markets.products().map((product) => product.symbol)
    }
    expect(await reopen(null)).toEqual(['BTCUSDT'])
    feed.trade('PEPEUSDT', '0.0000123')
    expect(markets.productNamed('PEPEUSDT')).toBeNull()
    expect(await reopen('0.0000123')).toEqual(['PEPEUSDT', 'BTCUSDT'])
    expect(markets.products()[0]).toMatchObject({ lot: quantity('1000000'), scale: 9 })
  })
})
