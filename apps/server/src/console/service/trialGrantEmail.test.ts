import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'
import { trialGrantEmail } from './trialGrantEmail.ts'

it('contains amount and explanation, translated in every language, without a link', () => {
  const letters = languages.map((lang) => trialGrantEmail(lang, '12.5'))
  for (const { subject, text } of letters) {
    expect(subject).toContain('12.5 USDT')
    expect(text).toContain('12.5 USDT')
    expect(text + subject).not.toMatch(/[{}]|https?:/)
  }
  expect(new Set(letters.map(({ text }) => text)).size).toBe(languages.length)
})
