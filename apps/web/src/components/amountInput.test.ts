import { formatUsdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amountInput.ts'

describe('readAmount', () => {
  it('reads plain decimal text', () => {
    expect(readAmount('1000.5')).toEqual({ kind: 'amount', amount: 100_050_000_000n, text: '1000.5' })
  })
  it('does not take nothing or zero for an amount', () => {
    for (const text of ['', '0', '0.00']) expect(readAmount(text)).toEqual({ kind: 'empty' })
  })
  it('refuses text in the notation of a language, which only a number field may read', () => {
    for (const text of ['?10,5', '1,000', '10,5', '1 000', '-1', '1e3', 'NaN', '0.123456789'])
      expect(readAmount(text)).toEqual({ kind: 'wrong' })
  })
  it('reads every amount of the wire back exactly', () => {
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
