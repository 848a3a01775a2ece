import {
  amountScale,
  divide,
  formatPrice,
  formatQuantity,
  parseDecimal,
  priceScale,
  type Rounding,
  usdt,
} from '@glasshouse/core/money/units'
import { type NumberSigns, signsOf } from '@glasshouse/ui/numberSigns'
import { useTranslation } from '../i18n/useTranslation.ts'
import { cutCharge, cutOwn, shownDigits } from './shown.ts'

/** Locale tags for Intl, by the tags of `i18n/languages.ts`. */
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

/** Times are displayed at UTC+1. The sign in the name of the zone is inverted. */
export const displayZone = 'Etc/GMT-1'

type Sign = 'negative' | 'always'

/** Formats integer units as plain decimal text with exactly `digits` decimals, with a named rounding mode. */
export const formatFixed = (units: bigint, scale: number, digits: number, rounding: Rounding): string => {
  const rounded =
    digits >= scale
      ? units * 10n ** BigInt(digits - scale)
      : divide(units, 10n ** BigInt(scale - digits), rounding)
  const text = (rounded < 0n ? -rounded : rounded).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${rounded < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`
}

/** Number of decimals of a plain decimal text. */
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
  /** Formats plain decimal text exactly, without conversion to a float. */
  return (text: string, digits: number, sign: Sign = 'negative', percent = false): string => {
    const formatted = formatOf(digits, sign, percent).format(text as `${number}`)
    return `${formatted.replace('-', '−')}${percent ? '%' : ''}`
  }
}

const createTimes = (locale: string) => {
  /** Made on first use: nine of them take a slow phone 150 ms, and a page uses two or three. */
  const format = (options: Intl.DateTimeFormatOptions) => {
    let dates: Intl.DateTimeFormat | null = null
    return (instant: number): string => {
      dates ??= new Intl.DateTimeFormat(locale, { timeZone: displayZone, hourCycle: 'h23', ...options })
      return dates.format(instant)
    }
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
    /** 16 Jun 2026 */
    date: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** M, the narrow name of a day of the week */
    weekday: format({ weekday: 'narrow' }),
    /** June 2026 */
    month: format({ month: 'short', year: 'numeric' }),
    /** Jun */
    monthName: format({ month: 'short' }),
    /** 16 Jun 2026, 14:41:07 */
    full: format({ day: 'numeric', month: 'short', year: 'numeric', hour: two, minute: two, second: two }),
  }
}

/** Formatters for a language. Minus is always U+2212; the rounding mode is always explicit. */
export const createFormatters = (language: string) => {
  const locale = locales[language] ?? 'en-GB'
  const number = createNumbers(locale)
  const price = (units: bigint, digits: number, rounding: Rounding = 'truncate'): string =>
    number(formatFixed(units, priceScale, digits, rounding), digits)
  const plain = (text: string): string => number(text, decimalsOf(text))
  const signs: NumberSigns = signsOf(locale)
  return {
    locale,
    /** Group and decimal signs of the language. */
    signs,
    ...createTimes(locale),
    /** Price in units of 1e-9, at the scale of the product. */
    price,
    /** Price as decimal text of the wire, at the scale of the product. */
    priceText: (text: string, digits: number): string => {
      const units = parseDecimal(text, priceScale)
      return units === null ? text : price(units, digits)
    },
    /** USDT in units of 1e-8, by default with four decimals. Received amounts are rounded down, paid amounts up. */
    amount: (units: bigint, rounding: Rounding, digits = 4, sign: Sign = 'negative'): string =>
      number(formatFixed(units, amountScale, digits, rounding), digits, sign),
    /** Balance, gain or loss of the user: truncated as in `cutOwn`. */
    own: (units: bigint, sign: Sign = 'negative'): string =>
      number(formatFixed(cutOwn(units), amountScale, shownDigits, 'truncate'), shownDigits, sign),
    /** Charge as a positive amount: rounded up as in `cutCharge`. */
    charge: (units: bigint): string =>
      number(formatFixed(cutCharge(units), amountScale, shownDigits, 'truncate'), shownDigits),
    /** Sum of truncated amounts: 132.3036 − 1.2734 − 0.6609. */
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
    /** Amount as decimal text of the wire, possibly negative. */
    amountText: (text: string, rounding: Rounding, digits = 4, sign: Sign = 'negative'): string =>
      number(formatFixed(usdt(text), amountScale, digits, rounding), digits, sign),
    /** Coin quantity in units of 1e-8 as plain decimal text without trailing zeros. */
    trimmed: formatQuantity,
    /** Coin quantity in units of 1e-8 with a fixed number of decimals. */
    quantity: (units: bigint, digits: number): string =>
      number(formatFixed(units, amountScale, digits, 'floor'), digits),
    /** Coin quantity as decimal text of the wire, truncated to a fixed number of decimals. */
    quantityText: (text: string, digits: number): string => {
      const units = parseDecimal(text, amountScale)
      return units === null ? text : number(formatFixed(units, amountScale, digits, 'floor'), digits)
    },
    /** Coins in units of 1e-8 with all their decimals. */
    coins: (units: bigint): string => plain(formatQuantity(units)),
    /** Price in units of 1e-9 with all its decimals. */
    exactPrice: (units: bigint): string => plain(formatPrice(units)),
    /** Plain decimal text with all its decimals. */
    plain,
    /** Share in hundredths of a percent: 6366 is 63.66%. */
    percent: (hundredths: bigint, sign: Sign = 'negative'): string =>
      number(formatFixed(hundredths, 2, 2, 'truncate'), 2, sign, true),
    /** Fee rate in parts per million as a percentage with at least two decimals: 500 is 0.05%, 375 is 0.0375%. */
    feeRate: (ppm: number): string => {
      const exact = formatFixed(BigInt(ppm), 4, 4, 'truncate').replace(/0{1,2}$/, '')
      return number(exact, decimalsOf(exact), 'negative', true)
    },
    whole: (count: number | bigint): string => number(String(count), 0),
  }
}
export type Formatters = ReturnType<typeof createFormatters>

const known = new Map<string, Formatters>()

/** Formatters of a language; all components of a page share them. */
const formattersOf = (language: string): Formatters => {
  const made = known.get(language) ?? createFormatters(language)
  known.set(language, made)
  return made
}

/** Formatters in the language of the page. */
export const useFormatters = (): Formatters => formattersOf(useTranslation().language)
