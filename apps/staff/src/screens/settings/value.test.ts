import { expect, it } from 'vitest'
import { valueProblem } from './value.ts'

const whole = { kind: 'whole', min: '1', max: '95' } as const
const amount = { kind: 'amount', min: '0.01', max: '1000' } as const

it('takes what the server takes', () => {
  expect(['1', '95'].map((text) => valueProblem(whole, text))).toEqual([null, null])
  expect(['0.01', '999.5'].map((text) => valueProblem(amount, text))).toEqual([null, null])
  expect(valueProblem({ kind: 'text', min: '0', max: '5' }, 'hello')).toBeNull()
})

it('says the range for what lies outside or cannot be read', () => {
  for (const text of ['0', '96', '1.5', '', 'x'])
    expect(valueProblem(whole, text)).toBe('A whole number from 1 to 95.')
  for (const text of ['0', '1000.01', 'x'])
    expect(valueProblem(amount, text)).toBe('An amount from 0.01 to 1000.')
  expect(valueProblem({ kind: 'text', min: '0', max: '5' }, 'hello!')).toContain('5')
})
