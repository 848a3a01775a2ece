import { expect, it } from 'vitest'
import { dateText, yearsOf } from './published.ts'

it('offers the years that have a plan, each once, in order', () => {
  expect(yearsOf([{ year: 2027 }, { year: 2026 }, { year: 2027 }])).toEqual([2026, 2027])
  expect(yearsOf([])).toEqual([])
  expect(dateText('20260301', 'en-GB')).toBe('1 Mar 2026')
  expect(dateText('x', 'en-GB')).toBe('x')
})
