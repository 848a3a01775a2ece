import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { methodOfCycle, typedCyclesToWire } from '@glasshouse/core/invest/products/codec'
import { formatDecimal, parseDecimal } from '@glasshouse/core/money/units'
import { type Language, languages } from '@glasshouse/core/wire/languages'

/** An investment product as staff set it up. */
export type InvestProduct = Extract<DataOf<'/staff/api/productList'>[number], { readonly cycles: unknown }>

export const isInvestProduct = (
  product: DataOf<'/staff/api/productList'>[number],
): product is InvestProduct => 'cycles' in product

export const claimNames = ['agency', 'custodianbank', 'jianguan', 'security'] as const
export type ClaimName = (typeof claimNames)[number]
export const textNames = ['source', 'riskmsg', 'remark', 'detailintroduce'] as const
export type TextName = (typeof textNames)[number]

/** A cycle being edited; `rate` in percent of the whole cycle. */
export type CycleDraft = {
  /** Null of a new cycle. */
  readonly id: number | null
  readonly method: '1' | '2'
  readonly rate: string
  readonly days: string
  readonly min: string
  readonly max: string
}

export type InvestDraft = {
  readonly type: 'yield' | 'experience'
  readonly name: string
  readonly picurl: string
  readonly remark: string
  readonly position: string
  readonly onsale: '0' | '1'
  readonly ishot: '0' | '1'
  readonly quota: string
  readonly redeemdays: string
  /** Percent of the interest accrued so far. */
  readonly redeemfee: string
  readonly cycles: readonly CycleDraft[]
  readonly texts: Readonly<Partial<Record<Language, Readonly<Partial<Record<TextName, string>>>>>>
  readonly claims: Readonly<Record<ClaimName, { readonly text: string; readonly source: string }>>
}

const rateScale = 8

/**
 * Percent of a fraction of one, without rounding.
 *
 * @example percentOf('0.0011') // '0.11'
 */
export const percentOf = (fraction: string): string => {
  const units = parseDecimal(fraction, rateScale)
  return units === null ? fraction : formatDecimal(units, rateScale - 2)
}

/**
 * Fraction of one of a percentage; null if it is unreadable or has more than six decimals.
 *
 * @example fractionOf('0.11') // '0.0011'
 */
export const fractionOf = (percent: string): string | null => {
  const units = parseDecimal(percent.trim(), rateScale - 2)
  return units === null ? null : formatDecimal(units, rateScale)
}

export const newCycle: CycleDraft = { id: null, method: '1', rate: '', days: '', min: '100', max: '10000' }

const noClaim = { text: '', source: '' }

export const emptyDraft: InvestDraft = {
  type: 'yield',
  name: '',
  picurl: '',
  remark: '',
  position: '0',
  onsale: '0',
  ishot: '0',
  quota: '0',
  redeemdays: '1',
  redeemfee: '100',
  cycles: [newCycle],
  texts: {},
  claims: { agency: noClaim, custodianbank: noClaim, jianguan: noClaim, security: noClaim },
}

/** Draft of a saved product. */
export const draftOfProduct = (product: InvestProduct): InvestDraft => ({
  type: product.kind === 'experience' ? 'experience' : 'yield',
  name: product.name,
  picurl: product.picurl,
  remark: product.remark,
  position: String(product.position),
  onsale: product.onsale === 1 ? '1' : '0',
  ishot: product.ishot === 1 ? '1' : '0',
  quota: product.quota,
  redeemdays: String(product.redeemdays),
  redeemfee: percentOf(product.redeemfee),
  cycles: product.cycles.map((cycle) => ({
    id: cycle.id,
    method: methodOfCycle(cycle) === 'fixed' ? '1' : '2',
    rate: percentOf(cycle.rete),
    days: String(cycle.freezedate),
    min: cycle.minbuymoney,
    max: cycle.maxbuymoney,
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
  if (!wholePattern.test(draft.redeemdays.trim())) return 'Early redemption is a whole number of midnights.'
  if (fractionOf(draft.redeemfee) === null) return 'The redemption fee is a percentage.'
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
export const saveRequest = (id: number | null, draft: InvestDraft): RequestOf<'/staff/api/productSave'> => ({
  kind: 'invest',
  ...(id === null ? { type: draft.type } : { id }),
  name: draft.name.trim(),
  picurl: draft.picurl.trim(),
  remark: draft.remark.trim(),
  position: Number.parseInt(draft.position, 10),
  onsale: draft.onsale === '1' ? 1 : 0,
  ishot: draft.ishot === '1' ? 1 : 0,
  quota: draft.quota.trim() === '' ? '0' : draft.quota.trim(),
  redeemdays: Number.parseInt(draft.redeemdays, 10),
  redeemfee: fractionOf(draft.redeemfee) ?? draft.redeemfee,
  cycles: typedCyclesToWire(
    draft.cycles.map((cycle) => ({
      id: cycle.id,
      method: cycle.method === '1' ? 'fixed' : 'compound',
      rate: fractionOf(cycle.rate) ?? cycle.rate,
      days: Number.parseInt(cycle.days, 10),
      min: cycle.min.trim(),
      max: cycle.max.trim(),
    })),
  ),
  texts: JSON.stringify(
    filled(
      languages.map((lang) => {
        const texts = filled(
          textNames.map((name) => [name, draft.texts[lang]?.[name]?.trim() || null] as const),
        )
        return [lang, Object.keys(texts).length === 0 ? null : texts] as const
      }),
    ),
  ),
  claims: JSON.stringify(
    filled(
      claimNames.map((name) => {
        const { text, source } = draft.claims[name]
        return [name, text.trim() === '' ? null : { text: text.trim(), source: source.trim() }] as const
      }),
    ),
  ),
})
