/** Formats of the console: English, exact, in the fixed time zone UTC+1. */

const zone = 'Etc/GMT-1'
const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options })
  return (instant: number): string => format.format(instant)
}
const two = '2-digit'

/** 16 Jun 2026 */
export const formatDay = dates({ day: 'numeric', month: 'short', year: 'numeric' })
/** 16 Jun, 14:41 */
export const shortText = dates({ day: 'numeric', month: 'short', hour: two, minute: two })
/** 16 Jun 2026, 14:41:07 */
export const instantText = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: two,
  minute: two,
  second: two,
})

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/**
 * Formats an amount of the wire exactly: grouped thousands, at least two decimals, a typographic minus.
 *
 * @example formatAmount('-1234.50000000') // '−1,234.50'
 */
export const formatAmount = (wire: string): string => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(wire)
  if (match === null) return wire
  const [, sign = '', whole = '', decimals = ''] = match
  const trimmed = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${sign === '-' ? '−' : ''}${grouped(whole)}.${trimmed}`
}

/** Formats a count: 12,345. */
export const wholeText = (count: number): string =>
  `${count < 0 ? '−' : ''}${grouped(String(Math.abs(Math.round(count))))}`

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats a duration in milliseconds in its two largest units.
 *
 * @example formatDuration(18_120_000) // '5 h 2 m'
 */
export const formatDuration = (ms: number): string => {
  const span = Math.max(0, ms)
  if (span < minute) return `${Math.floor(span / 1000)} s`
  if (span < hour) return `${Math.floor(span / minute)} m`
  if (span < 2 * day) return `${Math.floor(span / hour)} h ${Math.floor((span % hour) / minute)} m`
  return `${Math.floor(span / day)} d ${Math.floor((span % day) / hour)} h`
}

/** First and last six characters of a hash or an address. */
export const shortHash = (text: string): string =>
  text.length <= 16 ? text : `${text.slice(0, 6)}…${text.slice(-6)}`
