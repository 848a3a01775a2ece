import { expect, it } from 'vitest'
import { hoursAndMinutes } from './hoursAndMinutes.ts'

it('truncates a duration to whole minutes and never goes below zero', () => {
  expect(hoursAndMinutes(86_400_000)).toEqual({ hours: 24, minutes: 0 })
  expect(hoursAndMinutes(86_399_999)).toEqual({ hours: 23, minutes: 59 })
  expect(hoursAndMinutes(59_999)).toEqual({ hours: 0, minutes: 0 })
  expect(hoursAndMinutes(-1)).toEqual({ hours: 0, minutes: 0 })
})
