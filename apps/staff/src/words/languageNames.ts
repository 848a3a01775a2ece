import type { Language } from '@glasshouse/core/wire/languages'

/** Name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  kr: '한국어',
  th: 'ไทย',
  ru: 'Русский',
  es: 'Español',
  pt: 'Português',
  zh_CN: '简体中文',
  zh_TW: '繁體中文',
}

/** BCP 47 tag of a language. */
export const tagOf = (lang: Language): string =>
  lang === 'kr' ? 'ko' : lang === 'zh_CN' ? 'zh-Hans' : lang === 'zh_TW' ? 'zh-Hant' : lang
