import { parseTier, tiersOverlap } from '../ai/tiers.ts'
import { dayStart } from '../calendar/days.ts'
import { isDialCode } from '../identity/rules.ts'
import { amountScale, parseDecimal } from '../money/units.ts'
import { checkInParts, parseCheckInRule, parseTask, rulesConflict, taskChecks } from '../rewards/rules.ts'
import { type Language, languages } from '../wire/languages.ts'
import { campaignsOverlap, isPeriod } from './campaigns.ts'
import { arePlaceholdersKnown, fillPlaceholders } from './placeholders.ts'

/** Content that the operator edits, besides settings. Each kind defines its texts (per language) and its fields. */
export const contentKinds = [
  'news',
  'faq',
  'banner',
  'nav',
  'homeMsg',
  'about',
  'product',
  'task',
  'signinRule',
  'country',
  'plan',
  'team',
  'certificate',
  'aiRule',
  'campaign',
] as const
export type ContentKind = (typeof contentKinds)[number]

type Need = 'must' | 'may'
export type Field =
  | 'link'
  | 'picture'
  | 'email'
  | 'place'
  | 'amount'
  | 'count'
  | 'counts'
  | 'task'
  | 'signinPart'
  | 'countryCode'
  | 'dialCode'
  | 'year'
  | 'day'
  | 'id'
  | 'line'
  | 'source'

export type KindSpec = {
  /** One plain sentence for the editor. */
  readonly meaning: string
  /** Texts per language with their maximum length in characters. */
  readonly texts: Readonly<Record<string, { readonly need: Need; readonly longest: number }>>
  readonly fields: Readonly<Record<string, { readonly need: Need; readonly form: Field }>>
  /** At most one record of this kind exists. */
  readonly single?: true
  /** Validates the record as a whole. Returns the rejected field, or null. */
  readonly problemOf?: (record: ContentRecord) => string | null
  /** Whether two records conflict and cannot be published together. */
  readonly clash?: (record: ContentFields, other: ContentFields) => boolean
}

const line = (need: Need, longest = 200) => ({ need, longest })
const article = {
  texts: { title: line('must'), subtitle: line('may', 400), content: line('must', 20_000) },
  fields: { thumbnail: { need: 'may', form: 'picture' }, picture: { need: 'may', form: 'picture' } },
} as const

