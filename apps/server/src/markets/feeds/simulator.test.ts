import { deriveCandles } from '@glasshouse/core/markets/candles'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import {
  emptyBookFilter,
  emptyTradeFilter,
  filterBook,
  filterTrade,
  isOutlier,
} from '@glasshouse/core/markets/rules'
import { price, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { createClock } from '../../platform/time/index.ts'
import type { FeedSink, RawBook, RawTrade } from './feed.ts'
import { normalNoise, uniformNoise } from './random.ts'
import { simulatedMarket } from './simulatedMarket.ts'
import { initialHistory, missedHistory } from './simulatedPast.ts'
import { simulatorFeed } from './simulator.ts'

const nowMs = Date.UTC(2026, 5, 16, 12, 41, 7)
const product = {
  pid: 1,
  symbol: 'BTCUSDT',
  title: 'Bitcoin',
  icon: 'btc',
  lot: quantity('0.001'),
  minLots: 1,
  stepLots: 1,
  feeRatePpm: 500,
  leverages: [2],
  expiryMinutes: ['1'],
  payoutPercents: [70],
  kind: 'crypto',
  scale: 2,
  isOnSale: true,
} as const

describe('noise', () => {
  it('is the same for the same place and spread evenly', () => {
    const draws = Array.from({ length: 20_000 }, (_, place) => uniformNoise(7, place, 3))
    expect(uniformNoise(7, 5, 3)).toBe(draws[5])
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01)
    const normals = draws.map((_, place) => normalNoise(7, place, 3))
    const square = normals.reduce((sum, draw) => sum + draw * draw, 0) / normals.length
    expect(Math.abs(square - 1)).toBeLessThan(0.05)
  })

  it('stays below 1 for any place', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 2 ** 45 }), fc.nat({ max: 100 }), (key, place, stream) => {
        const draw = uniformNoise(key, place, stream)
        expect(draw >= 0 && draw < 1).toBe(true)
      }),
    )
  })
})

describe('the simulated past', () => {
  const past = initialHistory(simulatedMarket(product, 1), nowMs)
  const minutes = past['1m'] ?? []

  it('ends at the usual price in the minute before this one, and is the same for the same seed', () => {
    expect(minutes.at(-1)?.openMs).toBe(bucketStart(nowMs, '1m') - 60_000)
    expect(minutes.at(-1)?.close).toBe(price('66000'))
    expect(initialHistory(simulatedMarket(product, 1), nowMs)).toEqual(past)
    expect(initialHistory(simulatedMarket(product, 2), nowMs)).not.toEqual(past)
  })

  it('has minutes of a week, hours of two months and days of 600 that agree where they meet', () => {
    const hours = past['1h'] ?? []
    const days = past['1d'] ?? []
    expect(minutes.length).toBeGreaterThanOrEqual(7 * 1440)
    expect(days[0]?.openMs).toBe(bucketStart(nowMs - 600 * 86_400_000, '1d'))
    const fromHours = deriveCandles(hours, '1d')
    for (const day of fromHours) expect(days).toContainEqual(day)
    // Each longer part ends where the shorter one begins, at the same price.
    expect(hours.at(-1)?.openMs).toBe((minutes[0]?.openMs ?? 0) - 3_600_000)
    expect(hours.at(-1)?.close).toBe(minutes[0]?.open)
    for (const candle of [...minutes, ...hours, ...days]) {
      expect(candle.low <= candle.open && candle.low <= candle.close).toBe(true)
      expect(candle.high >= candle.open && candle.high >= candle.close).toBe(true)
      expect(candle.volume > 0n).toBe(true)
    }
  })

  it('fills the time the server was down from the stored close on', () => {
    const newest = minutes.at(-1)
    if (newest === undefined) throw new Error('minutes')
    const missed = missedHistory(simulatedMarket(product, 1), newest, nowMs + 3_600_000)['1m'] ?? []
    expect(missed.length).toBe(60)
    expect(missed[0]?.openMs).toBe(newest.openMs + 60_000)
    expect(missed[0]?.open).toBe(newest.close)
  })
})

describe('the simulator', () => {
  beforeEach(() => void vi.useFakeTimers({ now: nowMs }))
  afterEach(() => void vi.useRealTimers())

  const run = async (forMs: number) => {
    const trades: RawTrade[] = []
    const books: RawBook[] = []
    const sink: FeedSink = {
      trade: (trade) => trades.push(trade),
      book: (book) => books.push(book),
      dropped: () => undefined,
      missed: () => undefined,
      corrected: () => undefined,
      state: () => undefined,
    }
    vi.setSystemTime(nowMs)
    const feed = simulatorFeed({
      settings: readSettings({ MARKET_SYMBOLS: 'BTCUSDT' }),
      clock: createClock(() => Date.now()),
    })
    await feed.history({ product, newest: null })
    feed.start(sink)
    vi.advanceTimersByTime(forMs)
    await feed.close()
    return { trades, books }
  }

  it('trades a few times a second inside a book that the rules accept, without one drop', async () => {
    const { trades, books } = await run(120_000)
    expect(trades.length).toBeGreaterThan(120)
    expect(trades.length).toBeLessThan(120 * 8)
    let tradeMemory = emptyTradeFilter
    for (const trade of trades) {
      const screened = filterTrade(tradeMemory, { ...trade, receivedMs: trade.timeMs }, 0)
      tradeMemory = screened.memory
      expect(screened.accepted.length).toBe(1)
      const book = books.find((one) => one.timeMs === trade.timeMs)
      expect(trade.price).toBe(trade.side === 'buy' ? book?.asks[0]?.[0] : book?.bids[0]?.[0])
    }
    let bookMemory = emptyBookFilter
    for (const book of books) {
      const screened = filterBook(bookMemory, { ...book, receivedMs: book.timeMs }, null, 0)
      bookMemory = screened.memory
      expect(screened.accepted.length).toBe(1)
      expect([book.bids.length, book.asks.length]).toEqual([20, 20])
      const [bid] = book.bids[0] ?? []
      const [ask] = book.asks[0] ?? []
      if (bid !== undefined && ask !== undefined) expect(isOutlier(bid, ask)).toBe(false)
    }
  })

  it('is the same every time', async () => {
    expect(await run(5000)).toEqual(await run(5000))
  })
})
