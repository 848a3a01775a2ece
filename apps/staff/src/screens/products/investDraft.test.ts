import { type StaffProduct, staffProductToWire } from '@glasshouse/core/invest/products/staff/codec'
import { rate } from '@glasshouse/core/invest/rules'
import { usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import {
  draftOfProduct,
  draftProblem,
  emptyDraft,
  fractionOf,
  percentOf,
  saveRequest,
} from './investDraft.ts'
import { interestProduct } from './products.fixture.ts'

const product: StaffProduct = {
  ...interestProduct,
  ...{ id: 1, name: 'Sample fixed', remark: 'sample', position: 2, isFeatured: false },
  cycles: [{ id: 5, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100'), max: usdt('100000') }],
  texts: { en: { source: 'Own capital.' } },
  claims: { agency: { text: 'Audited', source: 'https://example.com' } },
}

describe('draft of an investment product', () => {
  it('shows rates in percent and sends fractions without rounding', () => {
    expect(percentOf(rate('0.0011'))).toBe('0.11')
    expect(fractionOf('0.11')).toBe('0.0011')
    expect(fractionOf('0.000001')).toBe('0.00000001')
    expect(fractionOf('0.0000001')).toBeNull()
    expect(fractionOf('x')).toBeNull()
  })
  it('sends an unchanged product as it is', () => {
    const request = saveRequest(1, draftOfProduct(product))
    expect(request).toMatchObject({ kind: 'invest', id: 1, name: 'Sample fixed', redeemfee: '1', onsale: 1 })
    expect(JSON.parse(request.cycles ?? '')).toEqual(staffProductToWire(product).cycles)
    expect(JSON.parse(request.texts ?? '')).toEqual(product.texts)
    expect(JSON.parse(request.claims ?? '')).toEqual(product.claims)
    expect(request).not.toHaveProperty('type')
  })
  it('names the first problem', () => {
    const draft = draftOfProduct(product)
    expect(draftProblem(draft)).toBeNull()
    expect(draftProblem(emptyDraft)).toBe('Enter a name.')
    expect(draftProblem({ ...draft, cycles: [] })).toBe('Add a cycle.')
    expect(draftProblem({ ...draft, redeemFee: '' })).toMatch(/redemption fee/)
    const claims = { ...draft.claims, security: { text: 'Safe', source: '' } }
    expect(draftProblem({ ...draft, claims })).toMatch(/both its text and its source/)
  })
})
