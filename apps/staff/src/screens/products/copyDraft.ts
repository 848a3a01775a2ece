import type { RequestOf } from '@glasshouse/core/calls'
import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { typedCopyProductToWire } from '@glasshouse/core/invest/products/save/codec'
import type { StaffCopy, StaffProduct } from '@glasshouse/core/invest/products/staff/codec'
import { formatUsdt } from '@glasshouse/core/money/units'

export const copyFields = [
  'name',
  'remark',
  'position',
  'leadUid',
  'periodDays',
  'min',
  'max',
  'leadFee',
  'maxMultiple',
  'copyStop',
  'exitLevy',
] as const
export type CopyField = (typeof copyFields)[number]

/** A copy product being edited; every field is text. */
export type CopyDraft = Readonly<Record<CopyField, string>> & {
  readonly onSale: '0' | '1'
  readonly featured: '0' | '1'
}

/** Label and limits of each field. */
export const copyLabels: Readonly<Record<CopyField, { readonly name: string; readonly limits: string }>> = {
  name: { name: 'Name', limits: 'at most 40 letters' },
  remark: { name: 'Remark', limits: 'at most 200 letters' },
  position: { name: 'Place', limits: 'in the list' },
  leadUid: { name: 'Lead', limits: 'number of the customer; never changes' },
  periodDays: { name: 'Period', limits: 'days; fixed once sold' },
  min: { name: 'Smallest order', limits: 'USDT, a multiple of 100' },
  max: { name: 'Largest order', limits: 'USDT, a multiple of 100' },
  leadFee: { name: 'Fee of the lead', limits: 'percent of new profit' },
  maxMultiple: { name: 'Largest leverage', limits: '1 to 20' },
  copyStop: { name: 'Copying ends after a fall of', limits: 'percent, 5 to 95' },
  exitLevy: { name: 'Levy of leaving at once', limits: 'percent, at most 2' },
}

export const emptyCopyDraft: CopyDraft = {
  name: '',
  remark: '',
  position: '0',
  leadUid: '',
  periodDays: '30',
  min: '100',
  max: '10000',
  leadFee: '10',
  maxMultiple: '10',
  copyStop: '50',
  exitLevy: '0.1',
  onSale: '0',
  featured: '0',
}

/** A product whose pool copies a lead. */
export type CopyProduct = StaffProduct & { readonly copy: StaffCopy }

export const isCopyProduct = (product: StaffProduct): product is CopyProduct => product.copy !== null

/** Draft of a saved copy product. */
export const copyDraftOf = ({ copy, ...product }: CopyProduct): CopyDraft => ({
  name: product.name,
  remark: product.remark,
  position: String(product.position),
  leadUid: String(copy.leadUid),
  periodDays: String(copy.periodDays),
  min: formatUsdt(copy.min),
  max: formatUsdt(copy.max),
  leadFee: percentOfPpm(copy.leadFeePpm),
  maxMultiple: String(copy.maxMultiple),
  copyStop: String(copy.copyStopPercent),
  exitLevy: percentOfPpm(copy.exitLevyPpm),
  onSale: product.isOnSale ? '1' : '0',
  featured: product.isFeatured ? '1' : '0',
})

const integers = ['position', 'leadUid', 'periodDays', 'maxMultiple'] as const
const wholePattern = /^\d{1,12}$/

/** What stops a draft from being sent; null if nothing does. The server checks everything again. */
export const copyProblem = (draft: CopyDraft): string | null => {
  if (draft.name.trim() === '') return 'Enter a name.'
  const wrong = integers.find((field) => !wholePattern.test(draft[field].trim()))
  if (wrong !== undefined) return `${copyLabels[wrong].name} is a whole number.`
  const missing = copyFields.find((field) => field !== 'remark' && draft[field].trim() === '')
  return missing === undefined ? null : `Enter: ${copyLabels[missing].name}.`
}

/** Request that saves a draft without a problem. The lead is sent with a new product only. */
export const copyRequest = (id: number | null, draft: CopyDraft): RequestOf<'/staff/api/productSave'> => {
  const text = (field: CopyField): string => draft[field].trim()
  const whole = (field: (typeof integers)[number]): number => Number.parseInt(draft[field], 10)
  return typedCopyProductToWire({
    ...{ id, name: text('name'), remark: text('remark'), position: whole('position') },
    ...{ isOnSale: draft.onSale === '1', isFeatured: draft.featured === '1' },
    ...{ leadUid: whole('leadUid'), periodDays: whole('periodDays'), min: text('min'), max: text('max') },
    ...{ leadFee: text('leadFee'), maxMultiple: whole('maxMultiple') },
    ...{ copyStop: text('copyStop'), exitLevy: text('exitLevy') },
  })
}
