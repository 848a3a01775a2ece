import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayStart } from './clock.ts'

it('reads a day of the calendar at UTC+1, whose first instant is 23:00 UTC of the day before', () => {
  expect(dayStart('2026-06-16')).toBe(Date.UTC(2026, 5, 15, 23))
  expect(dayStart('2024-02-29')).toBe(Date.UTC(2024, 1, 28, 23))
  expect(dayStart('1970-01-01')).toBe(-3_600_000)
})

it.each([
  ...['', '2026-6-16', '20260616', '2026-06-16 ', '2026-06-16T00:00', 'today', '２０２６-06-16'],
  // No day of the calendar, though a lenient reader would take them for days of the next month.
  ...['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32'],
])('is null for %j', (text) => {
  expect(dayStart(text)).toBeNull()
})

it('of consecutive days are 24 hours apart, whatever clocks do in summer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
      const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10)
      expect((dayStart(day(days + 1)) ?? 0) - (dayStart(day(days)) ?? 0)).toBe(86_400_000)
    }),
  )
})
