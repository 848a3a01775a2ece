import type { Language as WireLanguage } from '@glasshouse/core/wire/languages'

/** Languages of the interface by their own names, in the order of the picker. */
export const languages = [
  { code: 'en', name: 'English', tag: 'en', wire: 'en' },
  { code: 'ja', name: '日本語', tag: 'ja', wire: 'ja' },
  { code: 'kr', name: '한국어', tag: 'ko', wire: 'kr' },
  { code: 'th', name: 'ไทย', tag: 'th', wire: 'th' },
  { code: 'ru', name: 'Русский', tag: 'ru', wire: 'ru' },
  { code: 'es', name: 'Español', tag: 'es', wire: 'es' },
  { code: 'pt', name: 'Português', tag: 'pt', wire: 'pt' },
  { code: 'zh', name: '简体中文', tag: 'zh-Hans', wire: 'zh_CN' },
  { code: 'tw', name: '繁體中文', tag: 'zh-Hant', wire: 'zh_TW' },
] as const satisfies readonly { code: string; name: string; tag: string; wire: WireLanguage }[]

export type Language = (typeof languages)[number]
export type LanguageCode = Language['code']
/** Language setting: a language, or `auto` for that of the browser. */
export type LanguageChoice = LanguageCode | 'auto'

export const english: Language = languages[0]

/** Language with this interface code, or null. */
export const languageByCode = (code: string | null): Language | null =>
  languages.find((language) => language.code === code) ?? null

/** Language with this page tag (`ko`, `zh-Hant`), or English. */
export const languageByTag = (tag: string): Language =>
  languages.find((language) => language.tag === tag) ?? english

const traditional = /^zh(-hant|-tw|-hk|-mo)/i

/**
 * First supported language of the browser's languages; English if there is none.
 *
 * @example matchLanguage(['zh-HK', 'en']).code // 'tw'
 */
export const matchLanguage = (wanted: readonly string[]): Language => {
  for (const tag of wanted) {
    if (traditional.test(tag)) return languageByTag('zh-Hant')
    const root = tag.split('-')[0]?.toLowerCase()
    const found = languages.find((language) => language.tag.split('-')[0] === root)
    if (found) return found
  }
  return english
}
