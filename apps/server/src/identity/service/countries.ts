import type { Language } from '@glasshouse/core/wire/languages'
import countries from 'i18n-iso-countries'
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import ja from 'i18n-iso-countries/langs/ja.json' with { type: 'json' }
import ko from 'i18n-iso-countries/langs/ko.json' with { type: 'json' }
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import ru from 'i18n-iso-countries/langs/ru.json' with { type: 'json' }
import th from 'i18n-iso-countries/langs/th.json' with { type: 'json' }
import zh from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

for (const locale of [en, es, ja, ko, pt, ru, th, zh]) countries.registerLocale(locale)

/** The tag of each language. The list of names has no Traditional Chinese; the runtime's own names fill in. */
const tags: Readonly<Record<Language, string>> = {
  en: 'en',
  es: 'es',
  ja: 'ja',
  kr: 'ko',
  pt: 'pt',
  ru: 'ru',
  th: 'th',
  zh_CN: 'zh',
  zh_TW: 'zh-Hant-TW',
}

export type Country = { readonly name: string; readonly telcode: string; readonly countrycode: string }

const namesOf = (lang: Language): ((code: string) => string) => {
  const tag = tags[lang]
  const own = new Intl.DisplayNames([tag], { type: 'region' })
  return (code) => countries.getName(code, tag, { select: 'alias' }) ?? own.of(code) ?? code
}

const listIn = (lang: Language): readonly Country[] => {
  const nameOf = namesOf(lang)
  const { compare } = new Intl.Collator(tags[lang])
  return getCountries()
    .map((code) => ({ name: nameOf(code), telcode: getCountryCallingCode(code), countrycode: code }))
    .sort((a, b) => compare(a.name, b.name))
}

const lists = new Map<Language, readonly Country[]>()

/** Every country and territory with a dialling code, by its name in a language and in its order. */
export const listCountries = (lang: Language): Country[] => {
  const kept = lists.get(lang) ?? listIn(lang)
  lists.set(lang, kept)
  return [...kept]
}
