import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayStart, nextDayStart } from './day.ts'

it('changes the day at UTC+1 midnight', () => {
  const midnight = Date.UTC(2026, 5, 16, 23)
  expect(dayStart(midnight - 1)).toBe(midnight - 86_400_000)
  expect(dayStart(midnight)).toBe(midnight)
  expect(dayStart(midnight + 86_399_999)).toBe(midnight)
  expect(nextDayStart(midnight - 1)).toBe(midnight)
  expect(nextDayStart(midnight)).toBe(midnight + 86_400_000)
})

it('begins no later than any instant of it and ends after it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
      expect(dayStart(ms)).toBeLessThanOrEqual(ms)
      expect(nextDayStart(ms)).toBeGreaterThan(ms)
      expect(nextDayStart(dayStart(ms))).toBe(nextDayStart(ms))
    }),
  )
})
