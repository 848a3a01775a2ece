import { expect, it } from 'vitest'
import { drawdownPlot, indexPlot } from './recordPlot.ts'

it('draws the index from 1 between its lowest and highest value', () => {
  const { points, high, low } = indexPlot([
    ['20270110', '1.2'],
    ['20270111', '0.8'],
  ])
  expect([high, low]).toEqual([1_200_000_000n, 800_000_000n])
  expect(points).toBe('M0.0 50.0L500.0 0.0L1000.0 100.0')
})

it('draws falls downwards, and a record without one as a line at the upper edge', () => {
  expect(
    drawdownPlot([
      ['20270110', '0'],
      ['20270111', '5'],
    ]),
  ).toEqual({ points: 'M0.0 0.0L500.0 0.0L1000.0 100.0', high: 0n, low: -5_000_000_000n })
  expect(drawdownPlot([]).points).toBe('M0.0 0.0')
})
