import { expect, it } from 'vitest'
import { recordDays } from './recordDays.ts'

it('begins at zero on the day before the first one, and rounds against the lead', () => {
  const days = recordDays({
    index: [
      ['20270110', '1.2'],
      ['20270111', '0.799999999'],
    ],
    drawdown: [
      ['20270110', '0'],
      ['20270111', '33.333333334'],
    ],
  })
  expect(days).toEqual([
    { startMs: Date.UTC(2027, 0, 8, 23), value: 0n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 9, 23), value: 2000n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 10, 23), value: -2001n, drawdown: -3334n },
  ])
})

it('is empty without a day', () => {
  expect(recordDays({ index: [], drawdown: [] })).toEqual([])
})
