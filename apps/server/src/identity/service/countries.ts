import type { Language } from '@glasshouse/core/wire/languages'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

/** The tag of each language. */
const tags: Readonly<Record<Language, string>> = {
  en: 'en',
  es: 'es',
  ja: 'ja',
  kr: 'ko',
  pt: 'pt',
  ru: 'ru',
  th: 'th',
  zh_CN: 'zh-Hans',
  zh_TW: 'zh-Hant',
}

export type Country = { readonly name: string; readonly telcode: string; readonly countrycode: string }

/**
 * The names are those of the runtime (Unicode CLDR), as the pages show them too: one list for all nine
 * languages, Traditional Chinese and the smallest territories included.
 */
const listIn = (lang: Language): readonly Country[] => {
  const names = new Intl.DisplayNames([tags[lang]], { type: 'region' })
  const { compare } = new Intl.Collator(tags[lang])
  return getCountries()
    .map((code) => ({
      name: names.of(code) ?? code,
      telcode: getCountryCallingCode(code),
      countrycode: code,
    }))
    .sort((a, b) => compare(a.name, b.name))
}

const lists = new Map<Language, readonly Country[]>()

/** Every country and territory with a dialling code, by its name in a language and in its order. */
export const listCountries = (lang: Language): Country[] => {
  const kept = lists.get(lang) ?? listIn(lang)
  lists.set(lang, kept)
  return [...kept]
}
