import type { Language } from '@glasshouse/core/wire/languages'

/** Name of each language in that of the console, which has no fonts of other scripts. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: 'Japanese',
  kr: 'Korean',
  th: 'Thai',
  ru: 'Russian',
  es: 'Spanish',
  pt: 'Portuguese',
  zh_CN: 'Simplified Chinese',
  zh_TW: 'Traditional Chinese',
}

/** BCP 47 tag of a language. */
export const tagOf = (lang: Language): string =>
  lang === 'kr' ? 'ko' : lang === 'zh_CN' ? 'zh-Hans' : lang === 'zh_TW' ? 'zh-Hant' : lang
