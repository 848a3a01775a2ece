import { rate } from '@glasshouse/core/invest/rules'
import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cyclesOf, hasCapacity, ratePercent, unavailableOf, yearlyFigures } from './cycles.ts'
import { product } from './products.fixture.ts'

describe('cycles of a product', () => {
  it('lists the base cycles before the further ones and buys only these by number', () => {
    const cycles = cyclesOf(product)
    expect(cycles.map(({ id, method, days, furtherId }) => [id, method, days, furtherId])).toEqual([
      ['fixed', 'fixed', 7, null],
      ['compound', 'compound', 30, null],
      ['3', 'fixed', 30, 3],
    ])
    expect(cycles[0]?.rate).toBe(rate('0.0011'))
  })
  it('reports no capacity for the compound base cycle beside a fixed one', () => {
    const [fixed, compound, further] = cyclesOf(product)
    expect(fixed?.capacity).toBe(usdt('18179000'))
    expect(compound?.capacity).toBeNull()
    expect(further?.capacity).toBe(usdt('3800000'))
    const alone = cyclesOf({ ...product, fixed: null })
    expect(alone[0]).toMatchObject({ id: 'compound', capacity: usdt('18179000') })
  })
  it('has none for a copy product', () => {
    expect(cyclesOf({ ...product, kind: 'copy', fixed: null, compound: null, further: [] })).toEqual([])
  })
  it('calls a product without capacity sold out and one with capacity off sale', () => {
    const soldOut = { ...product, isOnSale: false, further: [], compound: null }
    const empty = { ...soldOut, funding: { ...soldOut.funding, capacity: usdt('0') } }
    expect(unavailableOf(product)).toBeNull()
    expect(unavailableOf(empty)).toBe('soldOut')
    expect(unavailableOf(soldOut)).toBe('offSale')
    expect(cyclesOf(empty).some(hasCapacity)).toBe(false)
  })
  it('computes the yearly figures the server reports for the base cycle', () => {
    expect(yearlyFigures({ method: 'fixed', rate: rate('0.0011'), days: 7 })).toEqual(product.yearly)
  })
  it('shows every decimal of a rate as percent', () => {
    expect(ratePercent(rate('0.0011'))).toBe('0.11')
    expect(ratePercent(rate('0.00000001'))).toBe('0.000001')
    expect(ratePercent(rate('1'))).toBe('100.00')
    fc.assert(
      fc.property(fc.bigInt(0n, 1_000_000_000n), (units) => {
        const [whole, decimals = ''] = ratePercent(units as ReturnType<typeof rate>).split('.')
        expect(BigInt(`${whole}${decimals.padEnd(6, '0')}`)).toBe(units)
      }),
    )
  })
})
