import { impossibleActions, testKey } from '@glasshouse/core/trust/impossible'
import { expect, it } from 'vitest'
import { passedTests } from './passedTests.ts'

const { test } = impossibleActions.find(({ id }) => id === 'result') ?? impossibleActions[0] ?? { test: null }
const report = (...assertionResults: { title: string; status: string }[]) => ({
  testResults: [{ name: `/house/${test?.file}`, endTime: 5.5, assertionResults }],
})

it('notes a test by its template once every case of it passed', () => {
  if (test === null) throw new Error('no named test')
  const passed = { title: 'does not change a tick', status: 'passed' }
  expect(passedTests('/house', [report(passed)])).toEqual({ [testKey(test)]: 5 })
  for (const status of ['failed', 'skipped', 'pending'])
    expect(passedTests('/house', [report(passed, { title: 'does not change a head', status })])).toEqual({})
  expect(passedTests('/house', [report({ title: 'changes a tick', status: 'passed' })])).toEqual({})
  expect(passedTests('/house', [])).toEqual({})
})
