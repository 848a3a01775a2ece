import { describe, expect, it } from 'vitest'
import { planDeposit } from './depositPlan.ts'

const channel = { code: 'sandbox', name: 'Sandbox', minprice: '10', maxprice: '50000', options: ['100'] }

describe('planDeposit', () => {
  it('takes both ends of the range', () => {
    expect(planDeposit(channel, '10').request).toEqual({ action: 'sandbox', money: '10' })
    expect(planDeposit(channel, '50000').request).toEqual({ action: 'sandbox', money: '50000' })
  })
  it('says what stands in the way', () => {
    expect(planDeposit(channel, '9.99999999').obstacle).toBe('min')
    expect(planDeposit(channel, '50000.00000001').obstacle).toBe('max')
    expect(planDeposit(channel, '').obstacle).toBe('enter')
    expect(planDeposit(channel, '1e3').obstacle).toBe('wrong')
  })
})
