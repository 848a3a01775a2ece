import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'
import { listCountries } from './countries.ts'

it('names every country in every language, with dialling and ISO code', () => {
  for (const lang of languages) {
    const listed = listCountries(lang)
    expect(listed.length).toBeGreaterThan(230)
    expect(new Set(listed.map(({ countrycode }) => countrycode)).size).toBe(listed.length)
    for (const { name, telcode, countrycode } of listed) {
      expect(countrycode).toMatch(/^[A-Z]{2}$/)
      expect(telcode).toMatch(/^[1-9]\d{0,3}$/)
      expect([countrycode, name.trim()]).not.toEqual([countrycode, ''])
      expect([lang, countrycode, name]).not.toEqual([lang, countrycode, countrycode])
    }
  }
})

it('speaks the language asked for', () => {
  const germany = (lang: (typeof languages)[number]) =>
    listCountries(lang).find(({ countrycode }) => countrycode === 'DE')
  expect(germany('en')).toEqual({ name: 'Germany', telcode: '49', countrycode: 'DE' })
  expect(languages.map((lang) => germany(lang)?.name)).toEqual([
    'Germany',
    'ドイツ',
    '독일',
    'เยอรมนี',
    'Германия',
    'Alemania',
    'Alemanha',
    '德国',
    '德國',
  ])
  const [first, second] = listCountries('en')
  expect([first?.name, second?.name]).toEqual(['Afghanistan', 'Åland Islands'])
  expect(listCountries('en').filter(({ telcode }) => telcode === '1').length).toBeGreaterThan(20)
})
