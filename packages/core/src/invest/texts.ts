/** Texts about products and orders in nine languages, written from the terms, so that none can say something else. */
import { formatDecimal } from '../money/units.ts'
import type { Language } from '../wire/languages.ts'
import { localeOf } from '../wire/locales.ts'
import { type ProductCategory, productCategories } from './codec.ts'
import type { RatedCycle } from './rates.ts'
import { type Rate, rateScale } from './rules.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }
import kr from './texts/kr.json' with { type: 'json' }
import pt from './texts/pt.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }
import th from './texts/th.json' with { type: 'json' }
import zhCn from './texts/zh_CN.json' with { type: 'json' }
import zhTw from './texts/zh_TW.json' with { type: 'json' }
import type { ProductKind } from './wire.ts'

type Texts = Readonly<Record<keyof typeof en, string>>

/** Texts by language; the type rejects an incomplete language. */
export const investTexts: Readonly<Record<Language, Texts>> = {
  en,
  es,
  ja,
  kr,
  pt,
  ru,
  th,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, () => value), text)

const nameOf: Readonly<Record<ProductCategory, keyof Texts>> = {
  all: 'typeAll',
  experience: 'typeExperience',
  soldOut: 'typeSoldOut',
  fixed: 'typeFixed',
  compound: 'typeCompound',
  copy: 'typeCopy',
}

/** Names of the product categories with their wire numbers. */
export const categoryNames = (lang: Language): { id: number; name: string }[] =>
  productCategories.map((category, id) => ({ id, name: investTexts[lang][nameOf[category]] }))

/** A rate as percent with the decimal sign of a language: 110000n is 0.11, in Russian 0,11. */
const percent = (lang: Language, rate: Rate): string =>
  new Intl.NumberFormat(localeOf[lang], { maximumFractionDigits: rateScale, useGrouping: false }).format(
    formatDecimal(rate * 100n, rateScale) as `${number}`,
  )

/** Terms of a product as its texts state them. */
export type ProductTerms = {
  readonly kind: ProductKind
  readonly cycles: readonly RatedCycle[]
  readonly redeemDays: number
  readonly redeemFee: Rate
  /** What inviters earn, whole percent by level: of the interest, and once of what a first order promises. */
  readonly referral: { readonly share: readonly number[]; readonly first: readonly number[] }
}

/** What the product writes about itself. */
export type TermTexts = {
  readonly source: string
  readonly repayment: string
  readonly settlement: string
  /** Empty where there is no fixed cycle. */
  readonly fixed: string
  /** Empty where there is no compound cycle. */
  readonly compound: string
  /** Empty where inviters earn nothing: they earn of own-money interest only. */
  readonly referral: string
}

const earlyText = (lang: Language, { cycles, redeemDays, redeemFee }: ProductTerms): string => {
  const texts = investTexts[lang]
  if (cycles.every(({ days }) => redeemDays >= days)) return texts.never
  const values = { days: String(redeemDays), share: percent(lang, redeemFee) }
  return fill(redeemDays === 0 ? texts.earlyAtOnce : texts.early, values)
}

const referralText = (texts: Texts, { share, first }: ProductTerms['referral']): string =>
  [...share, ...first].every((percent) => percent === 0)
    ? ''
    : fill(texts.referral, { share: share.join(' / '), first: first.join(' / ') })

/**
 * Texts of a product's detail page, written from its terms.
 *
 * @example termTexts('en', { kind: 'yield', cycles: [{ method: 'fixed', rate: rate('0.0011'), days: 7 }], … }).fixed
 * // '0.11% in 7 days. Paid in daily parts into your wallet.'
 */
export const termTexts = (lang: Language, terms: ProductTerms): TermTexts => {
  const texts = investTexts[lang]
  const about = (method: RatedCycle['method']): string => {
    const cycles = terms.cycles.filter((cycle) => cycle.method === method)
    if (cycles.length === 0) return ''
    const parts = cycles.map(({ rate, days }) =>
      fill(texts.cycle, { rate: percent(lang, rate), days: String(days) }),
    )
    return fill(texts[method], { cycles: parts.join(' · ') })
  }
  const [fixed, compound] = [about('fixed'), about('compound')]
  const repayment = [
    ...(terms.kind === 'experience' ? [texts.repaymentExperience] : []),
    ...(terms.kind !== 'experience' && fixed !== '' ? [texts.repaymentFixed] : []),
    ...(compound !== '' ? [texts.repaymentCompound] : []),
    earlyText(lang, terms),
  ]
  return {
    source: texts.source,
    repayment: repayment.join(' '),
    settlement: texts.settlement,
    fixed,
    compound,
    referral: terms.kind === 'yield' ? referralText(texts, terms.referral) : '',
  }
}
