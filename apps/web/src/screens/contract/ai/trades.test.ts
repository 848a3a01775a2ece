import { expect, it } from 'vitest'
import { tradesOf } from './trades.ts'

it('the trades of a run are those placed while it ran', () => {
  const orders = [5, 10, 15, 20, 25].map((createdMs) => ({ createdMs }))
  const placed = (startMs: number, endedMs: number | null) =>
    tradesOf(orders, { createdMs: startMs, endedMs }).map(({ createdMs }) => createdMs)
  expect(placed(10, 20)).toEqual([10, 15, 20])
  expect(placed(20, null)).toEqual([20, 25])
  expect(placed(26, null)).toEqual([])
})
