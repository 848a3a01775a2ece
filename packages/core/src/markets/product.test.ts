import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, quantity } from '../money/units.ts'
import { coinsOf, defaultLot, defaultScale } from './product.ts'

describe('products', () => {
  it('counts coins in lots', () => {
    expect(coinsOf({ lot: quantity('0.001') }, 11)).toBe(quantity('0.011'))
  })

  it('suggests lots like those of the shipped markets', () => {
    expect(defaultLot(price('66000'))).toBe(quantity('0.001'))
    expect(defaultLot(price('2300'))).toBe(quantity('0.01'))
    expect(defaultLot(price('0.71'))).toBe(quantity('10'))
    expect(defaultScale(price('66000'))).toBe(2)
    expect(defaultScale(price('0.138'))).toBe(6)
    expect(defaultScale(price('0.000002'))).toBe(9)
  })

  it('suggests a usable lot and scale for any price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (at) => {
        expect(defaultLot(at as Price) > 0n).toBe(true)
        expect(defaultScale(at as Price)).toBeGreaterThanOrEqual(2)
        expect(defaultScale(at as Price)).toBeLessThanOrEqual(9)
      }),
    )
  })
})
