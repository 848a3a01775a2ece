import { DomainError } from '@glasshouse/core/errors/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress, readEmail, readPhone, readPhoneOf } from './service.ts'

const refused = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.data.field] : error
  }
}

describe('phones', () => {
  it('are kept in one form, without a trunk zero', () => {
    expect(readPhone('12025550100')).toBe('12025550100')
    expect(readPhone('4407911123456')).toBe('447911123456')
    expect(readPhone('447911123456')).toBe('447911123456')
  })

  it('are refused when no country has such a number', () => {
    for (const bad of [
      '999123456789',
      '12025550',
      '+12025550100',
      '1 2025550100',
      '',
      '１２０２５５５０１００',
    ])
      expect(readPhone(bad)).toBeNull()
    expect(readPhoneOf('44', '12025550100')).toBeNull()
  })

  it('do not change when read again', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, maxLength: 15, unit: fc.constantFrom(...'0123456789') }),
        (raw) => {
          const once = readPhone(raw)
          if (once !== null) expect(readPhone(once)).toBe(once)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('the address of a code', () => {
  it('is an e-mail address or a phone, and empty fields count as absent', () => {
    expect(readAddress({ email: 'Ann@Example.com', phone: '' })).toEqual({
      channel: 'email',
      recipient: 'ann@example.com',
    })
    expect(readAddress({ email: '', phone: '12025550100' })).toEqual({
      channel: 'sms',
      recipient: '12025550100',
    })
    expect(readAddress({ phone: '12025550100', dialCode: '1' })).toEqual({
      channel: 'sms',
      recipient: '12025550100',
    })
  })

  it('is refused when there is none, more than one or a malformed one', () => {
    expect(refused(() => readAddress({}))).toEqual(['invalidField', 'email'])
    expect(refused(() => readAddress({ email: 'a@b', phone: '12025550100' }))).toEqual([
      'invalidField',
      'email',
    ])
    expect(refused(() => readAddress({ email: 'a b@c' }))).toEqual(['invalidField', 'email'])
    expect(refused(() => readAddress({ phone: '123' }))).toEqual(['invalidField', 'phone'])
    expect(refused(() => readAddress({ phone: '12025550100', dialCode: '44' }))).toEqual([
      'invalidField',
      'phone',
    ])
  })

  it('keeps e-mail addresses in lower case', () => {
    expect(readEmail('DEMO@Glasshouse.TEST')).toBe('demo@glasshouse.test')
    expect(readEmail('not an address')).toBeNull()
  })
})
