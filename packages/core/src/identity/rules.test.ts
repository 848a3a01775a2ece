import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canBePassword,
  isEmail,
  isLetterWord,
  isPasswordAllowed,
  isPhone,
  isPhoneOf,
  isReferrer,
  isSecondFactorCode,
  isUsername,
  isVerificationCode,
  maskEmail,
  maskPhone,
  maxPasswordText,
  normalizeEmail,
  normalizePassword,
  runningPause,
} from './rules.ts'

const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code))
const digits = (min: number, max: number) =>
  fc
    .string({ minLength: min, maxLength: max, unit: fc.constantFrom(...'0123456789') })
    .filter((text) => !text.startsWith('0'))

describe('passwords', () => {
  it('allow 6 to 18 of the listed characters and nothing else', () => {
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

  it('reject any other character at any position', () => {
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

  it('are equal however a keyboard composes their letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizePassword(text.normalize('NFD'))).toBe(normalizePassword(text.normalize('NFC')))
        expect(isPasswordAllowed(text.normalize('NFD'), 'strong')).toBe(
          isPasswordAllowed(text.normalize('NFC'), 'strong'),
        )
      }),
    )
  })
})

describe('password normalization', () => {
  const alike: readonly (readonly [string, string, string])[] = [
    ['composed and decomposed letters', 'schl\u00E4ft', 'schla\u0308ft'],
    ['marks in another order', 'a\u0323\u0302', 'a\u0302\u0323'],
    ['three marks on one letter', '\u1F82', '\u03B1\u0313\u0300\u0345'],
    ['the ångström sign and the letter', '\u212B', '\u00C5'],
    ['the kelvin sign and the letter', '\u212A', 'K'],
    ['full-width letters and digits', '\uFF30\uFF41\uFF53\uFF53\uFF11', 'Pass1'],
    ['half-width katakana with its mark', '\uFF76\uFF9E', '\u30AC'],
    ['ligatures', 'o\uFB03ce \uFB01sh', 'office fish'],
    ['superscripts and fractions', 'x\u00B2\u00BD', 'x21\u20442'],
    ['the one character of three dots', 'wait\u2026', 'wait...'],
    ['mathematical letters, two units each', '\u{1D400}\u{1D41B}', 'Ab'],
    ['a character that stands for eighteen', '\uFDFA', '\uFDFA'.normalize('NFKC')],
    ['Hangul syllables and their jamo', '\uD55C\uAE00', '\u1112\u1161\u11AB\u1100\u1173\u11AF'],
    ['Hangul compatibility jamo and conjoining ones', '\u3131', '\u1100'],
    ['the dotted capital I and its parts', '\u0130', 'I\u0307'],
    ...[...'\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000'].map(
      (space) => [`the space ${space.codePointAt(0)?.toString(16)}`, `a${space}b`, 'a b'] as const,
    ),
  ]
  it.each(alike)('treats as equal: %s', (_, text, other) => {
    expect(text).not.toBe(other)
    expect(normalizePassword(text)).toBe(normalizePassword(other))
  })

  const unlike: readonly (readonly [string, string, string])[] = [
    ['capitals and small letters', 'Ann', 'ann'],
    ['the sharp s and two of them', 'stra\u00DFe', 'strasse'],
    ['the final sigma and the other', '\u03C2', '\u03C3'],
    ['the dotless i and the dotted', '\u0131', 'i'],
    ['the dotted capital I and the plain one', '\u0130', 'I'],
    ['a letter with a mark and without', '\u00E9', 'e'],
    ['Latin and Cyrillic letters of one shape', 'a', '\u0430'],
    ['digits of other scripts', '\u0661', '1'],
    ['straight and curly quotes', "'", '\u2019'],
    ['the Ogham space, which shows a line', 'a\u1680b', 'a b'],
    ['spaces at an end and none', ' ann ', 'ann'],
    ['two spaces and one', 'a  b', 'a b'],
    ['a joiner and none', 'a\u200Db', 'ab'],
    ['a non-joiner and none', 'a\u200Cb', 'ab'],
    ['the emoji and the text form of a heart', '\u2764\uFE0F', '\u2764'],
    ['two emoji of two units', '\u{1F98A}', '\u{1F98B}'],
  ]
  it.each(unlike)('treats as different: %s', (_, text, other) => {
    expect(normalizePassword(text)).not.toBe(normalizePassword(other))
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
        expect(normalizePassword(normalizePassword(text))).toBe(normalizePassword(text))
      }),
    )
  })
})

