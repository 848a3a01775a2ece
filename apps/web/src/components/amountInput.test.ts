import { formatUsdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amountInput.ts'

describe('readAmount', () => {
  it('parses plain decimal text', () => {
    expect(readAmount('1000.5')).toEqual({ kind: 'amount', amount: 100_050_000_000n, text: '1000.5' })
  })
  it('returns no amount for blank text or zero', () => {
    for (const text of ['', '0', '0.00']) expect(readAmount(text)).toEqual({ kind: 'empty' })
  })
  it('rejects localized notation, which only number fields parse', () => {
    for (const text of ['?10,5', '1,000', '10,5', '1 000', '-1', '1e3', 'NaN', '0.123456789'])
      expect(readAmount(text)).toEqual({ kind: 'wrong' })
  })
  it('parses every amount of the wire exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 23n - 1n), (units) => {
        expect(readAmount(formatUsdt(units))).toEqual({
          kind: 'amount',
          amount: units,
          text: formatUsdt(units),
        })
      }),
    )
  })
})
