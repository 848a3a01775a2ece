import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'
import { verifyCodeMessage } from './templates.ts'

it('writes the code into subject and text in every language, and the minutes into the text', () => {
  const texts = languages.map((lang) => verifyCodeMessage(lang, '042137', 10))
  for (const { subject, text } of texts) {
    expect(subject).toContain('042137')
    expect(text).toContain('042137')
    expect(text).toContain('10')
    expect(subject + text).not.toMatch(/[{}]/)
  }
  expect(new Set(texts.map(({ text }) => text)).size).toBe(languages.length)
})
