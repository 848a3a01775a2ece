import { expect, it } from 'vitest'
import { timeLeft } from './timeLeft.ts'

it('rounds up to whole minutes and never goes below zero', () => {
  expect([-5, 0, 1, 60_000, 3_599_999, 3_600_000, 72 * 3_600_000].map(timeLeft)).toEqual([
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 1 },
    { hours: 0, minutes: 1 },
    { hours: 1, minutes: 0 },
    { hours: 1, minutes: 0 },
    { hours: 72, minutes: 0 },
  ])
})
