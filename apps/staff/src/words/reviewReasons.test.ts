import { withdrawalRejections } from '@glasshouse/core/withdrawals/rules'
import { expect, it } from 'vitest'
import { errorHint, reasonsOf, validateDecision } from './reviewReasons.ts'
import { worded } from './worded.ts'

it('gives every withdrawal rejection code a key, a label and a customer message', () => {
  const reasons = reasonsOf('withdrawal', withdrawalRejections)
  expect(reasons.map(({ key }) => key)).toEqual(['0', '1', '2', '3', '4', '5'])
  for (const reason of reasons.slice(1)) expect(reason.remark).toMatch(/^[A-Z].{10,}\.$/)
  expect(reasons.slice(1).map(({ code }) => code)).toEqual([...withdrawalRejections])
})

it('suggests messages for kinds without codes, the last one free text', () => {
  for (const kind of ['deposit', 'something new']) {
    const reasons = reasonsOf(kind, [])
    expect(reasons.at(-1)).toMatchObject({ label: 'Other', remark: '', code: null })
    expect(reasons.length).toBeLessThanOrEqual(5)
  }
})

it('requires a reason for every decision and a message for a rejection', () => {
  const [ok, wrong] = reasonsOf('deposit', [])
  expect(validateDecision('approve', undefined, '')).toContain('reason')
  expect(validateDecision('approve', ok, '')).toBeNull()
  expect(validateDecision('approve', wrong, 'x')).toContain('0')
  expect(validateDecision('reject', ok, 'x')).toContain('wrong')
  expect(validateDecision('reject', wrong, '  ')).toContain('customer')
  expect(validateDecision('reject', wrong, 'Not arrived.')).toBeNull()
})

it('explains known error reasons and returns null for others', () => {
  expect(errorHint('held')).toContain('Assigned')
  expect(errorHint('never heard of')).toBeNull()
  expect(errorHint(7)).toBeNull()
  expect([worded('bad_address'), worded('reviewTake')]).toEqual(['Bad address', 'Review take'])
})
