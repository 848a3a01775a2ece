import { describe, expect, it } from 'vitest'
import { dayChange } from './dayChange.ts'

describe('dayChange', () => {
  it('truncates towards zero in both directions', () => {
    expect(dayChange('66128.74', '66535.00')).toEqual({ hundredths: -61n, direction: 'down' })
    expect(dayChange('101.999', '100')).toEqual({ hundredths: 199n, direction: 'up' })
    expect(dayChange('98.001', '100')).toEqual({ hundredths: -199n, direction: 'down' })
  })
  it('is flat below a hundredth of a percent', () => {
    expect(dayChange('100.009', '100')).toEqual({ hundredths: 0n, direction: 'flat' })
  })
  it('is null without a previous price', () => {
    expect(dayChange('100', '0')).toBeNull()
    expect(dayChange('0', '100')).toBeNull()
  })
})
