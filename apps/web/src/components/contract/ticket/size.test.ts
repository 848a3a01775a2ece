import { validateLots } from '@glasshouse/core/contracts/checks'
import { price, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLots, readSize, sizeTextOf, steppedLots, steppedPrice } from './size.ts'
import { sizeUnits } from './units.ts'

describe('readLots', () => {
  it('accepts only plain digits', () => {
    expect(readLots(' 12 ')).toBe(12)
    for (const text of ['', '1e3', '１２', '+1', '1 000', '0x10', '9999999999', 'NaN'])
      expect(readLots(text)).toBeNull()
  })
})

describe('a size', () => {
  it('is the same number of lots in each unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('0.001', '1', '100'),
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        (steps, stepLots, lot, units) => {
          const terms = { lot: quantity(lot), minLots: stepLots, stepLots }
          const at = units as ReturnType<typeof price>
          const lots = steps * stepLots
          for (const unit of sizeUnits) {
            const sizeText = sizeTextOf(lots, unit, at, terms)
            const read = readSize({ sizeText, unit, terms }, at)
            // USDT are rounded up to a unit, which at tiny prices covers more lots.
            if (unit !== 'usdt' || units > 10n ** 9n) expect(read, unit).toEqual({ kind: 'lots', lots })
          }
        },
      ),
    )
  })

  it('in USDT waits for a price', () => {
    const terms = { lot: quantity('0.001'), minLots: 1, stepLots: 1 }
    expect(readSize({ sizeText: '700', unit: 'usdt', terms }, null)).toEqual({ kind: 'noPrice' })
    expect(readSize({ sizeText: '700', unit: 'usdt', terms }, price('65850'))).toEqual({
      kind: 'lots',
      lots: 10,
    })
    expect(sizeTextOf(10, 'usdt', null, terms)).toBe('')
    expect(sizeTextOf(0, 'coin', null, terms)).toBe('')
  })
})

const fives = { minLots: 2, stepLots: 5 }

describe('steppedLots', () => {
  it('steps to the next allowed number', () => {
    expect(steppedLots(11, { minLots: 1, stepLots: 1 }, 1)).toBe(12)
    expect(steppedLots(10, fives, 1)).toBe(15)
    expect(steppedLots(9, fives, 1)).toBe(10)
    expect(steppedLots(9, fives, -1)).toBe(5)
    expect(steppedLots(9, fives, 10)).toBe(55)
  })

  it('starts with the minimum and ends with 0', () => {
    expect(steppedLots(null, fives, 1)).toBe(5)
    expect(steppedLots(null, fives, -1)).toBe(5)
    expect(steppedLots(1, fives, 1)).toBe(5)
    expect(steppedLots(5, fives, -1)).toBe(0)
    expect(steppedLots(1, fives, -1)).toBe(0)
  })

  it('always returns a number that the server allows, or 0', () => {
    const terms = fc.record({
      minLots: fc.integer({ min: 1, max: 50 }),
      stepLots: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(terms, fc.nat(10_000), fc.constantFrom(1, -1, 10, -10), (rule, lots, by) => {
        const next = steppedLots(lots, rule, by)
        if (next === 0) return by < 0
        return validateLots(next, rule) === null && (by > 0 ? next > lots : next < lots)
      }),
    )
  })
})

it('steps a price and never reaches 0', () => {
  expect(steppedPrice(price('65850'), price('0.01'), 10)).toBe(price('65850.1'))
  expect(steppedPrice(price('0.02'), price('0.01'), -10)).toBe(price('0.01'))
})
