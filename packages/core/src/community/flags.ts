/** What a text contains that a moderator should look at. */
export const flagKinds = ['link', 'address', 'phone', 'email'] as const
export type FlagKind = (typeof flagKinds)[number]

/** A place in a text, in UTF-16 units of the original, `to` exclusive. */
export type Flag = { readonly kind: FlagKind; readonly from: number; readonly to: number }

/** A text as a reader sees it: compatibility forms and foreign digits in ASCII, invisible characters left out. */
type Plain = {
  readonly text: string
  /** For each unit of `text` the place in the original, and the place behind the character it came from. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Zero width, direction marks, variation selectors, and the combining frame of keycap digits. */
const invisible = /\p{Default_Ignorable_Code_Point}|\u20E3/u
const digit = /\p{Nd}/u

/** Decimal digits of a script are ten code points in a row, from 0 to 9. */
const digitValue = (char: string): string => {
  let code = char.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && digit.test(String.fromCodePoint(code - 1))) {
    code -= 1
    value += 1
  }
  return String(value)
}

/**
 * Longest ASCII form of one character, such as `(20)`. Longer forms are whole words of other scripts: read as eighteen letters, one
 * Arabic ligature made the longest text take a second.
 */
const maxForm = 4

const plainChar = (char: string): string => {
  if (char <= '\u007F') return char
  if (invisible.test(char)) return ''
  const form = char.normalize('NFKC')
  if (form.length > maxForm) return char
  return [...form].map((one) => (one > '\u007F' && digit.test(one) ? digitValue(one) : one)).join('')
}

const plainOf = (original: string): Plain => {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const char of original) {
    const plain = plainChar(char)
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at)
      ends.push(at + char.length)
    }
    parts.push(plain)
    at += char.length
  }
  return { text: parts.join(''), starts, ends }
}

/** Endings of names that count also when written with spaces or in words. */
const known =
  'com|net|org|info|biz|io|co|me|xyz|top|site|online|shop|club|vip|app|dev|pro|live|link|click|cc|tv|gg|ly|ru|cn|uk|de|eu|us|in|jp|kr|th|br|es|pt|tw|hk'
/** Two ASCII letters, a known longer ending, punycode, or an ending in another script. */
const ending = `(?:xn--[a-z0-9-]{1,58}|[a-z]{2}|${known}|finance|exchange|trade|trading|money|bank|wallet|crypto|world|store|tech|space|website|group|email|support|network|markets?|capital|digital|global|today|news|blog|cloud|page|work|fun|icu|win|bet|loan|download|рф|рус|онлайн|сайт|москва|укр|бел|срб|中国|中國|公司|网络|網絡|商城|香港|台湾|台灣|한국|닷컴|닷넷|ไทย|คอม|みんな|コム|ελ)`
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,62})'
/** A dot in a name: also the ideographic full stop, and `[.]`, `(dot)` and ` dot ` before a known ending. */
const dot = '(?:\\.|。(?=[a-z]))'
const spelled =
  '(?:\\s{0,3}[[({]\\s?(?:\\.|dot|punkt|punto|ponto|точка|点|點)\\s?[\\])}]\\s{0,3}|\\s{1,3}dot\\s{1,3}|\\s{1,3}\\.\\s{0,3})'
const name = `(?:${label}${dot}){1,10}${ending}`
const spelledName = `${label}(?:${dot}${label}){0,5}${spelled}(?:${known})`
const begin = '(?<![\\p{L}\\p{N}_-])'
const end = '(?![\\p{L}\\p{N}-])'

/** `look at example.com` is a link: a spelled `at` counts only with a spelled dot. */
const emailPatterns = [
  new RegExp(
    `${begin}[\\p{L}\\p{N}_%+-](?:[\\p{L}\\p{N}._%+-]{0,63})(?:\\s{0,2}@\\s{0,2}|\\s{0,2}[[({]\\s?(?:at|@|arroba|собака)\\s?[\\])}]\\s{0,2})(?:${name}|${spelledName})${end}`,
    'giu',
  ),
  new RegExp(
    `${begin}[\\p{L}\\p{N}_%+-](?:[\\p{L}\\p{N}._%+-]{0,63})\\s{1,2}at\\s{1,2}${spelledName}${end}`,
    'giu',
  ),
]
const linkPatterns = [
  /(?<![\p{L}\p{N}])(?:h(?:tt|xx)ps?|ftp|wss?|tg|data|javascript)\s?:\s?\/{0,2}[^\s]{2,2000}/giu,
  new RegExp(`${begin}www\\s{0,2}\\.\\s{0,2}[^\\s]{2,253}`, 'giu'),
  new RegExp(`${begin}(?:${name}|${spelledName})${end}(?:[/?#:][^\\s]{0,2000})?`, 'giu'),
  /(?<![\d.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\d.])(?::\d{1,5})?(?:\/[^\s]{0,2000})?/gu,
]

