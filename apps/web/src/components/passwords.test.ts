import { isPasswordAllowed } from '@glasshouse/core/identity/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPossiblePassword, usualPolicy } from './passwords.ts'

it('rejects only passwords that no policy accepts', () => {
  for (const text of ['Demo1!', 'correct horse battery staple', 'Пароль на русском', 'a'.repeat(64)])
    expect(isPossiblePassword(text), text).toBe(true)
  for (const text of ['', 'short', 'a b 12', 'a'.repeat(65), 'line\nbreak'])
    expect(isPossiblePassword(text), text).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 70 }), (text) => {
      if (isPasswordAllowed(text, 'seed') || isPasswordAllowed(text, 'strong'))
        expect(isPossiblePassword(text)).toBe(true)
    }),
  )
})

it('defaults to the policy of the mode', () => {
  expect([usualPolicy(true), usualPolicy(false)]).toEqual(['seed', 'strong'])
})
