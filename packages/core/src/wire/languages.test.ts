import { expect, it } from 'vitest'
import { browserLanguage } from './languages.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ko-KR,ko;q=0.9,en;q=0.8', 'kr'],
  ['zh-HK,zh;q=0.9', 'zh_TW'],
  ['zh-Hant', 'zh_TW'],
  ['zh', 'zh_CN'],
  ['zh-CN', 'zh_CN'],
  ['PT-br', 'pt'],
  ['fi, es;q=0.5', 'es'],
  ['kr', 'kr'],
  ['zh_TW', 'en'],
  ['*', 'en'],
  [';;,,-', 'en'],
])('reads the language of a browser that prefers %s as %s', (header, language) => {
  expect(browserLanguage(header)).toBe(language)
})
