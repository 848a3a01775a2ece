import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isEmail,
  isPasswordAllowed,
  isPhone,
  isPhoneOf,
  isReferrer,
  isUsername,
  isVerificationCode,
  maskEmail,
  maskPhone,
  normalizeEmail,
  passwordForm,
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

describe('strong passwords', () => {
  it('are 8 to 64 characters of any script', () => {
    for (const good of ['correct horse', 'тихая река', '静かな夜の海を歩く', 'x'.repeat(64), '🦊'.repeat(8)])
      expect([good, isPasswordAllowed(good, 'strong')]).toEqual([good, true])
    for (const bad of ['', 'Demo12!', 'x'.repeat(65), 'tab\tinside', 'bidi\u202Einside', 'new\nline1'])
      expect([bad, isPasswordAllowed(bad, 'strong')]).toEqual([bad, false])
  })

  it('are one password however a keyboard composes their letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(passwordForm(text.normalize('NFD'))).toBe(passwordForm(text.normalize('NFC')))
        expect(isPasswordAllowed(text.normalize('NFD'), 'strong')).toBe(
          isPasswordAllowed(text.normalize('NFC'), 'strong'),
        )
      }),
    )
  })
})

describe('usernames', () => {
  it('are letters and digits of any script with single signs between them', () => {
    for (const good of ['ann', "Ann O'Neil", 'user10001', 'Юля', '小林', 'J. R. R. T.', 'x'.repeat(32)])
      expect([good, isUsername(good)]).toEqual([good, true])
    for (const bad of ['', ' ann', 'ann ', 'a  b', '.ann', 'x'.repeat(33), 'a<b>', 'a\u202Eb', 'a\nb', 'a@b'])
      expect([bad, isUsername(bad)]).toEqual([bad, false])
  })

  it('never sound like the house', () => {
    for (const bad of ['admin', 'Support', 'GLASSHOUSE', 'ｓｕｐｐｏｒｔ'])
      expect([bad, isUsername(bad)]).toEqual([bad, false])
  })

  it('never carry a control, a mark of direction or a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        if (isUsername(text)) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>&@"\\/]/u)
      }),
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
