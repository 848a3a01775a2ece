import type { NumberSigns } from './numberSigns.tsx'

/**
 * Result of parsing a typed or pasted number. `plain` and `readings` are plain decimal text: ASCII digits, at most
 * one point, a leading minus when negative.
 */
export type NumberReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'number'; readonly plain: string }
  /** Ambiguous, with all possible numbers. */
  | { readonly kind: 'unclear'; readonly readings: readonly string[] }

/** Spaces between groups of digits. Tabs and line breaks are excluded, because they separate two figures. */
const groupBlanks = /[ \u00a0\u2007-\u200a\u202f\u205f\u3000]+/g
const apostrophes = /['\u2018\u2019\u02bc\uff07]/g
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Full-width digits and signs of Asian input methods. */
const widened = /[\uff0b-\uff0e\uff10-\uff19\uff05]/g
const thaiDigits = /[\u0e50-\u0e59]/g

/** Converts to ASCII: one space or apostrophe per group sign of that kind, a hyphen for every minus. */
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

/** Normalizes: no leading zeros, all decimals as typed. */
const plainOf = (whole: string, decimals: string): string =>
  `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`

/** Indian grouping: groups of two digits before the last three. */
const lakh = /^([1-9]\d?(?:,\d\d)+,\d{3})(?:\.(\d*))?$/

/** Plain number if the text is well-formed with these signs; null otherwise. */
const readWith = (text: string, { group, decimal }: NumberSigns): string | null => {
  const [g, d] = [escaped(group), escaped(decimal)]
  const match =
    new RegExp(`^([1-9]\\d{0,2}(?:${g}\\d{3})+|\\d+)(?:${d}(\\d*))?$`).exec(text) ??
    new RegExp(`^()${d}(\\d+)$`).exec(text) ??
    (group === ',' ? lakh.exec(text) : null)
  return match === null ? null : plainOf((match[1] ?? '').replaceAll(group, ''), match[2] ?? '')
}

/** Plain number without the group signs, wherever they are; null if the text is malformed in another way. */
const readUngrouped = (text: string, { group, decimal }: NumberSigns): string | null => {
  const [g, d] = [escaped(group), escaped(decimal)]
  const match = new RegExp(`^([1-9]\\d*(?:${g}\\d*)+)(?:${d}(\\d*))?$`).exec(text)
  return match === null ? null : plainOf((match[1] ?? '').replaceAll(group, ''), match[2] ?? '')
}

const notations: readonly NumberSigns[] = [',. ', '., ', ' . ', ' , ', "'. ", "', "].map((pair) => ({
  group: pair.charAt(0),
  decimal: pair.charAt(1),
}))

/** Removes trailing zeros of the decimals. */
const withoutZeros = (plain: string): string => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

const distinct = (readings: readonly (string | null)[]): readonly string[] => {
  const byValue = new Map<string, string>()
  for (const reading of readings)
    if (reading !== null && !byValue.has(withoutZeros(reading))) byValue.set(withoutZeros(reading), reading)
  return [...byValue.values()]
}

/** `191.4K` is a rounded figure: it is suggested and not accepted. */
const readAbbreviated = (text: string, signs: NumberSigns): string | null => {
  const match = /^(.*\d) ?([KMBT])$/i.exec(text)
  const plain = match === null ? null : readWith(match[1] ?? '', signs)
  if (match === null || plain === null) return null
  const zeros = 3 * ('KMBT'.indexOf((match[2] ?? '').toUpperCase()) + 1)
  const [whole = '', decimals = ''] = plain.split('.')
  const shifted = decimals.padEnd(zeros, '0')
  return plainOf(whole + shifted.slice(0, zeros), shifted.slice(zeros).replace(/0+$/, ''))
}

const readUnsigned = (text: string, signs: NumberSigns): NumberReading => {
  const asciiSigns = { ...signs, group: asciiOf(`1${signs.group}1`).slice(1, -1) }
  const plain = readWith(text, asciiSigns)
  if (plain !== null) return { kind: 'number', plain }
  const abbreviated = readAbbreviated(text, asciiSigns)
  if (abbreviated !== null) return { kind: 'unclear', readings: [abbreviated] }
  const certain = distinct(notations.map((notation) => readWith(text, notation)))
  const possible = distinct([...certain, readUngrouped(text, asciiSigns)])
  const [only, other] = possible
  if (only === undefined) return { kind: 'wrong' }
  return other === undefined && certain.length === 1
    ? { kind: 'number', plain: only }
    : { kind: 'unclear', readings: possible }
}

/**
 * Parses a number typed or pasted by a user, with the signs of their language. Accepts all output of the page:
 * digits grouped with any kind of space, a printed sign, the unit after the figure. A text that is malformed in
 * the user's language but has one meaning in another is accepted; one with several meanings is `unclear`.
 *
 * @param unit unit that may follow the figure, such as `USDT`
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
  return { kind: 'unclear', readings: reading.readings.map((reading) => `-${reading}`) }
}

const format = (plain: string, group: string, decimal: string): string => {
  const [whole = '', decimals] = plain.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return `${plain.startsWith('-') ? '−' : ''}${grouped}${decimals === undefined ? '' : decimal + decimals}`
}

/**
 * Formats plain decimal text with group signs and all its decimals.
 *
 * @example groupNumber('66126.28', { group: ',', decimal: '.' }) // '66,126.28'
 */
export const groupNumber = (plain: string, { group, decimal }: NumberSigns): string =>
  format(plain, group, decimal)

/** Formats plain decimal text with the user's decimal sign and without groups, for editing. */
export const ungroupNumber = (plain: string, { decimal }: NumberSigns): string => format(plain, '', decimal)
