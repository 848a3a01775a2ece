import { expect, it } from 'vitest'
import { validateSetting } from './value.ts'

const whole = { kind: 'whole', min: '1', max: '95' } as const
const amount = { kind: 'amount', min: '0.01', max: '1000' } as const

it('takes what the server takes', () => {
  expect(['1', '95'].map((text) => validateSetting(whole, text))).toEqual([null, null])
  expect(['0.01', '999.5'].map((text) => validateSetting(amount, text))).toEqual([null, null])
  expect(validateSetting({ kind: 'text', min: '0', max: '5' }, 'hello')).toBeNull()
})

it('says the range for what lies outside or cannot be read', () => {
  for (const text of ['0', '96', '1.5', '', 'x'])
    expect(validateSetting(whole, text)).toBe('A whole number from 1 to 95.')
  for (const text of ['0', '1000.01', 'x'])
    expect(validateSetting(amount, text)).toBe('An amount from 0.01 to 1000.')
  expect(validateSetting({ kind: 'text', min: '0', max: '5' }, 'hello!')).toContain('5')
})
