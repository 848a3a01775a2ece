import type { Language } from '../wire/languages.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import kr from './kr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import { reasonSentences } from './reasons.ts'
import type { ErrorCode, ErrorData } from './registry.ts'
import ru from './ru.json' with { type: 'json' }
import th from './th.json' with { type: 'json' }
import zhCn from './zh_CN.json' with { type: 'json' }
import zhTw from './zh_TW.json' with { type: 'json' }

export type Catalogue = Readonly<Record<ErrorCode, string>>

/** Message of every error in every language. The type rejects an incomplete catalogue. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en,
  es,
  ja,
  kr,
  pt,
  ru,
  th,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

/** Message of a successful response. */
export const successMessages: Readonly<Record<Language, string>> = {
  en: 'Done.',
  es: 'Hecho.',
  ja: '完了しました。',
  kr: '완료되었습니다.',
  pt: 'Concluído.',
  ru: 'Готово.',
  th: 'เสร็จเรียบร้อย',
  zh_CN: '操作成功。',
  zh_TW: '操作成功。',
}

const placeholder = /\{(\w+)\}/g

/** Formats an instant at the fixed offset UTC+1, to the minute. */
const instantText = (ms: number): string =>
  `${new Date(ms + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')} (UTC+1)`

const textOf = (name: string, data: ErrorData): string | undefined => {
  const value = data[name]
  if (value === undefined || value === null) return undefined
  return name === 'until' && typeof value === 'number' ? instantText(value) : String(value)
}

/** Placeholder names of a sentence, in order. */
export const placeholdersOf = (sentence: string): readonly string[] =>
  [...sentence.matchAll(placeholder)].map((match) => match[1] ?? '')

/** The sentence of a reason, where it has one of its own. */
const reasonSentence = ({ reason }: ErrorData, lang: Language): string | undefined =>
  typeof reason === 'string' && Object.hasOwn(reasonSentences, reason)
    ? reasonSentences[reason]?.[lang]
    : undefined

/**
 * Message of an error in a language with its data inserted; the sentence of its reason where that has one. A part in
 * square brackets is omitted when its data is missing.
 *
 * @example messageOf('outOfRange', { min: '10' }, 'en') // 'This is outside the limits. Minimum: 10.'
 */
export const messageOf = (code: ErrorCode, data: ErrorData, lang: Language): string =>
  (reasonSentence(data, lang) ?? catalogues[lang][code])
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      placeholdersOf(part).every((name) => textOf(name, data) !== undefined) ? part : '',
    )
    .replace(placeholder, (_, name: string) => textOf(name, data) ?? '')

/** English message of an error for documents, with its placeholders. */
export const describeError = (code: ErrorCode): string => catalogues.en[code].replace(/[[\]]/g, '')
