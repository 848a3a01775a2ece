import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isEmail,
  isPasswordAllowed,
  isPhone,
  isPhoneOf,
  isReferrer,
  isVerificationCode,
  maskEmail,
  maskPhone,
  normalizeEmail,
} from './rules.ts'

const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code))
const digits = (min: number, max: number) =>
  fc
    .string({ minLength: min, maxLength: max, unit: fc.constantFrom(...'0123456789') })
    .filter((text) => !text.startsWith('0'))

describe('passwords', () => {
  it('allow 6 to 18 of the named characters and nothing else', () => {
    for (const good of ['secret', 'Demo123!', '!@#$%^&*', 'a'.repeat(18)])
      expect(isPasswordAllowed(good)).toBe(true)
    for (const bad of [
      '',
      'short',
      'a'.repeat(19),
      'with space',
      'tabs\tin',
      'sécret',
      'secret1\n',
      'a-b-c-d',
      '١٢٣٤٥٦',
    ])
      expect(isPasswordAllowed(bad)).toBe(false)
  })

  it('refuse any foreign character wherever it stands', () => {
    const foreign = anyCharacter
    const letters = fc.string({ minLength: 5, maxLength: 17, unit: fc.constantFrom(...'abcxyz') })
    fc.assert(
      fc.property(letters, foreign, fc.nat(), (base, character, at) => {
        const place = at % (base.length + 1)
        const text = base.slice(0, place) + character + base.slice(place)
        expect(isPasswordAllowed(text)).toBe(
          'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*'.includes(character),
        )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('verification codes', () => {
  it('are six ASCII digits', () => {
    expect(isVerificationCode('012345')).toBe(true)
    for (const bad of ['', '12345', '1234567', '12345a', ' 12345', '123456\n', '１２３４５６', '٠١٢٣٤٥'])
      expect(isVerificationCode(bad)).toBe(false)
  })
})

describe('e-mail addresses', () => {
  it('need one @ and no spaces', () => {
    for (const good of ['a@b', 'demo@glasshouse.test', "o'neil+tag@example.co.uk", 'ünï@bücher.example'])
      expect(isEmail(good)).toBe(true)
    for (const bad of [
      '',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a b@c',
      ' a@b',
      'a@b ',
      'a\r\nBcc: x@y',
      'a<x@y>',
      `${'a'.repeat(250)}@b.cc`,
    ])
      expect(isEmail(bad)).toBe(false)
  })

  it('never let a control character or a second address through', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        if (!isEmail(text)) return
        expect(text.split('@')).toHaveLength(2)
        expect(text).not.toMatch(/[\s,;<>]/)
      }),
    )
  })

  it('are one account whatever their case', () => {
    expect(normalizeEmail('Demo@GLASSHOUSE.test')).toBe('demo@glasshouse.test')
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(normalizeEmail(normalizeEmail(email))).toBe(normalizeEmail(email))
        expect(normalizeEmail(email.toUpperCase())).toBe(normalizeEmail(email))
      }),
    )
  })
})

describe('phones', () => {
  it('are digits with the country code first', () => {
    expect(isPhone('12025550100')).toBe(true)
    for (const bad of [
      '',
      '+12025550100',
      '012025550',
      '1 202',
      '12345',
      '1'.repeat(16),
      '１２０２５５５０１００',
    ])
      expect(isPhone(bad)).toBe(false)
    expect(isPhoneOf('1', '12025550100')).toBe(true)
    expect(isPhoneOf('+1', '12025550100')).toBe(false)
    expect(isPhoneOf('44', '12025550100')).toBe(false)
    expect(isPhoneOf('', '12025550100')).toBe(false)
  })

  it('hide at least half of their digits and keep their length when masked', () => {
    expect(maskPhone('12025550100')).toBe('12******100')
    fc.assert(
      fc.property(digits(6, 15), (phone) => {
        const masked = maskPhone(phone)
        expect(masked).toHaveLength(phone.length)
        expect(masked.split('*').length - 1).toBeGreaterThanOrEqual(phone.length / 2)
        expect(masked).toMatch(/^\d*\*+\d+$/)
      }),
    )
  })
})

describe('masked e-mail addresses', () => {
  it('tell neither the local part nor its length', () => {
    expect(maskEmail('alice@example.com')).toBe('a***@example.com')
    expect(maskEmail('a@example.com')).toBe('***@example.com')
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const [local = '', domain = ''] = email.split('@')
        expect(maskEmail(email)).toBe(`${local.length > 1 ? local[0] : ''}***@${domain}`)
      }),
    )
  })
})

it('takes any text without spaces as a referrer', () => {
  expect(isReferrer('10000')).toBe(true)
  for (const bad of ['', ' ', '100 00', '10000\n', 'x'.repeat(33)]) expect(isReferrer(bad)).toBe(false)
})
