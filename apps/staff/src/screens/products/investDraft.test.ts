import { describe, expect, it } from 'vitest'
import {
  draftOfProduct,
  draftProblem,
  emptyDraft,
  fractionOf,
  type InvestProduct,
  percentOf,
  saveRequest,
} from './investDraft.ts'

const product: InvestProduct = {
  id: 1,
  kind: 'yield',
  name: 'Sample fixed',
  picurl: '',
  remark: 'sample',
  position: 2,
  onsale: 1,
  ishot: 0,
  status: 1,
  cycles: [
    { id: 5, interesttype: 1, rete: '0.0011', freezedate: 7, minbuymoney: '100', maxbuymoney: '100000' },
  ],
  quota: '0',
  redeemdays: 1,
  redeemfee: '1',
  texts: { en: { source: 'Own capital.' } },
  claims: { agency: { text: 'Audited', source: 'https://example.com' } },
  sold: '2700',
  promised: '2.97',
  reserve: '20000',
  free: '19997.03',
  createtime: 1,
  changed: 1,
  approvals: 0,
}

describe('draft of an investment product', () => {
  it('shows rates in percent and sends fractions without rounding', () => {
    expect(percentOf('0.0011')).toBe('0.11')
    expect(fractionOf('0.11')).toBe('0.0011')
    expect(fractionOf('0.000001')).toBe('0.00000001')
    expect(fractionOf('0.0000001')).toBeNull()
    expect(fractionOf('x')).toBeNull()
  })
  it('sends an unchanged product as it is', () => {
    const request = saveRequest(1, draftOfProduct(product))
    expect(request).toMatchObject({ kind: 'invest', id: 1, name: 'Sample fixed', redeemfee: '1', onsale: 1 })
    expect(JSON.parse(request.cycles ?? '')).toEqual(product.cycles)
    expect(JSON.parse(request.texts ?? '')).toEqual(product.texts)
    expect(JSON.parse(request.claims ?? '')).toEqual(product.claims)
    expect(request).not.toHaveProperty('type')
  })
  it('names the first problem', () => {
    const draft = draftOfProduct(product)
    expect(draftProblem(draft)).toBeNull()
    expect(draftProblem(emptyDraft)).toBe('Enter a name.')
    expect(draftProblem({ ...draft, cycles: [] })).toBe('Add a cycle.')
    expect(draftProblem({ ...draft, redeemfee: '' })).toMatch(/redemption fee/)
    const claims = { ...draft.claims, security: { text: 'Safe', source: '' } }
    expect(draftProblem({ ...draft, claims })).toMatch(/both its text and its source/)
  })
})
