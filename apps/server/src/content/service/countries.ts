import type { OfferedCountry } from '@glasshouse/core/content/codec'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db } from '../../platform/database/index.ts'
import { listPublished } from '../store/records.ts'

/** BCP 47 tag of each language. */
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

type LanguageContext = {
  readonly nameOf: (countryCode: string) => string
  readonly compare: (one: string, other: string) => number
}

const speakers = new Map<Language, LanguageContext>()

/** Names are those of the runtime (Unicode CLDR), as in the pages, sorted by the language. */
const speakerOf = (lang: Language): LanguageContext => {
  const kept = speakers.get(lang)
  if (kept !== undefined) return kept
  const names = new Intl.DisplayNames([tags[lang]], { type: 'region' })
  const { compare } = new Intl.Collator(tags[lang])
  const speaker = { nameOf: (code: string) => names.of(code) ?? code, compare }
  speakers.set(lang, speaker)
  return speaker
}

/**
 * Countries offered at registration with their names in a language, sorted; a name written by the operator takes
 * precedence.
 */
export const listCountries = async (db: Db, lang: Language): Promise<readonly OfferedCountry[]> => {
  const { nameOf, compare } = speakerOf(lang)
  return (await listPublished(db, 'country'))
    .map(({ texts, fields: { countryCode = '', dialCode = '' } }) => ({
      name: texts[lang]?.name ?? nameOf(countryCode),
      countryCode,
      dialCode,
    }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.countryCode, other.countryCode))
}

/**
 * Whether a phone with this dialling code may register: an offered country has it. A form may append an area code, such
 * as 1809; no country's code is a prefix of another's.
 */
export const isCountrySupported = async (db: Db, dialCode: string): Promise<boolean> =>
  (await listPublished(db, 'country')).some(({ fields }) => dialCode.startsWith(fields.dialCode ?? dialCode))
