import { type LanguageCode, matchLanguage } from '../i18n/languages.ts'
import { type Catalogue, translate } from '../i18n/translate.ts'

/** All catalogues, because the page is one file. */
const catalogues = import.meta.glob<Catalogue>('../i18n/*/verifier.json', { eager: true, import: 'default' })

/** Language of the browser. */
export const browserLanguage = (): LanguageCode => matchLanguage(navigator.languages).code

/** Sentence of a key in a language. */
export const sentence = (
  language: LanguageCode,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  translate(catalogues[`../i18n/${language}/verifier.json`] ?? {}, key, values, new Intl.PluralRules('en'))
