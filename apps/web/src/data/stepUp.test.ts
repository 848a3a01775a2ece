import { expect, it } from 'vitest'
import { askStepUp } from './stepUp.ts'

it('lets calls that are interrupted together wait for one answer', async () => {
  const [first, second] = [askStepUp(['password']), askStepUp(['password'])]
  expect(first).toBe(second)
})
