import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'
import { type SecurityChange, securityMessage, verifyCodeMessage } from './templates.ts'

it('contains the code in subject and text in every language, and the minutes in the text', () => {
  const texts = languages.map((lang) => verifyCodeMessage(lang, '042137', 10))
  for (const { subject, text } of texts) {
    expect(subject).toContain('042137')
    expect(text).toContain('042137')
    expect(text).toContain('10')
    expect(subject + text).not.toMatch(/[{}]/)
  }
  expect(new Set(texts.map(({ text }) => text)).size).toBe(languages.length)
})

it('names every change and its time in every language, each different', () => {
  const changes: SecurityChange[] = ['password', 'withdrawPassword', 'email', 'twoStepOn', 'twoStepOff']
  for (const lang of languages) {
    const messages = changes.map((what) => securityMessage(lang, what, '2026-06-16 13:41:07'))
    for (const { subject, text } of messages) {
      expect(text).toContain('2026-06-16 13:41:07')
      expect(subject + text).not.toMatch(/[{}]|https?:/)
    }
    expect(new Set(messages.map(({ text }) => text)).size).toBe(changes.length)
  }
  expect(new Set(languages.map((lang) => securityMessage(lang, 'email', '').text)).size).toBe(
    languages.length,
  )
})
