import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { campaignsOverlap, isPeriod, runsOn } from './campaigns.ts'

const start = Date.UTC(2026, 11, 20, 12)
const day = (n: number) => dayOf(start + n * dayMs)
const period = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }))
  .map(([from, to]) => ({ from: day(from), to: day(to) }))

it('runs from its first to its last day, over the end of a year', () => {
  const campaign = { from: '20261230', to: '20270102' }
  const days = ['20261229', '20261230', '20261231', '20270101', '20270102', '20270103']
  expect(days.map((one) => runsOn(campaign, one))).toEqual([false, true, true, true, true, false])
  expect(isPeriod({ from: '20270102', to: '20261230' })).toBe(false)
  expect(isPeriod({})).toBe(false)
})

it('overlaps another one exactly if some day belongs to both', () => {
  fc.assert(
    fc.property(period, period, (one, other) => {
      const both = Array.from({ length: 31 }, (_, n) => day(n)).some(
        (at) => runsOn(one, at) && runsOn(other, at),
      )
      expect(campaignsOverlap(one, other)).toBe(both)
      expect(campaignsOverlap(other, one)).toBe(both)
    }),
  )
})
