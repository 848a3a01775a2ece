import { expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import en from './samples/en.json' with { type: 'json' }
import { sampleTextIn } from './samples.ts'

/** How a sample begins in each language. */
const beginnings = {
  ...{ en: 'Sample: ', es: 'Muestra: ', pt: 'Amostra: ', ru: 'Образец: ', ja: 'サンプル：' },
  ...{ kr: '예시: ', th: 'ตัวอย่าง: ', zh_CN: '示例：', zh_TW: '範例：' },
}

it('every sample text begins by saying that it is one, in every language, and is written in each anew', () => {
  for (const name of Object.keys(en)) {
    const texts = languages.map((lang) => sampleTextIn(name, lang))
    for (const [at, lang] of languages.entries()) expect(texts[at]?.startsWith(beginnings[lang])).toBe(true)
    expect(new Set(texts).size).toBe(languages.length)
  }
  expect(() => sampleTextIn('unknown', 'en')).toThrow('there is no sample text unknown')
})
