import { expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { catalogues, describeError, messageOf, placeholdersOf, successMessages } from './messages.ts'
import { reasonSentences } from './reasons.ts'
import { type ErrorCode, errorCodes } from './registry.ts'

const keys = Object.keys(errorCodes) as ErrorCode[]
const others = languages.filter((lang) => lang !== 'en')

it('has every error in every language and no other', () => {
  for (const lang of languages) expect(Object.keys(catalogues[lang]).sort()).toEqual([...keys].sort())
  for (const lang of languages)
    for (const key of keys) expect(catalogues[lang][key].trim(), `${lang} ${key}`).not.toBe('')
})

it('has the same placeholders in every language', () => {
  for (const lang of others)
    for (const key of keys)
      expect([...placeholdersOf(catalogues[lang][key])].sort(), `${lang} ${key}`).toEqual(
        [...placeholdersOf(catalogues.en[key])].sort(),
      )
})

it('leaves no sentence in English', () => {
  const words = (text: string) => text.replace(/\{\w+\}/g, '').toLowerCase()
  for (const lang of others)
    for (const key of keys)
      expect(words(catalogues[lang][key]), `${lang} ${key}`).not.toBe(words(catalogues.en[key]))
})

it.each([
  ['ja', /[\u3040-\u30ff]/],
  ['kr', /[\uac00-\ud7a3]/],
  ['th', /[\u0e00-\u0e7f]/],
  ['ru', /[\u0400-\u04ff]/],
  ['zh_CN', /[\u4e00-\u9fff]/],
  ['zh_TW', /[\u4e00-\u9fff]/],
] as const)('writes %s in its own script', (lang, script) => {
  for (const key of keys) expect(catalogues[lang][key], key).toMatch(script)
})

it('never mixes the two Chinese scripts', () => {
  const simplified = /[请录试订单价应验证码额围发现务态执该资币账户问题]/
  const traditional = /[請錄試訂單價應驗證碼額圍發現務態執該資幣賬戶問題]/
  const only = (own: RegExp, other: RegExp) =>
    new RegExp(`[${[...own.source.slice(1, -1)].filter((sign) => !other.test(sign)).join('')}]`)
  for (const key of keys) {
    expect(catalogues.zh_TW[key], key).not.toMatch(only(simplified, traditional))
    expect(catalogues.zh_CN[key], key).not.toMatch(only(traditional, simplified))
  }
})

it('says what a reason means in the language of the customer where the code says less', () => {
  const sentences = languages.map((lang) => messageOf('invalidState', { reason: 'leadConflict' }, lang))
  expect(new Set(sentences).size).toBe(languages.length)
  expect(sentences[0]).toMatch(/^As a lead/)
  for (const [reason, sentencesOf] of Object.entries(reasonSentences)) {
    expect(new Set(Object.values(sentencesOf)).size, reason).toBe(languages.length)
    for (const sentence of Object.values(sentencesOf)) expect(sentence, reason).not.toMatch(/[{[]/)
  }
  for (const reason of ['toString', 'other'])
    expect(messageOf('invalidState', { reason }, 'en')).toBe('Not possible right now.')
})

it('inserts the data and omits optional parts without data', () => {
  expect(messageOf('outOfRange', { min: '10' }, 'en')).toBe('Out of range. Minimum: 10.')
  expect(messageOf('outOfRange', { min: '10', max: '20', step: '5' }, 'en')).toBe(
    'Out of range. Minimum: 10. Maximum: 20. Step: 5.',
  )
  expect(messageOf('tooManyRequests', {}, 'en')).toBe('Too many requests. Try again.')
  expect(messageOf('invalidState', { until: 1_781_613_667_000 }, 'en')).toBe(
    'Not possible right now. Available from 2026-06-16 13:41 (UTC+1).',
  )
})

it('does not expand placeholders inside the data', () => {
  expect(messageOf('invalidField', { field: '[x] {min}' }, 'en')).toContain('[x] {min}')
})

it('describes an error with the names of its data', () => {
  expect(describeError('tooManyRequests')).toBe('Too many requests. Try again in {retryAfter} s.')
})

it('has a success message in every language', () => {
  expect(new Set(Object.values(successMessages)).size).toBe(languages.length - 1)
  expect(successMessages.zh_CN).toBe(successMessages.zh_TW)
})
