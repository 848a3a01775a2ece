import { formatUsdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amountInput.ts'

describe('readAmount', () => {
  it('reads what people write', () => {
    expect(readAmount('1 000,5')).toEqual({ kind: 'amount', amount: 100_050_000_000n, text: '1000.5' })
    expect(readAmount(' 250 ')).toMatchObject({ text: '250' })
  })
  it('does not take nothing or zero for an amount', () => {
    for (const text of ['', '  ', '0', '0.00']) expect(readAmount(text)).toEqual({ kind: 'empty' })
  })
  it('guesses nothing', () => {
    for (const text of ['1,000.5', '1.000,5', '-1', '1e3', 'NaN', '１０', '0.123456789', '+5', '5.'])
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
