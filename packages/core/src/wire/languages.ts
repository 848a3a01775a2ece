/** Language codes of the wire; the interface's `zh` is sent as zh_CN and `tw` as zh_TW. */
export const languages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh_CN', 'zh_TW'] as const
export type Language = (typeof languages)[number]

/** Language of a form's `lang` field; English is the fallback. */
export const languageOf = (lang: unknown): Language =>
  lang === 'zh' ? 'zh_CN' : lang === 'tw' ? 'zh_TW' : (languages.find((known) => known === lang) ?? 'en')

/**
 * Preferred language of a browser, from its `Accept-Language` header; English if that is none of ours.
 *
 * @example browserLanguage('zh-HK,zh;q=0.9') // 'zh_TW'
 */
export const browserLanguage = (header: string | undefined): Language => {
  for (const tag of (header ?? '').toLowerCase().split(',')) {
    const [name = ''] = tag.trim().split(';')
    if (/^zh-(tw|hk|mo|hant)/.test(name)) return 'zh_TW'
    const [primary = ''] = name.split('-')
    const found = languages.find((known) => known === (primary === 'ko' ? 'kr' : primary))
    if (found !== undefined || primary === 'zh') return found ?? 'zh_CN'
  }
  return 'en'
}
