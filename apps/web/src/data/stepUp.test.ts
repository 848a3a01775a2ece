import { expect, it } from 'vitest'
import { askStepUp } from './stepUp.ts'

it('lets calls that are interrupted together wait for one answer', () => {
  const first = askStepUp(['password'])
  expect(askStepUp(['password'])).toBe(first)
})
