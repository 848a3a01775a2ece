import { usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { maxWithdrawal, methodToWire, type Quote, validateWithdrawal, wholePart } from './plan.ts'

const quote: Quote = {
  tax: '0',
  net: '0',
  min: '50',
  max: '50000',
  cap: '10000',
  available: '9000.5',
  reason: 'amount_review',
  until: null,
  deadlineInMs: 86_400_000,
  approvals: 1,
  way: 'bank',
  destination: 'Sample Bank · DE89…3000',
}

describe('validateWithdrawal', () => {
  it('accepts whole amounts from the minimum to the available balance', () => {
    expect(validateWithdrawal(quote, '50')).toEqual({ obstacle: null, price: '50', fix: null })
    expect(validateWithdrawal(quote, '9000').price).toBe('9000')
  })
  it('rejects fractional amounts, including a fraction of zero', () => {
    expect(validateWithdrawal(quote, '200.5')).toEqual({ obstacle: 'whole', price: null, fix: '200' })
    expect(validateWithdrawal(quote, '100.0')).toEqual({ obstacle: 'whole', price: null, fix: '100' })
  })
  it('returns the first exceeded limit and an accepted amount', () => {
    expect(validateWithdrawal(quote, '49')).toMatchObject({ obstacle: 'min', fix: '50' })
    expect(validateWithdrawal(quote, '50001')).toMatchObject({ obstacle: 'max', fix: '9000' })
    expect(validateWithdrawal(quote, '10001')).toMatchObject({ obstacle: 'cap', fix: '9000' })
    expect(validateWithdrawal(quote, '9001')).toMatchObject({ obstacle: 'low', fix: '9000' })
    expect(validateWithdrawal({ ...quote, cap: null, available: '99999' }, '10001').obstacle).toBeNull()
  })
  it('suggests no amount if none is accepted', () => {
    const poor = { ...quote, available: '49.9' }
    expect([validateWithdrawal(poor, '49').fix, validateWithdrawal(poor, '60').fix]).toEqual([null, null])
  })
  it('distinguishes blank text from invalid text', () => {
    expect(validateWithdrawal(quote, '').obstacle).toBe('enter')
    expect(validateWithdrawal(quote, '1e3').obstacle).toBe('wrong')
  })
})

it('returns the maximum withdrawal', () => {
  expect(maxWithdrawal(quote)).toBe(usdt('9000'))
  expect(maxWithdrawal({ ...quote, cap: '120' })).toBe(usdt('120'))
  expect(wholePart(usdt('0.99999999'))).toBe(0n)
})

it('formats each method for the wire', () => {
  expect(['bank', '1001', '1002'].map((method) => methodToWire(method as 'bank'))).toEqual([
    { banktype: 1 },
    { banktype: 3, type: 1001 },
    { banktype: 3, type: 1002 },
  ])
})
