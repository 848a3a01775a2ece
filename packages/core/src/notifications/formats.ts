import { dayStart } from '../calendar/days.ts'
import type { Language } from '../wire/languages.ts'
import { localeOf } from '../wire/locales.ts'

/** Formats values of notices as the pages do; times are at UTC+1. The sign in the name of the zone is inverted. */
export type NoticeFormats = {
  /** Plain decimal text with all its decimals and with grouping; exact. */
  readonly decimal: (text: string) => string
  /** 16 Jun 2026, 14:41 */
  readonly time: (ms: number) => string
  /** 16 Jun 2026, of `yyyymmdd` */
  readonly day: (day: string) => string
  readonly plural: (count: number) => Intl.LDMLPluralRule
}

const zone = { timeZone: 'Etc/GMT-1', hourCycle: 'h23' } as const
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const

const createFormats = (locale: string): NoticeFormats => {
  const numbers = new Map<number, Intl.NumberFormat>()
  const numberOf = (digits: number): Intl.NumberFormat => {
    const known = numbers.get(digits)
    if (known !== undefined) return known
    const fresh = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'always',
    })
    numbers.set(digits, fresh)
    return fresh
  }
  const times = new Intl.DateTimeFormat(locale, { ...zone, ...date, hour: '2-digit', minute: '2-digit' })
  const days = new Intl.DateTimeFormat(locale, { ...zone, ...date })
  const rules = new Intl.PluralRules(locale)
  return {
    decimal: (text) =>
      numberOf(text.split('.')[1]?.length ?? 0)
        .format(text as `${number}`)
        .replace('-', '−'),
    time: (ms) => times.format(ms),
    day: (day) => {
      const start = dayStart(day)
      return start === null ? day : days.format(start)
    },
    plural: (count) => rules.select(count),
  }
}

const formats = new Map<Language, NoticeFormats>()

/** Formats of a language, created once. */
export const formatsOf = (lang: Language): NoticeFormats => {
  const known = formats.get(lang) ?? createFormats(localeOf[lang])
  formats.set(lang, known)
  return known
}
