import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity } from '../money/units.ts'
import {
  applyTrade,
  type Candle,
  type CandleTrade,
  dayStatsOf,
  deriveCandles,
  derivedIntervals,
  fillGaps,
  flatCandle,
} from './candles.ts'
import { bucketStart, type ChartInterval, intervalMs, storedInterval } from './intervals.ts'

const tradesOfDays = (days: number) =>
  fc
    .array(
      fc.record({
        timeMs: fc.integer({ min: 0, max: days * 86_400_000 }),
        price: fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Price),
        quantity: fc.bigInt({ min: 1n, max: 10n ** 13n }).map((units) => units as Quantity),
      }),
      { maxLength: 300 },
    )
    .map((list) => list.sort((a, b) => a.timeMs - b.timeMs))
const trades = tradesOfDays(20)

const build = (from: readonly CandleTrade[], interval: ChartInterval): Candle[] => {
  const built: Candle[] = []
  for (const trade of from) {
    const last = built.at(-1)
    if (last !== undefined && last.openMs === bucketStart(trade.timeMs, interval))
      built[built.length - 1] = applyTrade(last, trade, interval)
    else built.push(applyTrade(null, trade, interval))
  }
  return built
}

describe('candles', () => {
  it('derives the same longer candles from minutes as from trades', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom(...derivedIntervals), (list, interval) => {
        expect(deriveCandles(build(list, '1m'), interval)).toEqual(build(list, interval))
      }),
    )
  })

  it('derives the same from any shorter interval', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const days = build(list, '1d')
        for (const shorter of ['5m', '15m', '30m', '1h'] as const)
          expect(deriveCandles(deriveCandles(build(list, '1m'), shorter), '1d')).toEqual(days)
      }),
    )
  })

  it('derives the same 4 hours and weeks from what is stored as from trades', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom('4h', '1w'), (list, interval) => {
        const { stored, count } = storedInterval(interval)
        expect(intervalMs[interval]).toBe(count * intervalMs[stored])
        expect(deriveCandles(deriveCandles(build(list, '1m'), stored), interval)).toEqual(
          build(list, interval),
        )
      }),
    )
  })

  it('begins weeks on Monday', () => {
    for (const day of [15, 18, 21])
      expect(bucketStart(Date.UTC(2026, 5, day, 23, 59), '1w')).toBe(Date.UTC(2026, 5, 15))
    expect(bucketStart(Date.UTC(2026, 5, 14, 23, 59), '1w')).toBe(Date.UTC(2026, 5, 8))
  })

  it('encloses every trade and loses no volume', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const hours = build(list, '1h')
        const sum = hours.reduce((total, candle) => total + candle.volume, 0n)
        expect(sum).toBe(list.reduce((total, trade) => total + trade.quantity, 0n))
        for (const trade of list) {
          const own = hours.find((candle) => candle.openMs === bucketStart(trade.timeMs, '1h'))
          expect(own !== undefined && own.low <= trade.price && trade.price <= own.high).toBe(true)
        }
      }),
    )
  })

  it('fills every interval once, carrying the last close with no volume', () => {
    fc.assert(
      fc.property(tradesOfDays(2), fc.constantFrom('1m', '5m', '1h'), (list, interval) => {
        const candles = build(list, interval)
        const own = new Map(candles.map((candle) => [candle.openMs, candle]))
        const [first] = candles
        const last = candles.at(-1)
        if (first === undefined || last === undefined) return
        const step = intervalMs[interval]
        const filled = fillGaps(candles, interval, first.openMs, last.openMs, null)
        expect(filled.length).toBe((last.openMs - first.openMs) / step + 1)
        for (const [index, candle] of filled.entries()) {
          expect(candle.openMs).toBe(first.openMs + index * step)
          const traded = own.get(candle.openMs)
          const before = filled[index - 1]
          if (traded !== undefined) expect(candle).toEqual(traded)
          else expect(candle).toEqual(flatCandle(candle.openMs, before?.close ?? price('1')))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('writes nothing before the first known price', () => {
    const only = applyTrade(null, { timeMs: 125_000, price: price('5'), quantity: quantity('1') }, '1m')
    expect(fillGaps([only], '1m', 0, 180_000, null).map((candle) => candle.openMs)).toEqual([
      120_000, 180_000,
    ])
    expect(fillGaps([only], '1m', 0, 180_000, price('4')).map((candle) => candle.close)).toEqual(
      [4n, 4n, 5n, 5n].map((units) => units * 10n ** 9n),
    )
    expect(fillGaps([], '1m', 0, 60_000, null)).toEqual([])
  })

  it('counts days from UTC midnight', () => {
    expect(bucketStart(Date.UTC(2026, 5, 16, 12, 41, 7), '1d')).toBe(Date.UTC(2026, 5, 16))
  })

  it('starts the day statistics at the previous close', () => {
    const candle = applyTrade(null, { timeMs: 0, price: price('5'), quantity: quantity('2') }, '1m')
    expect(dayStatsOf([candle], price('7'))).toMatchObject({
      open: price('7'),
      high: price('7'),
      low: price('5'),
      close: price('5'),
      volume: quantity('2'),
    })
    expect(dayStatsOf([], null)).toBeNull()
    expect(dayStatsOf([], price('7'))).toMatchObject({ open: price('7'), close: price('7'), volume: 0n })
  })
})
