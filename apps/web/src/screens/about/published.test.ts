import { expect, it } from 'vitest'
import { dayStartOf, yearsOf } from './published.ts'

it('offers the years that have a plan, each once, in order', () => {
  expect(yearsOf([{ year: 2027 }, { year: 2026 }, { year: 2027 }])).toEqual([2026, 2027])
  expect(yearsOf([])).toEqual([])
  expect(dayStartOf('20260617')).toBe(Date.UTC(2026, 5, 16, 23))
})