export const kindSpecs: Readonly<Record<ContentKind, KindSpec>> = {
  news: { meaning: 'An article of the news page', ...article },
  faq: { meaning: 'A question with its answer', ...article },
  banner: {
    meaning: 'A picture that turns on a page; `place` is its bannertype and code, such as 1:home',
    texts: { title: line('must') },
    fields: {
      place: { need: 'must', form: 'place' },
      picture: { need: 'must', form: 'picture' },
      link: { need: 'may', form: 'link' },
    },
  },
  nav: {
    meaning: 'A link of a menu; `place` is its bartype. The item named Download holds the link of the app',
    texts: { title: line('must', 60) },
    fields: { place: { need: 'must', form: 'place' }, link: { need: 'must', form: 'link' } },
  },
  homeMsg: {
    meaning: 'A notice of the home page',
    texts: { title: line('must'), content: line('must', 4000) },
    fields: {},
  },
  about: {
    meaning: 'Who runs this, in the footer and on the about page',
    texts: { title: line('must', 100), riskNotice: line('must', 2000), content: line('must', 20_000) },
    fields: {
      email: { need: 'must', form: 'email' },
      facebook: { need: 'may', form: 'link' },
      twitter: { need: 'may', form: 'link' },
      youtube: { need: 'may', form: 'link' },
    },
    single: true,
  },
  product: {
    meaning: 'A product as the about page presents it',
    texts: { title: line('must'), content: line('must', 4000) },
    fields: { picture: { need: 'may', form: 'picture' } },
  },
  task: {
    meaning:
      'One of the five newbie tasks, by its number `id`; published, it is offered. How each is checked is fixed',
    texts: { title: line('must'), content: line('must', 4000) },
    fields: { id: { need: 'must', form: 'task' }, money: { need: 'must', form: 'amount' } },
    problemOf: ({ fields }) => fieldProblem(parseTask(fields)),
    clash: (record, other) => record.id === other.id,
  },
  signinRule: {
    meaning:
      'What signing in earns: a tier (`part` rule) by total assets from `minAssets` to below `maxAssets`, `money` a day and `streakMoney` from `times` days in a row on; or once for so many `times` in total (`part` total)',
    texts: { name: line('must', 100) },
    fields: {
      part: { need: 'must', form: 'signinPart' },
      minAssets: { need: 'may', form: 'amount' },
      maxAssets: { need: 'may', form: 'amount' },
      money: { need: 'must', form: 'amount' },
      times: { need: 'must', form: 'count' },
      streakMoney: { need: 'may', form: 'amount' },
    },
    problemOf: ({ fields }) => fieldProblem(parseCheckInRule(fields)),
    clash: (record, other) => {
      const [first, second] = [parseCheckInRule(record), parseCheckInRule(other)]
      return !('problem' in first) && !('problem' in second) && rulesConflict(first, second)
    },
  },
  country: {
    meaning:
      'A country; published, it is offered at registration. Without a name of its own it has the usual one of each language',
    texts: { name: line('may', 100) },
    fields: {
      countryCode: { need: 'must', form: 'countryCode' },
      dialCode: { need: 'must', form: 'dialCode' },
    },
    clash: (record, other) => record.countryCode === other.countryCode,
  },
  plan: {
    meaning: 'What is intended for a year, in a tab of the about page under the words that it is no promise',
    texts: { title: line('must'), content: line('must', 4000) },
    fields: { year: { need: 'must', form: 'year' } },
  },
  team: {
    meaning:
      'A team; figures only by naming a copy product (its number) whose computed record is drawn, never typed',
    texts: { name: line('must'), content: line('must', 4000) },
    fields: { product: { need: 'may', form: 'id' } },
    problemOf: ({ texts }) => typedNumberIn(texts),
  },
  certificate: {
    meaning:
      'A certificate or an insurance, with its issuer, its day, the page of the issuer that shows it, and a picture',
    texts: { title: line('must') },
    fields: {
      issuer: { need: 'must', form: 'line' },
      issued: { need: 'must', form: 'day' },
      source: { need: 'must', form: 'source' },
      picture: { need: 'must', form: 'picture' },
    },
  },
  aiRule: {
    meaning:
      'A tier of AI orders: margins from `minMargin` to `maxMargin` choose a number of trades of `trades` and a leverage of `leverages`, both lists such as 1,2,3',
    texts: {},
    fields: {
      minMargin: { need: 'must', form: 'amount' },
      maxMargin: { need: 'must', form: 'amount' },
      trades: { need: 'must', form: 'counts' },
      leverages: { need: 'must', form: 'counts' },
    },
    problemOf: ({ fields }) => fieldProblem(parseTier(fields)),
    clash: (record, other) => {
      const [first, second] = [parseTier(record), parseTier(other)]
      return !('problem' in first) && !('problem' in second) && tiersOverlap(first, second)
    },
  },
  campaign: {
    meaning:
      'A campaign, shown on its page from its first to its last day (UTC+1, both included). It pays nothing by itself, and one runs at a time',
    texts: { title: line('must'), content: line('must', 20_000) },
    fields: {
      from: { need: 'must', form: 'day' },
      to: { need: 'must', form: 'day' },
      link: { need: 'may', form: 'link' },
    },
    problemOf: ({ fields }) => (isPeriod(fields) ? null : 'fields.to'),
    clash: campaignsOverlap,
  },
}

/**
 * The first text of a team with a typed number: its figures are only those that the platform computes. Its name may be numbered,
 * and its text may repeat the name.
 */
const typedNumberIn = (texts: ContentTexts): string | null => {
  for (const [lang, { name = '', content = '' } = {}] of Object.entries(texts)) {
    if (/\p{N}[.,]\p{N}|[%٪％]/u.test(name)) return `texts.${lang}.name`
    const own = name === '' ? content : content.replaceAll(name, '')
    if (/\p{N}/u.test(fillPlaceholders(own, () => ''))) return `texts.${lang}.content`
  }
  return null
}

const fieldProblem = (read: object): string | null =>
  'problem' in read && typeof read.problem === 'string' ? `fields.${read.problem}` : null

/** Allowed values of fields with a closed set. */
export const fieldChoices: Readonly<Partial<Record<Field, readonly string[]>>> = {
  task: Object.keys(taskChecks),
  signinPart: checkInParts,
}

/** Texts of a record by language; languages without a text are absent. */
export type ContentTexts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>
export type ContentFields = Readonly<Record<string, string>>
export type ContentRecord = { readonly texts: ContentTexts; readonly fields: ContentFields }

const control = /[\p{Cc}\p{Co}\p{Cs}]/u

