import { expect, it } from 'vitest'
import { validateSetting } from './value.ts'

const integerRange = { kind: 'whole', min: '1', max: '95' } as const
const amount = { kind: 'amount', min: '0.01', max: '1000' } as const

it('accepts the values the server accepts', () => {
  expect(['1', '95'].map((text) => validateSetting(integerRange, text))).toEqual([null, null])
  expect(['0.01', '999.5'].map((text) => validateSetting(amount, text))).toEqual([null, null])
  expect(validateSetting({ kind: 'text', min: '0', max: '5' }, 'hello')).toBeNull()
})

it('returns the range for values outside it and for unreadable values', () => {
  for (const text of ['0', '96', '1.5', '', 'x'])
    expect(validateSetting(integerRange, text)).toBe('A whole number from 1 to 95.')
  for (const text of ['0', '1000.01', 'x'])
    expect(validateSetting(amount, text)).toBe('An amount from 0.01 to 1000.')
  expect(validateSetting({ kind: 'text', min: '0', max: '5' }, 'hello!')).toContain('5')
})
