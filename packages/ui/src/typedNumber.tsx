/** How the reader's language separates thousands and decimals. */
export type NumberSigns = { readonly group: string; readonly decimal: string }

/**
 * A typed or pasted text as a number. `plain` and `readings` are plain decimal text: ASCII digits, at most one point, a
 * leading minus when negative.
 */
export type NumberReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'number'; readonly plain: string }
  /** Not clear enough to act on, with every number that may be meant. */
  | { readonly kind: 'unclear'; readonly readings: readonly string[] }

/** The signs of a locale, by the formatter that writes the page's figures. */
export const signsOf = (locale: string): NumberSigns => {
  const parts = new Intl.NumberFormat(locale, {
    useGrouping: 'always',
    minimumFractionDigits: 1,
  }).formatToParts(1234567)
  const sign = (type: 'group' | 'decimal', otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { group: sign('group', ','), decimal: sign('decimal', '.') }
}

/** Blanks that stand between groups of digits; a tab or a line break separates two figures and is none of them. */
const groupBlanks = /[ \u00a0\u2007-\u200a\u202f\u205f\u3000]+/g
const apostrophes = /['\u2018\u2019\u02bc\uff07]/g
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** What input methods of Japanese, Chinese, Korean and Thai write for digits and signs. */
const widened = /[\uff0b-\uff0e\uff10-\uff19\uff05]/g
const thaiDigits = /[\u0e50-\u0e59]/g

/** The text in ASCII: one blank or apostrophe per group sign of that kind, a hyphen for every minus. */
const asciiOf = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(widened, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(thaiDigits, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/\u3002/g, '.')
    .replace(apostrophes, "'")
    .replace(groupBlanks, ' ')
    .replace(/\u2212/g, '-')
    .trim()

const escaped = (sign: string): string => (sign === '.' ? '\\.' : sign)

/** The same number always has the same text: no zeros in front, as many decimals as were typed. */
const plainOf = (whole: string, decimals: string): string =>
  `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`

/** Groups of two digits before the last three, as written in India. */
const lakh = /^([1-9]\d?(?:,\d\d)+,\d{3})(?:\.(\d*))?$/

/** The number when the text is well-formed with these signs; null otherwise. */
const readWith = (text: string, { group, decimal }: NumberSigns): string | null => {
  const [g, d] = [escaped(group), escaped(decimal)]
  const match =
    new RegExp(`^([1-9]\\d{0,2}(?:${g}\\d{3})+|\\d+)(?:${d}(\\d*))?$`).exec(text) ??
    new RegExp(`^()${d}(\\d+)$`).exec(text) ??
    (group === ',' ? lakh.exec(text) : null)
  return match === null ? null : plainOf((match[1] ?? '').replaceAll(group, ''), match[2] ?? '')
}

/** The number without the reader's group signs, wherever those stand; null when they are not all that is wrong. */
const readUngrouped = (text: string, { group, decimal }: NumberSigns): string | null => {
  const [g, d] = [escaped(group), escaped(decimal)]
  const match = new RegExp(`^([1-9]\\d*(?:${g}\\d*)+)(?:${d}(\\d*))?$`).exec(text)
  return match === null ? null : plainOf((match[1] ?? '').replaceAll(group, ''), match[2] ?? '')
}

const notations: readonly NumberSigns[] = [',. ', '., ', ' . ', ' , ', "'. ", "', "].map((pair) => ({
  group: pair.charAt(0),
  decimal: pair.charAt(1),
}))

/** The same value, whatever zeros stand at its end. */
const withoutZeros = (plain: string): string => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

const distinct = (readings: readonly (string | null)[]): readonly string[] => {
  const byValue = new Map<string, string>()
  for (const reading of readings)
    if (reading !== null && !byValue.has(withoutZeros(reading))) byValue.set(withoutZeros(reading), reading)
  return [...byValue.values()]
}

/** `191.4K` is a rounded figure: it is offered, never taken. */
const readAbbreviated = (text: string, own: NumberSigns): string | null => {
  const match = /^(.*\d) ?([KMBT])$/i.exec(text)
  const plain = match === null ? null : readWith(match[1] ?? '', own)
  if (match === null || plain === null) return null
  const zeros = 3 * ('KMBT'.indexOf((match[2] ?? '').toUpperCase()) + 1)
  const [whole = '', decimals = ''] = plain.split('.')
  const moved = decimals.padEnd(zeros, '0')
  return plainOf(whole + moved.slice(0, zeros), moved.slice(zeros).replace(/0+$/, ''))
}

const readUnsigned = (text: string, signs: NumberSigns): NumberReading => {
  const own = { ...signs, group: asciiOf(`1${signs.group}1`).slice(1, -1) }
  const plain = readWith(text, own)
  if (plain !== null) return { kind: 'number', plain }
  const abbreviated = readAbbreviated(text, own)
  if (abbreviated !== null) return { kind: 'unclear', readings: [abbreviated] }
  const certain = distinct(notations.map((notation) => readWith(text, notation)))
  const possible = distinct([...certain, readUngrouped(text, own)])
  const [only, other] = possible
  if (only === undefined) return { kind: 'wrong' }
  return other === undefined && certain.length === 1
    ? { kind: 'number', plain: only }
    : { kind: 'unclear', readings: possible }
}

/**
 * Reads a number as somebody typed or pasted it, by the signs of their language. Accepts everything the page prints:
 * grouped digits with any kind of blank, a printed sign, the unit behind the figure. A text that is not well-formed in
 * the reader's language but has one meaning in another is read; one with several meanings is `unclear` and names them.
 *
 * @param unit the unit that may stand behind the figure, such as `USDT`
 * @example readNumber('10,000', { group: ',', decimal: '.' }) // { kind: 'number', plain: '10000' }
 * @example readNumber('10,5', { group: ',', decimal: '.' }) // { kind: 'unclear', readings: ['10.5', '105'] }
 * @example readNumber('65.010,50', { group: '.', decimal: ',' }) // { kind: 'number', plain: '65010.50' }
 */
export const readNumber = (text: string, signs: NumberSigns, unit = ''): NumberReading => {
  const ascii = asciiOf(text)
  if (ascii === '') return { kind: 'empty' }
  const hasUnit = unit !== '' && ascii.toUpperCase().endsWith(unit.toUpperCase())
  const figure = hasUnit ? ascii.slice(0, -unit.length).trimEnd() : ascii
  const sign = /^[+-]/.exec(figure)?.[0] ?? ''
  const reading = readUnsigned(figure.slice(sign.length).trimStart(), signs)
  if (sign !== '-') return reading
  if (reading.kind === 'number') return { kind: 'number', plain: `-${reading.plain}` }
  if (reading.kind !== 'unclear') return reading
  return { kind: 'unclear', readings: reading.readings.map((one) => `-${one}`) }
}

const shown = (plain: string, group: string, decimal: string): string => {
  const [whole = '', decimals] = plain.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return `${plain.startsWith('-') ? '−' : ''}${grouped}${decimals === undefined ? '' : decimal + decimals}`
}

/**
 * Writes plain decimal text as the page writes figures, with every decimal it has.
 *
 * @example groupNumber('66126.28', { group: ',', decimal: '.' }) // '66,126.28'
 */
export const groupNumber = (plain: string, { group, decimal }: NumberSigns): string =>
  shown(plain, group, decimal)

/** Writes plain decimal text with the reader's decimal sign and no groups, as it is edited. */
export const ungroupNumber = (plain: string, { decimal }: NumberSigns): string => shown(plain, '', decimal)
