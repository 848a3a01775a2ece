/** Texts that customers publish: a speech, a comment on a speech, a reply to a comment. */
export const textKinds = ['speech', 'comment', 'reply'] as const
export type TextKind = (typeof textKinds)[number]

/** States of a text: waiting for a moderator, published, not published. */
export const textStates = ['waiting', 'approved', 'rejected'] as const
export type TextState = (typeof textStates)[number]

/** Why a text is not published. */
export const textRejections = ['spam', 'scam', 'personalData', 'abuse', 'illegal', 'offTopic'] as const
export type TextRejection = (typeof textRejections)[number]

/** Longest text and longest appeal, in characters (code points). */
export const maxTextLength = 100_000
export const maxAppealLength = 2_000

/** UTF-16 units that `maxTextLength` characters take at most; the wire rejects longer values before anything is read. */
export const maxTextUnits = 2 * maxTextLength

/** Largest body of a call that carries a text, in bytes: each character takes at most 12 in a form. */
export const maxTextBodyBytes = 12 * maxTextLength + 16_384

/** Control characters and halves of surrogate pairs: PostgreSQL or a reader would stumble. */
const unusable = /[\p{Cc}\p{Cs}]/u

/** Characters without a shape: zero width, direction marks, fillers. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * A text as it is stored: line ends are line feeds, the ends are trimmed. Nothing else is changed.
 *
 * @returns null where it is empty, has no visible character, is longer than `max` characters, or has control characters
 * @example readText('  Hi \r\n', 100) // 'Hi'
 * @example readText('\u200B', 100) // null
 */
export const readText = (raw: string, max: number): string | null => {
  const text = raw.replace(/\r\n?/g, '\n').trim()
  if (unusable.test(text.replace(/[\n\t]/g, ' '))) return null
  if (text.replace(invisible, '').trim() === '') return null
  return isLongerThan(text, max) ? null : text
}

const isLongerThan = (text: string, max: number): boolean => {
  if (text.length <= max) return false
  let count = 0
  for (const _ of text) {
    count += 1
    if (count > max) return true
  }
  return false
}

/**
 * The form in which two texts are compared: without case, spaces, invisible characters and compatibility forms.
 *
 * @example canonicalText('Ｂuy\u200B  NOW') === canonicalText('buy now') // true
 */
export const canonicalText = (text: string): string =>
  text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/\s+/g, '')

/**
 * A phone as readers of a text see it: two digits, five stars, two digits, so that the length stays hidden.
 *
 * @example maskAuthor('13712345689') // '13*****89'
 */
export const maskAuthor = (phone: string): string => `${phone.slice(0, 2)}*****${phone.slice(-2)}`

/** Daily limits by kind: speeches have one, comments and replies share the other. */
export type DailyLimits = { readonly speeches: number; readonly comments: number }

export const dailyLimitOf = (kind: TextKind, limits: DailyLimits): number =>
  kind === 'speech' ? limits.speeches : limits.comments

/** Kinds that share a daily limit with a kind. */
export const kindsCountedWith = (kind: TextKind): readonly TextKind[] =>
  kind === 'speech' ? ['speech'] : ['comment', 'reply']

/** The kind that a text of a kind answers; null of a speech. */
export const answeredKind = (kind: TextKind): TextKind | null =>
  kind === 'speech' ? null : kind === 'comment' ? 'speech' : 'comment'

/** What decides whether a text can be answered or liked. */
export type TextStanding = { readonly state: TextState; readonly isRemoved: boolean }

/**
 * Why a text can be neither answered nor liked; null if it can.
 *
 * @example answerIssue({ state: 'waiting', isRemoved: false }) // 'notApproved'
 */
export const answerIssue = ({ state, isRemoved }: TextStanding): 'notApproved' | 'removed' | null => {
  if (state !== 'approved') return 'notApproved'
  return isRemoved ? 'removed' : null
}

/**
 * Why a rejection cannot be appealed; null if it can.
 *
 * @example appealIssue({ state: 'rejected', isRemoved: false }, true) // 'once'
 */
export const appealIssue = (
  { state, isRemoved }: TextStanding,
  hasAppeal: boolean,
): 'notRejected' | 'removed' | 'once' | null => {
  if (hasAppeal) return 'once'
  if (isRemoved) return 'removed'
  return state === 'rejected' ? null : 'notRejected'
}
