import { riskProducts as known } from '@glasshouse/core/eligibility/riskCheck'
import { describe, expect, it } from 'vitest'
import { answersText, requiredRiskProduct, riskProducts } from './answers.ts'

const questions = ['q1', 'q2', 'q3'].map((id) => ({ id, text: '', options: [] }))

describe('answersText', () => {
  it('is null until every question has an answer', () => {
    expect(answersText(questions, {})).toBeNull()
    expect(answersText(questions, { q1: 'a', q3: 'b' })).toBeNull()
  })
  it('lists each question once in order and ignores unknown answers', () => {
    expect(answersText(questions, { q3: 'b', q1: 'a', q2: 'c', q9: 'a' })).toBe('q1:a,q2:c,q3:b')
  })
})

describe('productAskedFor', () => {
  it('returns every product with a risk check', () => {
    expect(riskProducts).toEqual(known)
    for (const product of known)
      expect(requiredRiskProduct({ retCode: 2010, data: { product } })).toBe(product)
  })
  it('is null for other errors and unknown products', () => {
    expect(requiredRiskProduct(null)).toBeNull()
    expect(requiredRiskProduct({ retCode: 2011, data: { product: 'contract' } })).toBeNull()
    expect(requiredRiskProduct({ retCode: 2010, data: { product: 'lottery' } })).toBeNull()
  })
})
