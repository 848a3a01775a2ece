import {
  amountScale,
  divide,
  formatQuantity,
  parseDecimal,
  priceScale,
  type Rounding,
  usdt,
} from '@glasshouse/core/money/units'
import { type NumberSigns, signsOf } from '@glasshouse/ui/typedNumber'
import { useMemo } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { cutCharge, cutOwn, shownDigits } from './shown.ts'

/** The tags of `i18n/languages.ts` as the browser's number and date formats know them. */
const locales: Readonly<Record<string, string>> = {
  en: 'en-GB',
  ja: 'ja',
  ko: 'ko',
  th: 'th',
  ru: 'ru',
  es: 'es',
  pt: 'pt-BR',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
}

/** Times are shown at the fixed offset UTC+1; the zone's name has its sign turned round. */
export const displayZone = 'Etc/GMT-1'

type Sign = 'negative' | 'always'

/** Whole units as plain decimal text with exactly `digits` decimals, rounded by a named rule. */
export const formatFixed = (units: bigint, scale: number, digits: number, rounding: Rounding): string => {
  const kept =
    digits >= scale
      ? units * 10n ** BigInt(digits - scale)
      : divide(units, 10n ** BigInt(scale - digits), rounding)
  const text = (kept < 0n ? -kept : kept).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${kept < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`
}

/** How many decimals a plain decimal string carries. */
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

const createNumbers = (locale: string) => {
  const formats = new Map<string, Intl.NumberFormat>()
  const formatOf = (digits: number, sign: Sign, percent: boolean): Intl.NumberFormat => {
    const key = `${digits}${sign}${percent}`
    const known = formats.get(key)
    if (known) return known
    const fresh = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: 'always',
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    })
    formats.set(key, fresh)
    return fresh
  }
  /** Formats plain decimal text exactly: it never becomes a floating-point number. */
  return (text: string, digits: number, sign: Sign = 'negative', percent = false): string => {
    const shown = formatOf(digits, sign, percent).format(text as `${number}`)
    return `${shown.replace('-', '−')}${percent ? '%' : ''}`
  }
}

const createTimes = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dates = new Intl.DateTimeFormat(locale, { timeZone: displayZone, hourCycle: 'h23', ...options })
    return (instant: number): string => dates.format(instant)
  }
  const two = '2-digit'
  return {
    /** 14:41:07 */
    time: format({ hour: two, minute: two, second: two }),
    /** 14:41:07.482 */
    exactTime: format({ hour: two, minute: two, second: two, fractionalSecondDigits: 3 }),
    /** 14:41 */
    minute: format({ hour: two, minute: two }),
    /** 16 Jun */
    day: format({ day: 'numeric', month: 'short' }),
    /** June 2026 */
    month: format({ month: 'short', year: 'numeric' }),
    /** 16 Jun 2026, 14:41:07 */
    full: format({ day: 'numeric', month: 'short', year: 'numeric', hour: two, minute: two, second: two }),
  }
}

/** Writes figures the way the reader's language does; minus is always U+2212, rounding always named. */
export const createFormatters = (language: string) => {
  const locale = locales[language] ?? 'en-GB'
  const number = createNumbers(locale)
  const price = (units: bigint, digits: number, rounding: Rounding = 'truncate'): string =>
    number(formatFixed(units, priceScale, digits, rounding), digits)
  const signs: NumberSigns = signsOf(locale)
  return {
    locale,
    /** How the language separates thousands and decimals. */
    signs,
    ...createTimes(locale),
    /** A price in units of 1e-9, at the product's scale. */
    price,
    /** A price as the wire wrote it, at the product's scale. */
    priceText: (text: string, digits: number): string => {
      const units = parseDecimal(text, priceScale)
      return units === null ? text : price(units, digits)
    },
    /** USDT in units of 1e-8, four decimals unless told. What the user gets is cut off, what is paid rounded up. */
    amount: (units: bigint, rounding: Rounding, digits = 4, sign: Sign = 'negative'): string =>
      number(formatFixed(units, amountScale, digits, rounding), digits, sign),
    /** What somebody has, gets, gains or loses: cut as `parts/shown.ts` cuts it. */
    own: (units: bigint, sign: Sign = 'negative'): string =>
      number(formatFixed(cutOwn(units), amountScale, shownDigits, 'truncate'), shownDigits, sign),
    /** What is charged, as a positive amount: rounded up as `parts/shown.ts` does. */
    charge: (units: bigint): string =>
      number(formatFixed(cutCharge(units), amountScale, shownDigits, 'truncate'), shownDigits),
    /** Amounts that were cut before, written as a sum: 132.3036 − 1.2734 − 0.6609. */
    terms: (parts: readonly bigint[]): string =>
      parts
        .map((part, at) => {
          const text = number(
            formatFixed(part < 0n ? -part : part, amountScale, shownDigits, 'truncate'),
            shownDigits,
          )
          const isMinus = part < 0n
          if (at === 0) return isMinus ? `−${text}` : text
          return `${isMinus ? '−' : '+'} ${text}`
        })
        .join(' '),
    /** The same for an amount as the wire wrote it, which may be negative. */
    amountText: (text: string, rounding: Rounding, digits = 4, sign: Sign = 'negative'): string =>
      number(formatFixed(usdt(text), amountScale, digits, rounding), digits, sign),
    /** A coin quantity in units of 1e-8 without the zeros at its end, still plain text. */
    trimmed: formatQuantity,
    /** A coin quantity in units of 1e-8 at a fixed number of decimals. */
    quantity: (units: bigint, digits: number): string =>
      number(formatFixed(units, amountScale, digits, 'floor'), digits),
    /** A quantity as the wire wrote it, cut to a fixed number of decimals. */
    quantityText: (text: string, digits: number): string => {
      const units = parseDecimal(text, amountScale)
      return units === null ? text : number(formatFixed(units, amountScale, digits, 'floor'), digits)
    },
    /** Plain decimal text with the decimals it has. */
    plain: (text: string): string => number(text, decimalsOf(text)),
    /** A share in hundredths of a percent: 6366 is 63.66%. */
    percent: (hundredths: bigint, sign: Sign = 'negative'): string =>
      number(formatFixed(hundredths, 2, 2, 'truncate'), 2, sign, true),
    /** A fee rate in parts per million as a percentage, at least two decimals: 500 is 0.05%, 375 is 0.0375%. */
    feeRate: (ppm: number): string => {
      const exact = formatFixed(BigInt(ppm), 4, 4, 'truncate').replace(/0{1,2}$/, '')
      return number(exact, decimalsOf(exact), 'negative', true)
    },
    whole: (count: number | bigint): string => number(String(count), 0),
  }
}
export type Formatters = ReturnType<typeof createFormatters>

/** Figures in the language of the page. */
export const useFormatters = (): Formatters => {
  const { language } = useTranslation()
  return useMemo(() => createFormatters(language), [language])
}
