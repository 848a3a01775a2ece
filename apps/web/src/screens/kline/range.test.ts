import { expect, it } from 'vitest'
import { secondsOf } from './range.ts'

it('counts hours and days', () => {
  expect(secondsOf({ count: 1, unit: 'hours' }, null)).toBe(3600)
  expect(secondsOf({ count: 100, unit: 'days' }, null)).toBe(8_640_000)
})

it('knows all only when the market’s past is known', () => {
  expect(secondsOf('all', null)).toBeNull()
  expect(secondsOf('all', 7200)).toBe(7200)
})
