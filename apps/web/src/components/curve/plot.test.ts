import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearestPoint, plotOf } from './plot.ts'

it('draws the lowest value at the bottom and the highest at the top, in order', () => {
  expect(plotOf([0n, 10n], []).line).toBe('0 100L1000 0')
  expect(plotOf([-5n], []).heights).toEqual([50])
  expect(plotOf([-5n, -10n], [0n]).heights).toEqual([50, 100])
  fc.assert(
    fc.property(fc.array(fc.bigInt(-(10n ** 15n), 10n ** 15n), { minLength: 1 }), (values) => {
      const { heights, low, high } = plotOf(values, [])
      expect(heights.every((height) => height >= 0 && height <= 100)).toBe(true)
      values.forEach((value, at) => {
        values.forEach((other, place) => {
          if (value > other) expect(heights[at]).toBeLessThanOrEqual(heights[place] ?? -1)
        })
      })
      expect([values.includes(low), values.includes(high)]).toEqual([true, true])
    }),
  )
})

it('finds the point below the pointer, also outside of the figure', () => {
  expect([-1, 0, 0.49, 0.5, 1, 9].map((share) => nearestPoint(share, 3))).toEqual([0, 0, 1, 1, 2, 2])
  expect(nearestPoint(0.5, 0)).toBe(0)
})
