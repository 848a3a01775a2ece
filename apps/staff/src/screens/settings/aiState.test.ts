import { expect, it } from 'vitest'
import { aiStateText } from './aiState.ts'

it('says whether runs may start and how many have not ended', () => {
  expect(aiStateText({ isOn: true, running: 1 }, String)).toBe(
    'Customers with access may start runs; 1 run has not ended.',
  )
  expect(aiStateText({ isOn: false, running: 12 }, String)).toBe(
    'No customer can start a run; 12 runs have not ended.',
  )
})
