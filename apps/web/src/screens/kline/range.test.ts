import { expect, it } from 'vitest'
import { secondsOf } from './range.ts'

it('converts hours and days to seconds', () => {
  expect(secondsOf({ count: 1, unit: 'hours' }, null)).toBe(3600)
  expect(secondsOf({ count: 100, unit: 'days' }, null)).toBe(8_640_000)
})

it('is null for the full range while the history is unknown', () => {
  expect(secondsOf('all', null)).toBeNull()
  expect(secondsOf('all', 7200)).toBe(7200)
})
