import type { RequestOf } from '@glasshouse/core/calls'
import type { InvestProduct } from './investDraft.ts'

export const copyFields = [
  'name',
  'remark',
  'position',
  'leaduid',
  'freezedate',
  'minbuymoney',
  'maxbuymoney',
  'leadfee',
  'maxmultiple',
  'copystop',
  'exitlevy',
] as const
export type CopyField = (typeof copyFields)[number]

/** A copy product being edited; every field is text. */
export type CopyDraft = Readonly<Record<CopyField, string>> & {
  readonly onsale: '0' | '1'
  readonly ishot: '0' | '1'
}

/** Label and limits of each field. */
export const copyLabels: Readonly<Record<CopyField, { readonly name: string; readonly limits: string }>> = {
  name: { name: 'Name', limits: 'at most 40 letters' },
  remark: { name: 'Remark', limits: 'at most 200 letters' },
  position: { name: 'Place', limits: 'in the list' },
  leaduid: { name: 'Lead', limits: 'number of the customer; never changes' },
  freezedate: { name: 'Period', limits: 'days; fixed once sold' },
  minbuymoney: { name: 'Smallest order', limits: 'USDT, a multiple of 100' },
  maxbuymoney: { name: 'Largest order', limits: 'USDT, a multiple of 100' },
  leadfee: { name: 'Fee of the lead', limits: 'percent of new profit' },
  maxmultiple: { name: 'Largest leverage', limits: '1 to 20' },
  copystop: { name: 'Copying ends after a fall of', limits: 'percent, 5 to 95' },
  exitlevy: { name: 'Levy of leaving at once', limits: 'percent, at most 2' },
}

export const emptyCopyDraft: CopyDraft = {
  name: '',
  remark: '',
  position: '0',
  leaduid: '',
  freezedate: '30',
  minbuymoney: '100',
  maxbuymoney: '10000',
  leadfee: '10',
  maxmultiple: '10',
  copystop: '50',
  exitlevy: '0.1',
  onsale: '0',
  ishot: '0',
}

/** A product whose pool copies a lead. */
export type CopyProduct = InvestProduct & { readonly copy: NonNullable<InvestProduct['copy']> }

export const isCopyProduct = (product: InvestProduct): product is CopyProduct => product.copy !== undefined

/** Draft of a saved copy product. */
export const copyDraftOf = ({ copy, ...product }: CopyProduct): CopyDraft => ({
  name: product.name,
  remark: product.remark,
  position: String(product.position),
  leaduid: String(copy.leaduid),
  freezedate: String(copy.freezedate),
  minbuymoney: copy.minbuymoney,
  maxbuymoney: copy.maxbuymoney,
  leadfee: copy.leadfee,
  maxmultiple: String(copy.maxmultiple),
  copystop: copy.copystop,
  exitlevy: copy.exitlevy,
  onsale: product.onsale === 1 ? '1' : '0',
  ishot: product.ishot === 1 ? '1' : '0',
})

const integers = ['position', 'leaduid', 'freezedate', 'maxmultiple'] as const
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
  const whole = (field: (typeof integers)[number]): number => Number.parseInt(draft[field], 10)
  return {
    kind: 'invest',
    ...(id === null ? { type: 'copy', leaduid: whole('leaduid') } : { id }),
    name: draft.name.trim(),
    remark: draft.remark.trim(),
    position: whole('position'),
    onsale: draft.onsale === '1' ? 1 : 0,
    ishot: draft.ishot === '1' ? 1 : 0,
    freezedate: whole('freezedate'),
    minbuymoney: draft.minbuymoney.trim(),
    maxbuymoney: draft.maxbuymoney.trim(),
    leadfee: draft.leadfee.trim(),
    maxmultiple: whole('maxmultiple'),
    copystop: draft.copystop.trim(),
    exitlevy: draft.exitlevy.trim(),
  }
}
