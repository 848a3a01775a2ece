import fc from 'fast-check'
import { expect, it } from 'vitest'
import { vwapOf } from './vwap.ts'

const bars = fc.array(
  fc
    .record({
      low: fc.double({ min: 1, max: 100, noNaN: true }),
      range: fc.double({ min: 0, max: 10, noNaN: true }),
      volume: fc.integer({ min: 0, max: 1000 }),
    })
    .map(({ low, range, volume }) => ({ low, high: low + range, close: low + range / 2, volume })),
  { maxLength: 40 },
)

it('equals the weighted mean of each window and stays within its prices', () => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 1, max: 10 }), (list, length) => {
      const found = vwapOf(list, length)
      expect(found).toHaveLength(list.length)
      for (const [index, { vwap }] of found.entries()) {
        const window = list.slice(Math.max(0, index - length + 1), index + 1)
        const volume = window.reduce((sum, bar) => sum + bar.volume, 0)
        if (window.length < length || volume === 0) {
          expect(vwap).toBeUndefined()
          continue
        }
        const value = window.reduce(
          (sum, bar) => sum + bar.volume * ((bar.high + bar.low + bar.close) / 3),
          0,
        )
        expect(vwap).toBeCloseTo(value / volume, 6)
      }
    }),
  )
})
