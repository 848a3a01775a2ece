import { describe, expect, it } from 'vitest'
import { allOf, methodToWire, type Quote, standingProblem, withdrawalView } from './plan.ts'

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

describe('withdrawalView', () => {
  it('accepts whole amounts from the minimum to the available balance', () => {
    expect(withdrawalView(quote, '50')).toEqual({
      obstacle: null,
      costs: { price: '50', tax: '2.5', net: '47.5' },
      fix: null,
    })
    expect(withdrawalView(quote, '9000').costs?.price).toBe('9000')
  })
  it('rejects fractional amounts, including a fraction of zero', () => {
    expect(withdrawalView(quote, '200.5')).toEqual({ obstacle: 'notWhole', costs: null, fix: '200' })
    expect(withdrawalView(quote, '100.0')).toEqual({ obstacle: 'notWhole', costs: null, fix: '100' })
  })
  it('returns the first exceeded limit and an accepted amount', () => {
    expect(withdrawalView(quote, '49')).toMatchObject({ obstacle: 'belowMin', fix: '50' })
    expect(withdrawalView(quote, '50001')).toMatchObject({ obstacle: 'aboveMax', fix: '9000' })
    expect(withdrawalView(quote, '10001')).toMatchObject({ obstacle: 'aboveCap', fix: '9000' })
    expect(withdrawalView(quote, '9001')).toMatchObject({ obstacle: 'insufficientBalance', fix: '9000' })
    expect(withdrawalView({ ...quote, cap: null, available: '99999' }, '10001').obstacle).toBeNull()
  })
  it('suggests no amount if none is accepted', () => {
    const poor = { ...quote, available: '49.9' }
    expect([withdrawalView(poor, '49').fix, withdrawalView(poor, '60').fix]).toEqual([null, null])
  })
  it('distinguishes blank text from invalid text', () => {
    expect(withdrawalView(quote, '').obstacle).toBe('enter')
    expect(withdrawalView(quote, '1e3').obstacle).toBe('wrong')
  })
})

it('previews no fee for a customer without a cap, as a running product removes both', () => {
  expect(withdrawalView({ ...quote, cap: null }, '100').costs).toEqual({ price: '100', tax: '0', net: '100' })
})

it('suggests the maximum withdrawal', () => {
  expect(allOf(quote)).toBe('9000')
  expect(allOf({ ...quote, cap: '120' })).toBe('120')
  expect(allOf({ ...quote, cap: '49' })).toBeNull()
})

it('names a missing destination and a pause before an amount is typed, and after the limits of one', () => {
  const missing = { ...quote, way: null, destination: null }
  const paused = { ...quote, reason: 'new_address', until: 1 }
  expect([quote, missing, paused].map(standingProblem)).toEqual([null, 'noDestination', 'paused'])
  expect(withdrawalView(missing, '49').obstacle).toBe('belowMin')
  expect(withdrawalView(missing, '100')).toEqual({ obstacle: 'noDestination', costs: null, fix: null })
  expect(withdrawalView({ ...paused, cap: '60' }, '100').obstacle).toBe('paused')
  expect(allOf(paused)).toBe('9000')
})

it('formats each method for the wire', () => {
  expect(['bank', '1001', '1002'].map((method) => methodToWire(method as 'bank'))).toEqual([
    { banktype: 1 },
    { banktype: 3, type: 1001 },
    { banktype: 3, type: 1002 },
  ])
})