describe('a strong password', () => {
  const isAllowed = (text: string) => isPasswordAllowed(text, 'strong')

  it('is counted in characters of its normalized form, not in typed characters', () => {
    // Two units each; 32 of them are 64 units.
    expect([isAllowed('\u{1F98A}'.repeat(64)), isAllowed('\u{1F98A}'.repeat(65))]).toEqual([true, false])
    expect([isAllowed('\u{1F98A}'.repeat(8)), isAllowed('\u{1F98A}'.repeat(7))]).toEqual([true, false])
    // Four typed characters are one.
    const four = '\u03B1\u0313\u0300\u0345'
    expect([isAllowed(four.repeat(64)), isAllowed(four.repeat(65)), isAllowed(four.repeat(7))]).toEqual([
      true,
      false,
      false,
    ])
    // One typed character is three, or eighteen.
    expect([
      isAllowed('\uFB03'.repeat(21)),
      isAllowed('\uFB03'.repeat(22)),
      isAllowed('\uFB03'.repeat(3)),
    ]).toEqual([true, false, true])
    expect([isAllowed('\uFDFA'.repeat(3)), isAllowed('\uFDFA'.repeat(4))]).toEqual([true, false])
    // Three jamo are one syllable.
    const jamo = '\u1112\u1161\u11AB'
    expect([isAllowed(jamo.repeat(8)), isAllowed(jamo.repeat(64)), isAllowed(jamo.repeat(65))]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('contains no invisible, unpaired or unassigned characters', () => {
    for (const bad of [
      'zwj here\u200D',
      'zwnj here\u200C',
      'soft\u00ADhyphen',
      'bom\uFEFFinside',
      'marked\u202Eright',
      'tag\u{E0041}inside',
      '\uD83Dalone high',
      'alone low\uDE00',
      'swapped\uDE00\uD83D',
      'nul\0inside',
      'delete\u007Fone',
      'next\u0085line',
      'line\u2028two',
      'paragraph\u2029two',
      'private\uE000use',
      'unassigned\u{50000}',
      'not one\uFFFF',
    ])
      expect([bad, isAllowed(bad)]).toEqual([bad, false])
    for (const good of ['a heart \u2764\uFE0F here', 'عين الشمس', 'İstanbul’da bir gün', ' spaces count '])
      expect([good, isAllowed(good)]).toEqual([good, true])
  })

  it('is allowed or not independent of the form in which it is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 70 }), (text) => {
        const isAllowedNfc = isAllowed(text.normalize('NFC'))
        expect(isAllowed(text.normalize('NFD'))).toBe(isAllowedNfc)
        if (isAllowedNfc) expect(isAllowed(normalizePassword(text))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('may be typed in the longest form of its characters', () => {
    let longest = ''
    for (let code = 0x20; code < 0x11_0000; code += 1) {
      const typed = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code).normalize('NFD')
      if (typed.length > longest.length && [...normalizePassword(typed)].length === 1) longest = typed
    }
    expect(longest.length).toBeGreaterThan(3)
    expect(longest.length * 64).toBeLessThanOrEqual(maxPasswordText)
    expect(isAllowed(longest.repeat(64))).toBe(true)
  })
})

it('recognises texts that cannot be the password of any account, whatever the policy', () => {
  for (const bad of ['', 'x'.repeat(maxPasswordText + 1), 'nul\0inside', '\uD83Dalone high', 'low\uDE00'])
    expect([bad, canBePassword(bad)]).toEqual([bad, false])
  for (const good of ['x', 'x'.repeat(maxPasswordText), 'bidi\u202E', '\u{1F98A}'])
    expect([good, canBePassword(good)]).toEqual([good, true])
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 70 }),
      fc.constantFrom('seed', 'strong'),
      (text, policy) => {
        if (isPasswordAllowed(text, policy)) expect(canBePassword(text)).toBe(true)
      },
    ),
  )
})

describe('usernames', () => {
  it('are letters and digits of any script with single separators between them', () => {
    for (const good of ['ann', "Ann O'Neil", 'user10001', 'Юля', '小林', 'J. R. R. T.', 'x'.repeat(32)])
      expect([good, isUsername(good)]).toEqual([good, true])
    for (const bad of ['', ' ann', 'ann ', 'a  b', '.ann', 'x'.repeat(33), 'a<b>', 'a\u202Eb', 'a\nb', 'a@b'])
      expect([bad, isUsername(bad)]).toEqual([bad, false])
  })

  it('never resemble the names of the platform', () => {
    for (const bad of ['admin', 'Support', 'GLASSHOUSE', 'ｓｕｐｐｏｒｔ'])
      expect([bad, isUsername(bad)]).toEqual([bad, false])
  })

  it('never contain a control character, a direction mark or a tag', () => {
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

  it('never contain a control character or a second address', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        if (!isEmail(text)) return
        expect(text.split('@')).toHaveLength(2)
        expect(text).not.toMatch(/[\s,;<>]/)
      }),
    )
  })

  it('identify one account, whatever their case', () => {
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
  it('reveal neither the local part nor its length', () => {
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

it('accepts any text without spaces as a referrer', () => {
  expect(isReferrer('10000')).toBe(true)
  for (const bad of ['', ' ', '100 00', '10000\n', 'x'.repeat(33)]) expect(isReferrer(bad)).toBe(false)
})

describe('the word of the letters', () => {
  it.each(['ab', 'blue heron 7', '合言葉', 'é'.repeat(32)])('may be %j', (text) => {
    expect(isLetterWord(text)).toBe(true)
  })
  it.each([
    '',
    'a',
    ' ab',
    'ab ',
    'a  b',
    'evil.test',
    'https://x',
    'a\nb',
    '<b>',
    'x'.repeat(33),
    'e\u0301a',
  ])('may not be %j', (text) => {
    expect(isLetterWord(text)).toBe(false)
  })
})

it.each([
  ['123456', true],
  ['123 456', true],
  ['1234-5678-9012-3456-7890', true],
  ['12345678901234567890', true],
  ['1234567', false],
  ['12345678901234567', false],
  ['１２３４５６', false],
  ['', false],
])('%j has the form of a second factor’s code: %s', (text, isOne) => {
  expect(isSecondFactorCode(text)).toBe(isOne)
})

describe('a pause of an account', () => {
  const pause = { pauseUntilMs: 1000, pauseReason: 'new_device' } as const
  it('runs until its instant and not at it', () => {
    expect(runningPause(pause, 999)).toEqual({ reason: 'new_device', untilMs: 1000 })
    expect(runningPause(pause, 1000)).toBeNull()
  })
  it('does not run where none was stored', () => {
    expect(runningPause({ pauseUntilMs: null, pauseReason: null }, 0)).toBeNull()
  })
})
