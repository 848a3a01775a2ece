import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormatters } from './formatters.ts'
import { cutCharge, cutOwn, sumShown } from './shown.ts'

const amount = fc.bigInt(-(10n ** 16n), 10n ** 16n).map((units) => units as Usdt)
const languages = ['en', 'ja', 'ko', 'th', 'ru', 'es', 'pt', 'zh-Hans', 'zh-Hant']
/** Parses a formatted figure: its digits without group signs. */
const readBack = (language: string, text: string): bigint => {
  const decimal = createFormatters(language).own(usdt('0.1')).slice(1, 2)
  const digits = [...text].filter((sign) => /\d/.test(sign) || sign === decimal || sign === '−').join('')
  return usdt(digits.replace('−', '-').replace(decimal, '.'))
}

describe('amounts cut for display', () => {
  it('never overstates a balance and never understates a charge', () => {
    fc.assert(
      fc.property(amount, (units) => {
        expect(cutOwn(units) <= units && units - cutOwn(units) < 10_000n).toBe(true)
        expect(cutCharge(units) >= units && cutCharge(units) - units < 10_000n).toBe(true)
      }),
    )
  })

  it('is idempotent', () => {
    const figures = createFormatters('en')
    fc.assert(
      fc.property(amount, (units) => {
        expect(figures.own(cutOwn(units))).toBe(figures.own(units))
        expect(figures.charge(cutCharge(units))).toBe(figures.charge(units))
      }),
    )
  })

  it.each(languages)('adds up as printed in %s', (language) => {
    const figures = createFormatters(language)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), (parts) => {
        const cut = parts.map(cutOwn)
        const printed = cut.map((part) => readBack(language, figures.own(part)))
        expect(readBack(language, figures.own(sumShown(cut)))).toBe(printed.reduce((a, b) => a + b, 0n))
      }),
      { numRuns: 30 },
    )
  })

  it('formats a sum with the signs of its terms', () => {
    const figures = createFormatters('en')
    expect(figures.terms([usdt('132.3036'), usdt('-1.2734'), usdt('-0.6609')])).toBe(
      '132.3036 − 1.2734 − 0.6609',
    )
    expect(figures.terms([usdt('-1.5'), usdt('2')])).toBe('−1.5000 + 2.0000')
  })
})

it('formats a fee rate with its own decimals', () => {
  const figures = createFormatters('en')
  expect([500, 375, 2_000, 5, 0].map(figures.feeRate)).toEqual([
    '0.05%',
    '0.0375%',
    '0.20%',
    '0.0005%',
    '0.00%',
  ])
})
