import type { Language } from '../wire/languages.ts'
import { formatsOf, type NoticeFormats } from './formats.ts'
import ai from './kinds/ai.json' with { type: 'json' }
import alerts from './kinds/alerts.json' with { type: 'json' }
import community from './kinds/community.json' with { type: 'json' }
import contracts from './kinds/contracts.json' with { type: 'json' }
import copy from './kinds/copy.json' with { type: 'json' }
import funding from './kinds/funding.json' with { type: 'json' }
import invest from './kinds/invest.json' with { type: 'json' }
import kyc from './kinds/kyc.json' with { type: 'json' }
import loans from './kinds/loans.json' with { type: 'json' }
import referral from './kinds/referral.json' with { type: 'json' }
import rewards from './kinds/rewards.json' with { type: 'json' }
import security from './kinds/security.json' with { type: 'json' }
import subscription from './kinds/subscription.json' with { type: 'json' }
import { linkOf, type NoticeKind, specOf } from './kinds.ts'
import type { ParamForm, StoredParams } from './spec.ts'

/**
 * Sentences of a kind: `title` and `content`, each alone or in plural forms (`content_one`, `content_other`), and
 * `<parameter>.<word>` for the words of a parameter.
 */
export type NoticeSentences = Readonly<Record<string, string>>

/** Sentences of all kinds, one line per area; the type rejects a kind without one of the languages. */
export const noticeTexts: Readonly<Record<NoticeKind, Readonly<Record<Language, NoticeSentences>>>> = {
  ...funding,
  ...security,
  ...invest,
  ...referral,
  ...community,
  ...rewards,
  ...copy,
  ...kyc,
  ...loans,
  ...subscription,
  ...ai,
  ...alerts,
  ...contracts,
}

/** What a notice says in a language. */
export type NoticeText = { readonly title: string; readonly content: string; readonly link: string }

/**
 * Title, content and link of a notice, from its stored values.
 *
 * @example renderNotice('en', 'investTrialEnded', { id: 7, product: 'Greenhouse', profit: '1234.5' }).title
 * // 'Greenhouse: order 7 has ended'
 */
export const renderNotice = (lang: Language, kind: NoticeKind, params: StoredParams): NoticeText => {
  const sentences = noticeTexts[kind][lang]
  const formats = formatsOf(lang)
  const forms = specOf(kind).params
  const counted = Object.keys(forms).find((name) => forms[name] === 'count')
  const count = counted === undefined ? undefined : params[counted]
  const sentence = (name: string): string =>
    (typeof count === 'number' ? sentences[`${name}_${formats.plural(count)}`] : undefined) ??
    sentences[`${name}_other`] ??
    sentences[name] ??
    ''
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const [form, value] = [forms[name], params[name]]
      // A value that was added to a kind is missing in notices stored before.
      return form === undefined || value === undefined ? '—' : show(formats, sentences, name, form, value)
    })
  return { title: fill(sentence('title')), content: fill(sentence('content')), link: linkOf(kind, params) }
}

const show = (
  formats: NoticeFormats,
  sentences: NoticeSentences,
  name: string,
  form: ParamForm,
  value: string | number,
): string => {
  if (typeof form !== 'string') return sentences[`${name}.${value}`] ?? String(value)
  if (form === 'usdt' || form === 'decimal' || form === 'count') return formats.decimal(String(value))
  if (form === 'day') return formats.day(String(value))
  return form === 'time' && typeof value === 'number' ? formats.time(value) : String(value)
}
