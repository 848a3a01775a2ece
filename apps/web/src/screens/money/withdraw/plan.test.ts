import { usdt } from '@glasshouse/core/money/units'
import type { WithdrawalFacts } from '@glasshouse/core/withdrawals/judge'
import { describe, expect, it } from 'vitest'
import { allOf, standingProblem, withdrawalView } from './plan.ts'

const quote: WithdrawalFacts = {
  min: usdt('50'),
  max: usdt('50000'),
  capLeft: usdt('10000'),
  available: usdt('9000.5'),
  pause: null,
  hasDestination: true,
}

describe('withdrawalView', () => {
  it('accepts whole amounts from the minimum to the available balance', () => {
    expect(withdrawalView(quote, '50')).toEqual({
      obstacle: null,
      costs: { amount: usdt('50'), fee: usdt('2.5'), net: usdt('47.5') },
      fix: null,
    })
    expect(withdrawalView(quote, '9000').costs?.amount).toBe(usdt('9000'))
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
    expect(withdrawalView({ ...quote, capLeft: null, available: usdt('99999') }, '10001').obstacle).toBeNull()
  })
  it('suggests no amount if none is accepted', () => {
    const poor = { ...quote, available: usdt('49.9') }
    expect([withdrawalView(poor, '49').fix, withdrawalView(poor, '60').fix]).toEqual([null, null])
  })
  it('distinguishes blank text from invalid text', () => {
    expect(withdrawalView(quote, '').obstacle).toBe('enter')
    expect(withdrawalView(quote, '1e3').obstacle).toBe('wrong')
  })
})

it('previews no fee for a customer without a cap, as a running product removes both', () => {
  expect(withdrawalView({ ...quote, capLeft: null }, '100').costs).toEqual({
    ...{ amount: usdt('100'), fee: usdt('0'), net: usdt('100') },
  })
})

it('suggests the maximum withdrawal', () => {
  expect(allOf(quote)).toBe('9000')
  expect(allOf({ ...quote, capLeft: usdt('120') })).toBe('120')
  expect(allOf({ ...quote, capLeft: usdt('49') })).toBeNull()
})

it('names a missing destination and a pause before an amount is typed, and after the limits of one', () => {
  const missing = { ...quote, hasDestination: false }
  const paused = { ...quote, pause: { reason: 'new_address', untilMs: 1 } } as const
  expect([quote, missing, paused].map(standingProblem)).toEqual([null, 'noDestination', 'paused'])
  expect(withdrawalView(missing, '49').obstacle).toBe('belowMin')
  expect(withdrawalView(missing, '100')).toEqual({ obstacle: 'noDestination', costs: null, fix: null })
  expect(withdrawalView({ ...paused, capLeft: usdt('60') }, '100').obstacle).toBe('paused')
  expect(allOf(paused)).toBe('9000')
})
