import { expect, it } from 'vitest'
import { dayOf, rangeProblem, wireDay } from './days.ts'

it('starts a day at midnight of UTC+1', () => {
  expect(dayOf(Date.UTC(2026, 5, 16, 22, 59, 59))).toBe('2026-06-16')
  expect(dayOf(Date.UTC(2026, 5, 16, 23))).toBe('2026-06-17')
})
it('formats days for the wire', () => {
  expect(wireDay('2026-06-16')).toBe('20260616')
  expect(wireDay('')).toBeNull()
  expect(wireDay('2026-13-01')).toBeNull()
})
it.each([
  [{ from: '2026-06-01', to: '2026-06-01' }, null],
  [{ from: '2026-06-02', to: '2026-06-01' }, 'order'],
  [{ from: '2025-06-01', to: '2026-06-01' }, null],
  [{ from: '2025-06-01', to: '2026-06-02' }, 'long'],
  [{ from: '', to: '2026-06-02' }, 'missing'],
])('finds what is wrong with %j: %s', (range, problem) => {
  expect(rangeProblem(range)).toBe(problem)
})
