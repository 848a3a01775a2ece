/** Language codes of the wire; the interface's `zh` is sent as zh_CN and `tw` as zh_TW. */
export const languages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh_CN', 'zh_TW'] as const
export type Language = (typeof languages)[number]

/** Language of a form's `lang` field; English is the fallback. */
export const languageOf = (lang: unknown): Language =>
  lang === 'zh' ? 'zh_CN' : lang === 'tw' ? 'zh_TW' : (languages.find((known) => known === lang) ?? 'en')
