import type { Price } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barrierWords, ticksWithin, timeLabels, timeRange, valueLabels, valueRange } from './geometry.ts'

describe('the times of a tick chart', () => {
  it('give a running option a third of the width, with its whole life and now in view', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 300_000 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (life, passed) => {
          const option = { from: 1_000_000, to: 1_000_000 + life }
          const now = option.from + life * passed
          const { from, to } = timeRange(option, now)
          expect((option.to - option.from) / (to - from)).toBeCloseTo(1 / 3, 9)
          expect(now <= to && now >= from).toBe(true)
          if (passed <= 1) expect(from <= option.from && to >= option.to).toBe(true)
        },
      ),
    )
  })

  it('stand still while the option runs', () => {
    const option = { from: 0, to: 60_000 }
    expect(timeRange(option, 1_000)).toEqual(timeRange(option, 59_000))
  })

  it('have round labels that do not crowd', () => {
    const labels = timeLabels({ from: 1_000, to: 91_000 }, 800, 90)
    expect(labels).toEqual([15_000, 30_000, 45_000, 60_000, 75_000, 90_000])
  })
})

describe('the values of a tick chart', () => {
  it('enclose every price with a margin, and have labels inside', () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(prices, (values) => {
        const range = valueRange(values, 0.01)
        if (range === null) throw new Error('no range')
        for (const value of values) expect(value > range.low && value < range.high).toBe(true)
        const labels = valueLabels(range, 400, 46)
        expect(labels.length).toBeLessThanOrEqual(10)
        for (const label of labels) expect(label >= range.low && label <= range.high).toBe(true)
      }),
    )
    expect(valueRange([], 1)).toBeNull()
  })
})

it('includes the tick in force at the left edge and leaves out later ones', () => {
  const ticks = [1, 2, 3, 4].map((n) => ({ n, price: 1n as Price, time: n * 10 }))
  expect(ticksWithin(ticks, { from: 25, to: 35 }).map(({ n }) => n)).toEqual([2, 3])
  expect(ticksWithin(ticks, { from: 99, to: 100 }).map(({ n }) => n)).toEqual([4])
  expect(ticksWithin(ticks, { from: 0, to: 5 })).toEqual([])
})

it('puts the words beside the barrier, above and below it, and never outside the chart or over each other', () => {
  expect(barrierWords(200, 400)).toEqual({ above: 192, below: 218 })
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 500 }), fc.integer({ min: 80, max: 450 }), (barrier, height) => {
      const { above, below } = barrierWords(barrier, height)
      expect(above).toBeGreaterThanOrEqual(20)
      expect(below).toBeLessThanOrEqual(height - 10)
      expect(below - above).toBeGreaterThanOrEqual(18)
    }),
  )
})
