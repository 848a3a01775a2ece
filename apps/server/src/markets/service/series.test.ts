import { type CandleTrade, dayOpenAt, deriveCandles } from '@glasshouse/core/markets/candles'
import { intervals } from '@glasshouse/core/markets/intervals'
import { type Price, price, type Quantity, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CandleChange, createSeries } from './series.ts'

const trades = fc
  .array(
    fc.record({
      timeMs: fc.integer({ min: 0, max: 2 * 86_400_000 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => units as Price),
      quantity: fc.bigInt({ min: 1n, max: 10n ** 10n }).map((units) => units as Quantity),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((list) => list.sort((a, b) => a.timeMs - b.timeMs))
const trade = (timeMs: number, at: string): CandleTrade => ({
  timeMs,
  price: price(at),
  quantity: quantity('1'),
})

/** The last state of every candle with a trade that was told. */
const updates = (changes: readonly CandleChange[]) => {
  const last = new Map<string, CandleChange>()
  for (const change of changes)
    if (!change.flat) last.set(`${change.interval}:${change.candle.openMs}`, change)
  return last
}

describe('candles as they form', () => {
  it('tell in every interval what is derived from the minutes, however the market rolls', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 20 }), (list, rollEvery) => {
        const series = createSeries([])
        const changes: CandleChange[] = []
        for (const [index, one] of list.entries()) {
          if (index % rollEvery === 0) changes.push(...series.roll(one.timeMs))
          changes.push(...series.apply(one))
        }
        const last = updates(changes)
        const minutes = [...last.values()]
          .filter((change) => change.interval === '1m')
          .map(({ candle }) => candle)
        for (const interval of intervals)
          for (const candle of deriveCandles(minutes, interval))
            expect(last.get(`${interval}:${candle.openMs}`)?.candle).toEqual(candle)
      }),
    )
  })

  it('go on from restored minutes as if nothing had happened', () => {
    fc.assert(
      fc.property(trades, fc.nat(), (list, cut) => {
        const whole = createSeries([])
        for (const one of list) whole.apply(one)
        const before = createSeries([])
        const at = cut % list.length
        for (const one of list.slice(0, at)) before.apply(one)
        const after = createSeries(before.minutes())
        for (const one of list.slice(at)) after.apply(one)
        for (const interval of intervals) expect(after.newest(interval)).toEqual(whole.newest(interval))
      }),
    )
  })

  it('close a silent stretch once, two seconds after its end, and start a flat one', () => {
    const series = createSeries([])
    series.apply(trade(10_000, '5'))
    expect(series.roll(61_999)).toEqual([])
    const rolled = series
      .roll(62_000)
      .map(({ interval, candle, closed, flat }) => [interval, candle.openMs, closed, flat])
    expect(rolled).toEqual([
      ['1m', 0, true, false],
      ['1m', 60_000, false, true],
    ])
    expect(series.roll(62_500)).toEqual([])
    const [minute] = series.apply(trade(70_000, '6'))
    expect(minute).toMatchObject({ closed: false, flat: false, candle: { openMs: 60_000, open: price('6') } })
  })

  it('ignore a trade older than the newest minute, which a correction has counted', () => {
    const series = createSeries([])
    series.apply(trade(120_000, '5'))
    expect(series.apply(trade(119_999, '9'))).toEqual([])
  })

  it('sum the last 24 hours up', () => {
    const series = createSeries([])
    series.apply(trade(30_000, '4'))
    series.apply(trade(100_000, '9'))
    expect(dayOpenAt(series.minutes(), 86_400_000 + 29_000)).toEqual(price('4'))
    series.apply(trade(86_400_000 + 70_000, '5'))
    expect(dayOpenAt(series.minutes(), 86_400_000 + 80_000)).toEqual(price('9'))
    expect(dayOpenAt([], 0)).toBeNull()
    expect(series.figures(86_400_000 + 80_000)).toMatchObject({
      open: price('9'),
      close: price('5'),
      high: price('9'),
      low: price('5'),
      volume: quantity('1'),
    })
  })
})
