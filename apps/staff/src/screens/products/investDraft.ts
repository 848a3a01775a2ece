import type { RequestOf } from '@glasshouse/core/calls'
import { typedProductToWire } from '@glasshouse/core/invest/products/save/codec'
import type { StaffProduct } from '@glasshouse/core/invest/products/staff/codec'
import { type ClaimName, claimNames, type TextName, textNames } from '@glasshouse/core/invest/productTexts'
import { type Rate, rateScale } from '@glasshouse/core/invest/rules'
import { formatDecimal, formatUsdt, parseDecimal } from '@glasshouse/core/money/units'
import { type Language, languages } from '@glasshouse/core/wire/languages'

/** A cycle being edited; `rate` in percent of the whole cycle. */
export type CycleDraft = {
  /** Null of a new cycle. */
  readonly id: number | null
  readonly method: 'fixed' | 'compound'
  readonly rate: string
  readonly days: string
  readonly min: string
  readonly max: string
}

export type InvestDraft = {
  readonly kind: 'yield' | 'experience'
  readonly name: string
  readonly pictureUrl: string
  readonly remark: string
  readonly position: string
  readonly onSale: '0' | '1'
  readonly featured: '0' | '1'
  readonly quota: string
  readonly redeemDays: string
  /** Percent of the interest accrued so far. */
  readonly redeemFee: string
  readonly cycles: readonly CycleDraft[]
  readonly texts: Readonly<Partial<Record<Language, Readonly<Partial<Record<TextName, string>>>>>>
  readonly claims: Readonly<Record<ClaimName, { readonly text: string; readonly source: string }>>
}

/**
 * Percent of a rate, without rounding.
 *
 * @example percentOf(rate('0.0011')) // '0.11'
 */
export const percentOf = (rate: Rate): string => formatDecimal(rate, rateScale - 2)

/**
 * Fraction of one of a percentage; null if it is unreadable or has more than six decimals.
 *
 * @example fractionOf('0.11') // '0.0011'
 */
export const fractionOf = (percent: string): string | null => {
  const units = parseDecimal(percent.trim(), rateScale - 2)
  return units === null ? null : formatDecimal(units, rateScale)
}

export const newCycle: CycleDraft = {
  ...{ id: null, method: 'fixed', rate: '', days: '', min: '100', max: '10000' },
}

const noClaim = { text: '', source: '' }

export const emptyDraft: InvestDraft = {
  kind: 'yield',
  name: '',
  pictureUrl: '',
  remark: '',
  position: '0',
  onSale: '0',
  featured: '0',
  quota: '0',
  redeemDays: '1',
  redeemFee: '100',
  cycles: [newCycle],
  texts: {},
  claims: { agency: noClaim, custodian: noClaim, supervision: noClaim, security: noClaim },
}

/** Draft of a saved product. */
export const draftOfProduct = (product: StaffProduct): InvestDraft => ({
  kind: product.kind === 'experience' ? 'experience' : 'yield',
  name: product.name,
  pictureUrl: product.pictureUrl,
  remark: product.remark,
  position: String(product.position),
  onSale: product.isOnSale ? '1' : '0',
  featured: product.isFeatured ? '1' : '0',
  quota: formatUsdt(product.quota),
  redeemDays: String(product.redeemDays),
  redeemFee: percentOf(product.redeemFee),
  cycles: product.cycles.map((cycle) => ({
    id: cycle.id,
    method: cycle.method,
    rate: percentOf(cycle.rate),
    days: String(cycle.days),
    min: formatUsdt(cycle.min),
    max: formatUsdt(cycle.max),
  })),
  texts: Object.fromEntries(
    languages.flatMap((lang) => (product.texts[lang] === undefined ? [] : [[lang, product.texts[lang]]])),
  ),
  claims: { ...emptyDraft.claims, ...product.claims },
})

const wholePattern = /^\d{1,7}$/

/** What stops a draft from being sent; null if nothing does. The server checks everything again. */
export const draftProblem = (draft: InvestDraft): string | null => {
  if (draft.name.trim() === '') return 'Enter a name.'
  if (!wholePattern.test(draft.position.trim())) return 'Place is a whole number.'
  if (!wholePattern.test(draft.redeemDays.trim())) return 'Early redemption is a whole number of midnights.'
  if (fractionOf(draft.redeemFee) === null) return 'The redemption fee is a percentage.'
  if (draft.cycles.length === 0) return 'Add a cycle.'
  for (const [index, cycle] of draft.cycles.entries()) {
    if (fractionOf(cycle.rate) === null) return `Cycle ${index + 1}: the rate is a percentage.`
    if (!wholePattern.test(cycle.days.trim())) return `Cycle ${index + 1}: days is a whole number.`
    if (cycle.min.trim() === '' || cycle.max.trim() === '') return `Cycle ${index + 1}: enter both limits.`
  }
  const claim = claimNames.find((name) => {
    const { text, source } = draft.claims[name]
    return (text.trim() === '') !== (source.trim() === '')
  })
  return claim === undefined ? null : 'A claim needs both its text and its source.'
}

const filled = <Value>(entries: readonly (readonly [string, Value | null])[]): Record<string, Value> =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))

/** Request that saves a draft without a problem. */
export const saveRequest = (id: number | null, draft: InvestDraft): RequestOf<'/staff/api/productSave'> =>
  typedProductToWire({
    id,
    kind: draft.kind,
    name: draft.name.trim(),
    pictureUrl: draft.pictureUrl.trim(),
    remark: draft.remark.trim(),
    position: Number.parseInt(draft.position, 10),
    isOnSale: draft.onSale === '1',
    isFeatured: draft.featured === '1',
    quota: draft.quota.trim() === '' ? '0' : draft.quota.trim(),
    redeemDays: Number.parseInt(draft.redeemDays, 10),
    redeemFee: fractionOf(draft.redeemFee) ?? draft.redeemFee,
    cycles: draft.cycles.map((cycle) => ({
      id: cycle.id,
      method: cycle.method,
      rate: fractionOf(cycle.rate) ?? cycle.rate,
      days: Number.parseInt(cycle.days, 10),
      min: cycle.min.trim(),
      max: cycle.max.trim(),
    })),
    texts: filled(
      languages.map((lang) => {
        const texts = filled(
          textNames.map((name) => [name, draft.texts[lang]?.[name]?.trim() || null] as const),
        )
        return [lang, Object.keys(texts).length === 0 ? null : texts] as const
      }),
    ),
    claims: filled(
      claimNames.map((name) => {
        const { text, source } = draft.claims[name]
        return [name, text.trim() === '' ? null : { text: text.trim(), source: source.trim() }] as const
      }),
    ),
  })