/** Accepts a path of this product such as `/contract`, or an https address without user info. */
export const isSafeLink = (text: string): boolean => {
  if (text.length > 500 || /\s/.test(text) || control.test(text)) return false
  if (/^\/(?![/\\])[^\\]*$/.test(text)) return true
  if (!/^https:\/\/[^/?#\\@]+(?:[/?#][^\\]*)?$/i.test(text)) return false
  return URL.canParse(text)
}

const isEmail = (text: string): boolean =>
  /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\]+$/.test(text)

const formHolds: Readonly<Record<Field, (text: string) => boolean>> = {
  link: isSafeLink,
  // Only pictures of this product: other sites must not learn who reads a page.
  picture: (text) => text.startsWith('/') && isSafeLink(text),
  email: isEmail,
  place: (text) => /^[A-Za-z0-9:_-]{1,40}$/.test(text),
  amount: (text) => parseDecimal(text, amountScale) !== null,
  count: (text) => /^[1-9]\d{0,3}$/.test(text),
  counts: (text) => /^[1-9]\d{0,3}(?:,[1-9]\d{0,3}){0,19}$/.test(text),
  task: (text) => fieldChoices.task?.includes(text) === true,
  signinPart: (text) => fieldChoices.signinPart?.includes(text) === true,
  countryCode: (text) => /^[A-Z]{2}$/.test(text),
  dialCode: isDialCode,
  year: (text) => /^20\d\d$/.test(text),
  day: (text) => dayStart(text) !== null,
  id: (text) => /^[1-9]\d{0,14}$/.test(text),
  line: (text) => text.trim() !== '' && [...text].length <= 200 && !control.test(text),
  // The page of the issuer, not one of this product.
  source: (text) => text.startsWith('https://') && isSafeLink(text),
}

/** The links of a text. The only markup is `[label](target)`, paragraphs, lists and **bold**. */
export const linksOf = (text: string): readonly string[] =>
  [...text.matchAll(/\[[^\]\n]*\]\(([^)\n]*)\)/g)].map(([, link = '']) => link)

/** Text that is safe to show: no control characters except line breaks, only safe links and known placeholders. */
const isSafeText = (text: string): boolean =>
  !control.test(text.replaceAll('\n', ' ')) && linksOf(text).every(isSafeLink) && arePlaceholdersKnown(text)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rejected field of a record. */
export type ContentProblem = { readonly problem: string }

const readTexts = (spec: KindSpec, raw: unknown): ContentTexts | ContentProblem => {
  if (!isRecord(raw)) return { problem: 'texts' }
  const texts: Partial<Record<Language, Record<string, string>>> = {}
  for (const [lang, written] of Object.entries(raw)) {
    const language = languages.find((code) => code === lang)
    if (language === undefined || !isRecord(written)) return { problem: `texts.${lang}` }
    const values: Record<string, string> = {}
    for (const [name, text] of Object.entries(written)) {
      const limit = Object.hasOwn(spec.texts, name) ? spec.texts[name] : undefined
      if (limit === undefined || typeof text !== 'string') return { problem: `texts.${lang}.${name}` }
      if ([...text].length > limit.longest || !isSafeText(text)) return { problem: `texts.${lang}.${name}` }
      if (text.trim() !== '') values[name] = text.trim()
    }
    for (const [name, { need }] of Object.entries(spec.texts))
      if (need === 'must' && values[name] === undefined) return { problem: `texts.${lang}.${name}` }
    if (Object.keys(values).length > 0) texts[language] = values
  }
  const isMust = Object.values(spec.texts).some(({ need }) => need === 'must')
  return isMust && texts.en === undefined ? { problem: 'texts.en' } : texts
}

const readFields = (spec: KindSpec, raw: unknown): ContentFields | ContentProblem => {
  if (!isRecord(raw)) return { problem: 'fields' }
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    const field = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined
    if (field === undefined || typeof value !== 'string') return { problem: `fields.${name}` }
    if (value === '') continue
    if (!formHolds[field.form](value)) return { problem: `fields.${name}` }
    fields[name] = value
  }
  for (const [name, { need }] of Object.entries(spec.fields))
    if (need === 'must' && fields[name] === undefined) return { problem: `fields.${name}` }
  return fields
}

const isProblem = (read: ContentTexts | ContentFields | ContentProblem): read is ContentProblem =>
  'problem' in read && typeof read.problem === 'string'

/**
 * Parses a record as staff wrote it. Returns the first rejected field otherwise. English is required where the kind
 * requires a text, because it is the fallback; every other language is complete or absent. Links lead to https or to a
 * path of this product.
 *
 * @example readContent('nav', { en: { title: 'App' } }, { place: '2', link: 'http://x.test' }) // { problem: 'fields.link' }
 */
export const readContent = (
  kind: ContentKind,
  rawTexts: unknown,
  rawFields: unknown,
): ContentRecord | ContentProblem => {
  const spec = kindSpecs[kind]
  const texts = readTexts(spec, rawTexts)
  if (isProblem(texts)) return texts
  const fields = readFields(spec, rawFields)
  if (isProblem(fields)) return fields
  const record = { texts, fields }
  const problem = spec.problemOf?.(record) ?? null
  return problem === null ? record : { problem }
}

/**
 * A text of a record in a language, in English if that language is missing, empty if both are.
 *
 * @example textIn({ en: { title: 'News' } }, 'ja', 'title') // 'News'
 */
export const textIn = (texts: ContentTexts, lang: Language, name: string): string =>
  (texts[lang] ?? texts.en)?.[name] ?? ''
