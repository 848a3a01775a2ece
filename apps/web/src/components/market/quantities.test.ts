import { amountScale, parseDecimal, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormatters } from '../formatters.ts'
import { quantityDigits, showQuantity } from './quantities.ts'

const languages = ['en', 'ja', 'ko', 'th', 'ru', 'es', 'pt', 'zh-Hans', 'zh-Hant']
const english = createFormatters('en')
const text = (coins: string, digits: number) => showQuantity(english, quantity(coins), digits).text

describe('quantityDigits', () => {
  it.each([
    ['0.001', 5],
    ['0.01', 4],
    ['0.1', 3],
    ['1', 2],
    ['10', 1],
    ['100', 0],
    ['10000', 0],
    ['0.00000001', 8],
    ['0.5', 3],
    ['25', 1],
  ])('gives a lot of %s coins %i decimals', (lot, digits) => {
    expect(quantityDigits(quantity(lot))).toBe(digits)
  })
})

describe('showQuantity', () => {
  it.each([
    ['0.64316', 5, '0.64316'],
    ['1.1359', 5, '1.13590'],
    ['12.34567', 5, '12.3456'],
    ['1234.56789', 5, '1,234.56'],
    ['70812', 0, '70,812'],
    ['99999.99', 1, '99,999.9'],
    ['100000', 0, '100.0K'],
    ['191363.9', 0, '191.4K'],
    ['191349.9', 0, '191.3K'],
    ['999949', 0, '999.9K'],
    ['999950', 0, '1.00M'],
    ['9999500', 0, '10.00M'],
    ['999950000', 0, '1.00B'],
    ['1000000', 0, '1.00M'],
    ['750049368', 0, '750.0M'],
    ['12345678901', 1, '12.35B'],
    ['999999999999999', 0, '1,000T'],
    ['0', 0, '0'],
    ['0', 5, '0.00000'],
  ])('writes %s coins at %i decimals as %s', (coins, digits, expected) => {
    expect(text(coins, digits)).toBe(expected)
  })

  it('returns the full figure exactly if digits are omitted', () => {
    expect(showQuantity(english, quantity('191363'), 0).full).toBe('191,363')
    expect(showQuantity(english, quantity('1234.56789'), 5).full).toBe('1,234.56789')
    expect(showQuantity(english, quantity('70812'), 0).full).toBeNull()
  })

  it('uses the same suffix and length in nine languages, with the decimal sign of each', () => {
    const texts = languages.map(
      (language) => showQuantity(createFormatters(language), quantity('191363'), 0).text,
    )
    expect(new Set(texts)).toEqual(new Set(['191.4K', '191,4K']))
  })

  it('uses at most nine characters with an error of at most half of the last digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }),
        fc.constantFrom(0, 1, 2, 3, 4, 5),
        fc.constantFrom(...languages),
        (units, digits, language) => {
          const { text: shown } = showQuantity(createFormatters(language), units, digits)
          expect([...shown].length).toBeLessThanOrEqual(9)
          const en = showQuantity(english, units, digits).text
          const suffix = /[KMBT]$/.exec(en)?.[0]
          const power = { K: 3, M: 6, B: 9, T: 12 }[suffix ?? ''] ?? 0
          const read = parseDecimal(en.replaceAll(',', '').replace(/[KMBT]$/, ''), amountScale)
          expect(read).not.toBeNull()
          const meant = (read ?? 0n) * 10n ** BigInt(power)
          const decimals = /\.(\d+)/.exec(en)?.[1]?.length ?? 0
          const last = 10n ** BigInt(amountScale + power - decimals)
          const missing = units - meant
          expect(
            suffix === undefined
              ? missing >= 0n && missing < last
              : 2n * missing <= last && -2n * missing <= last,
          ).toBe(true)
        },
      ),
    )
  })
})
