import { calls, type RequestOf } from '../../calls.ts'
import { usdt } from '../../money/units.ts'
import type { CopyTerms } from '../copy/productRules.ts'
import { rate } from '../rules.ts'
import { type SaveProductCommand, saveProductFromWire } from './save/codec.ts'
import type { StaffProduct } from './staff/codec.ts'

const none = usdt('0')

/** A product with interest as it is stored. */
export const known: StaffProduct = {
  ...{ id: 7, kind: 'yield', name: 'Seven days', pictureUrl: '/a.png', remark: 'sample', position: 2 },
  ...{ isOnSale: true, isFeatured: true, isBuyable: true, quota: usdt('50000'), redeemDays: 1 },
  cycles: [{ id: 5, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100'), max: usdt('1000') }],
  redeemFee: rate('0.4'),
  texts: { en: { source: 'Own capital.' } },
  claims: { agency: { text: 'Audited', source: 'https://example.com' } },
  ...{ sold: none, promised: none, reserve: none, free: none, createdMs: 1, changedMs: 1 },
  ...{ isProposed: false, copy: null },
}

/** Terms of a copy product as they are stored. */
export const terms: CopyTerms = {
  ...{ periodDays: 30, min: usdt('100'), max: usdt('5000'), leadFeePpm: 105_000, maxMultiple: 12 },
  ...{ copyStopPercent: 55, exitLevyPpm: 1500 },
}

export type Request = RequestOf<'/staff/api/productSave'>

/** The command of a request. */
export const commandOf = (request: Request): SaveProductCommand =>
  saveProductFromWire(calls['/staff/api/productSave'].request.parse(request))

/** Fields of a merge that lacks none. */
export const complete = <Fields>(
  merged: { readonly fields: Fields } | { readonly missing: string } | null,
): Fields => {
  if (merged === null || 'missing' in merged) throw new Error(`it lacks ${JSON.stringify(merged)}`)
  return merged.fields
}