const base58 = '[1-9A-HJ-NP-Za-km-z]'
const alone = '(?<![\\p{L}\\p{N}])'
const over = '(?![\\p{L}\\p{N}])'
/** Chain addresses, whole or with single separators between their characters; the whole ones are found first. */
const addressPatterns = [
  new RegExp(`${alone}${base58}{25,44}${over}`, 'gu'),
  /(?<![\p{L}\p{N}])0[\s-]?x(?:[\s.-]?[0-9a-f]){40}(?![0-9a-f])/giu,
  /(?<![\p{L}\p{N}])(?:bc|tb|ltc)1(?:[\s-]?[02-9ac-hj-np-z]){25,87}(?![\p{L}\p{N}])/giu,
  new RegExp(`${alone}T(?:[ \\n-]?${base58}){33}${over}`, 'gu'),
]

/** Whether letters and digits are mixed as in an address: sentences have few capitals and digits. */
const looksRandom = (text: string): boolean =>
  (text.match(/\d/g)?.length ?? 0) >= 3 &&
  (/^(?:0\s?-?x|bc|tb|ltc)/i.test(text) || (text.match(/[A-Z]/g)?.length ?? 0) >= 5)

type Span = { readonly from: number; readonly to: number }

const spansOf = (text: string, patterns: readonly RegExp[]): readonly Span[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => ({
      from: found.index,
      // A full stop or bracket behind a link ends the sentence.
      to: found.index + found[0].replace(/[.,;:!?)\]}'"»”]+$/u, '').length,
    })),
  )

/** Numbers that are amounts, dates or times, and no part of a phone number. */
const figure =
  /^[([]?[+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d+[.,]\d+%?|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?|\d+%)[)\].,;:!?]*$/

const minPhoneDigits = 7
const isInternational = (word: string): boolean => /^\+/.test(word) && word.replace(/\D/g, '').length >= 9

/** Words of a text that could be part of a number, in runs; a word with letters or a figure ends a run. */
const phoneSpans = (text: string): readonly Span[] => {
  const spans: Span[] = []
  let run: Span[] = []
  const close = (): void => {
    const [first, last] = [run[0], run.at(-1)]
    if (first !== undefined && last !== undefined) {
      const span = { from: first.from, to: last.to }
      if (isPhone(text.slice(span.from, span.to))) spans.push(span)
    }
    run = []
  }
  for (const found of text.matchAll(/[^\s]+/gu)) {
    const [word] = found
    const isNumeric = /^[+(\d][\d()[\]+./_*·•–—~|,-]*$/.test(word) && /\d/.test(word)
    const isSeparator = /^[-–—./()+_*·•|]{1,3}$/.test(word)
    const isFigure = figure.test(word) && !isInternational(word)
    if (isNumeric && !isFigure) run.push({ from: found.index, to: found.index + word.length })
    else if (!(isSeparator && run.length > 0)) close()
    if (isNumeric && /[,.;]$/.test(word) && !/^\d[.,]$/.test(word)) close()
  }
  close()
  for (const found of text.matchAll(/\p{L}:?(\+?\d[\d-]{7,16}\d)(?!\d)/gu)) {
    const from = found.index + found[0].length - (found[1]?.length ?? 0)
    if (isPhone(text.slice(from, found.index + found[0].length)))
      spans.push({ from, to: found.index + found[0].length })
  }
  return spans
}

/** Whether a run of figures reads as a phone number: seven digits and more, unless it is a round or plain amount. */
const isPhone = (run: string): boolean => {
  const digits = run.replace(/\D/g, '')
  if (digits.length < minPhoneDigits) return false
  if (run.startsWith('+') || run.startsWith('00')) return true
  if (/^\d{1,3}(?: \d{3})*(?: 000)+$/.test(run)) return false
  const isPlain = /^\d+$/.test(run)
  return !isPlain || digits.startsWith('0') || (digits.length >= 9 && !/0{4}$/.test(digits))
}

/**
 * Links, chain addresses, phone numbers and e-mail addresses in a text, in order. They never become links; a moderator
 * is shown that they are there. Invisible characters, foreign digits, full-width forms and spelled dots are read as what
 * they look like. The time is proportional to the length of the text.
 *
 * @example findFlags('Ask me at ann@example.com') // [{ kind: 'email', from: 10, to: 25 }]
 */
export const findFlags = (original: string): readonly Flag[] => {
  const { text, starts, ends } = plainOf(original)
  const taken = new Uint8Array(text.length)
  const flags: Flag[] = []
  const add = (kind: FlagKind, spans: readonly Span[]): void => {
    for (const { from, to } of spans) {
      if (to <= from || taken.subarray(from, to).includes(1)) continue
      taken.fill(1, from, to)
      flags.push({ kind, from: starts[from] ?? 0, to: ends[to - 1] ?? original.length })
    }
  }
  add('email', spansOf(text, emailPatterns))
  add(
    'address',
    spansOf(text, addressPatterns).filter(({ from, to }) => looksRandom(text.slice(from, to))),
  )
  add('link', spansOf(text, linkPatterns))
  add('phone', phoneSpans(text))
  return flags.sort((one, other) => one.from - other.from)
}

/** Kinds of flags in a text, each once, in the order of `flagKinds`. */
export const flagsOf = (text: string): readonly FlagKind[] => {
  const found = new Set(findFlags(text).map(({ kind }) => kind))
  return flagKinds.filter((kind) => found.has(kind))
}
