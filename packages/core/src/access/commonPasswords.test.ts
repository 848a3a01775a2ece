import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCommonPassword } from './commonPasswords.ts'

it('recognises common passwords, also in disguise', () => {
  for (const common of [
    'password',
    'Password1',
    'P@ssw0rd2024!',
    'iloveyou!!',
    'letmein123',
    'qwertyuiop',
    'Summer2025!',
    'Glasshouse1',
    'welcomeadmin',
    'aaaaaaaa',
    'abababab',
    '12345678',
    '87654321',
    'abcdefgh',
    '11223344',
    'pass word 123',
  ])
    expect([common, isCommonPassword(common)]).toEqual([common, true])
})

it('accepts passwords that people invent', () => {
  for (const password of [
    'correct horse battery',
    'vK7#tqLm2z',
    'тихая река 19',
    'mein Hund heißt Bodo',
    'k9&Tre!w',
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, false])
})

it('ignores case and spaces, and rarely rejects a random password', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 30 }), (text) => {
      // Only letters for which a change of case changes nothing else.
      fc.pre(/^[\x20-\x7e]*$/.test(text))
      expect(isCommonPassword(text.toUpperCase())).toBe(isCommonPassword(text.toLowerCase()))
      expect(isCommonPassword(` ${text}`)).toBe(isCommonPassword(text))
    }),
  )
  const letters = fc.string({ minLength: 14, maxLength: 14, unit: fc.constantFrom(...'bcdfghjklmnpqrtvwxz') })
  const drawn = fc.sample(letters, { numRuns: 500, seed: 7 })
  expect(drawn.filter(isCommonPassword)).toHaveLength(0)
})
