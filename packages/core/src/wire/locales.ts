import type { Language } from './languages.ts'

/** Locale tags for Intl, by language of the wire. */
export const localeOf: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  ja: 'ja',
  kr: 'ko',
  th: 'th',
  ru: 'ru',
  es: 'es',
  pt: 'pt-BR',
  zh_CN: 'zh-CN',
  zh_TW: 'zh-TW',
}
