import type { Chart } from 'klinecharts'
import { expect, it } from 'vitest'
import { firstInView, percentRange } from './percentScale.ts'

const range = {
  from: 90,
  to: 120,
  range: 30,
  realFrom: 90,
  realTo: 120,
  realRange: 30,
  displayFrom: 90,
  displayTo: 120,
  displayRange: 30,
}

it('measures percentages from the price of zero', () => {
  const percent = percentRange(range, 100)
  expect(percent).toMatchObject({ from: 90, to: 120, range: 30 })
  expect(percent.displayFrom).toBeCloseTo(-10)
  expect(percent.displayTo).toBeCloseTo(20)
  expect(percent.displayRange).toBeCloseTo(30)
  expect([percent.realFrom, percent.realTo, percent.realRange]).toEqual([
    percent.displayFrom,
    percent.displayTo,
    percent.displayRange,
  ])
})

const chartAt = (realFrom: number, x: number) =>
  ({
    getVisibleRange: () => ({ from: 0, to: 50, realFrom, realTo: 60 }),
    convertToPixel: () => [{ x }],
  }) as unknown as Chart

it('begins at the first candle in view, not at one that the left edge hides', () => {
  expect(firstInView(chartAt(7, 4))).toBe(7)
  expect(firstInView(chartAt(7, -4))).toBe(8)
  expect(firstInView(chartAt(-1, 120))).toBe(0)
})
