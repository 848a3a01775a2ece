import { usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { validateDeposit } from './depositPlan.ts'

const channel = {
  ...{ code: 'sandbox', name: 'Sandbox', min: usdt('10'), max: usdt('50000'), options: [usdt('100')] },
}

describe('validateDeposit', () => {
  it('accepts both limits', () => {
    expect(validateDeposit(channel, '10').command).toEqual({ channel: 'sandbox', amount: usdt('10') })
    expect(validateDeposit(channel, '50000').command?.amount).toBe(usdt('50000'))
  })
  it('returns the issue of an amount', () => {
    expect(validateDeposit(channel, '9.99999999').obstacle).toBe('min')
    expect(validateDeposit(channel, '50000.00000001').obstacle).toBe('max')
    expect(validateDeposit(channel, '').obstacle).toBe('enter')
    expect(validateDeposit(channel, '1e3').obstacle).toBe('wrong')
  })
})
