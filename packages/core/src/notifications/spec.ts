/** Tabs of the inbox. */
export const noticeTabs = ['trading', 'money', 'invest', 'account'] as const
export type NoticeTab = (typeof noticeTabs)[number]

/** Number of notices an inbox keeps; older ones are deleted. */
export const maxNotices = 1000

/**
 * How a value of a notice is given and shown:
 *
 * - `text`: a string, verbatim
 * - `usdt`: bigint units of 1e-8 USDT, shown with all its decimals
 * - `decimal`: a decimal string of the wire, such as a price
 * - `id`: a number without grouping
 * - `count`: a number; selects the plural form of the sentences
 * - `time`: epoch milliseconds, shown at UTC+1
 * - `day`: `yyyymmdd`
 * - a list of words: one of them; each has a sentence part `<name>.<word>` in every language
 */
export type ParamForm = 'text' | 'usdt' | 'decimal' | 'id' | 'count' | 'time' | 'day' | readonly string[]

export type ParamForms = Readonly<Record<string, ParamForm>>

/** One kind of notice: everything but its sentences. */
export type NoticeSpec = {
  readonly tab: NoticeTab
  /** Whether the same text is also sent to the customer's proven e-mail address. */
  readonly isMailed: boolean
  readonly params: ParamForms
  /** Address in the site; a name in curly brackets stands for the value of an `id`, `text` or word parameter. Empty for none. */
  readonly link: string
}

/** Kinds by name, with their literal types. */
export const noticeSpecs = <const Specs extends Readonly<Record<string, NoticeSpec>>>(specs: Specs): Specs =>
  specs

type ParamValue<Form extends ParamForm> = Form extends 'usdt'
  ? bigint
  : Form extends 'id' | 'count' | 'time'
    ? number
    : Form extends readonly (infer Word)[]
      ? Word
      : string

/** Values that a kind requires. */
export type ParamValues<Forms extends ParamForms> = {
  readonly [Name in keyof Forms]: ParamValue<Forms[Name]>
}

/** Values as they are stored: amounts as decimal strings. */
export type StoredParams = Readonly<Record<string, string | number>>
