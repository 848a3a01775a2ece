import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backtestPlot, belowHighs, monthBars } from './backtestPlot.ts'

it('draws both lines on the same days and the same scale, from 1000 on', () => {
  const plot = backtestPlot(
    [
      { day: '20260601', value: usdt('1010') },
      { day: '20260602', value: usdt('990') },
      { day: '20260604', value: usdt('1000') },
    ],
    [{ day: '20260603', value: usdt('1030') }],
  )
  expect(plot).toMatchObject({
    backtest: '0 75L250 50L500 100L1000 75',
    live: '500 75L750 0',
    low: usdt('990'),
    high: usdt('1030'),
    startLine: 75,
    below: [{ from: 250, to: 1000 }],
  })
  expect(backtestPlot([], [{ day: '20260603', value: usdt('1030') }])).toBeNull()
})

it('draws one day that changed nothing as a level line', () => {
  expect(backtestPlot([{ day: '20260601', value: usdt('1000') }], [])).toMatchObject({
    ...{ backtest: '0 50L1000 50', live: null, below: [] },
  })
})

it('marks every time below an earlier high, and no other', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 20n), { minLength: 1, maxLength: 30 }), (values) => {
      const points = values.map((value, atMs) => ({ atMs, value }))
      const found = belowHighs(points)
      for (const { atMs, value } of points) {
        const high = values.slice(0, atMs + 1).reduce((most, one) => (one > most ? one : most))
        const isMarked = found.some(([from, to]) => from < atMs && (atMs < to || to === values.length - 1))
        if (value < high) expect(isMarked).toBe(true)
        else expect(found.some(([from, to]) => from < atMs && atMs < to)).toBe(false)
      }
    }),
  )
})

it('lists every month of the backtest and of live trading once, losses as large as gains', () => {
  const bars = monthBars(
    [
      { month: '202605', net: usdt('-40') },
      { month: '202606', net: usdt('12.5') },
    ],
    [
      { month: '202606', net: usdt('-3') },
      { month: '202607', net: usdt('39') },
    ],
  )
  expect(formatUsdt(bars.most as never)).toBe('40')
  expect(bars.months).toEqual([
    { month: '202605', test: usdt('-40'), live: null },
    { month: '202606', test: usdt('12.5'), live: usdt('-3') },
    { month: '202607', test: null, live: usdt('39') },
  ])
})

it('takes the largest month as its net is shown, a loss rounded away from zero', () => {
  const most = (net: string) => formatUsdt(monthBars([{ month: '202606', net: usdt(net) }], []).most as never)
  expect([most('-431.25901'), most('431.25909')]).toEqual(['431.2591', '431.259'])
})
