import { price } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { dayChange } from './dayChange.ts'

describe('dayChange', () => {
  it('truncates towards zero in both directions', () => {
    expect(dayChange(price('66128.74'), price('66535.00'))).toEqual({ hundredths: -61n, direction: 'down' })
    expect(dayChange(price('101.999'), price('100'))).toEqual({ hundredths: 199n, direction: 'up' })
    expect(dayChange(price('98.001'), price('100'))).toEqual({ hundredths: -199n, direction: 'down' })
  })
  it('is flat below a hundredth of a percent', () => {
    expect(dayChange(price('100.009'), price('100'))).toEqual({ hundredths: 0n, direction: 'flat' })
  })
  it('is null without a previous price', () => {
    expect(dayChange(price('100'), price('0'))).toBeNull()
    expect(dayChange(price('0'), price('100'))).toBeNull()
  })
})
