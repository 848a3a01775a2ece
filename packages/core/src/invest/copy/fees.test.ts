import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../../money/units.ts'
import { exitLevy, followerPayment, performanceFee } from './fees.ts'
import { unitPrice, units } from './pool.fixture.ts'
import { type PoolUnits, type UnitPrice, unitsValue } from './units.ts'

const example = {
  units: units('1200'),
  highWaterMark: unitPrice('1'),
  unitPrice: unitPrice('1.037991549'),
  leadFeePpm: 100_000,
}

describe('performanceFee', () => {
  it('has the figures of the specification', () => {
    const fee = performanceFee(example)
    expect(fee).toEqual({
      units: units('4.39212235'),
      paid: usdt('4.55898588'),
      highWaterMark: example.unitPrice,
    })
    const rest = (example.units - fee.units) as PoolUnits
    expect(rest).toBe(units('1195.60787765'))
    expect(unitsValue(rest, example.unitPrice)).toBe(usdt('1241.03087291'))
  })

  it('charges nothing at or below the mark, which never falls', () => {
    const nothing = { units: 0n, paid: 0n, highWaterMark: example.unitPrice }
    expect(performanceFee({ ...example, highWaterMark: example.unitPrice })).toEqual(nothing)
    expect(
      performanceFee({ ...example, unitPrice: unitPrice('0.9'), highWaterMark: example.unitPrice }),
    ).toEqual(nothing)
    expect(performanceFee({ ...example, unitPrice: 0n as UnitPrice }).units).toBe(0n)
  })

  it('charges a profit once, and the loss after it is made up first', () => {
    const first = performanceFee(example)
    const rest = (example.units - first.units) as PoolUnits
    expect(performanceFee({ ...example, units: rest, highWaterMark: first.highWaterMark }).units).toBe(0n)
    const recovered = performanceFee({ ...example, highWaterMark: unitPrice('1.037991548') })
    expect(recovered.paid).toBeLessThanOrEqual(usdt('0.00000012') + 1n)
  })

  it('raises the mark without a fee rate', () => {
    expect(performanceFee({ ...example, leadFeePpm: 0 })).toEqual({
      units: 0n,
      paid: 0n,
      highWaterMark: example.unitPrice,
    })
  })

  it('never takes more than its share of the new profit, beyond one unit', () => {
    const held = fc.bigInt({ min: 1n, max: 10n ** 15n })
    const priced = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(held, priced, priced, fc.integer({ min: 0, max: 300_000 }), (all, mark, at, rate) => {
        const input = {
          units: all as PoolUnits,
          highWaterMark: mark as UnitPrice,
          unitPrice: at as UnitPrice,
          leadFeePpm: rate,
        }
        const fee = performanceFee(input)
        const gain = at > mark ? at - mark : 0n
        expect(fee.units).toBeLessThanOrEqual(all)
        // fee units × U is at least the share of the profit and less than one unit of the pool above it.
        const share = all * gain * BigInt(rate)
        expect(fee.units * at * 1_000_000n).toBeGreaterThanOrEqual(share)
        expect((fee.units - 1n) * at * 1_000_000n).toBeLessThan(share === 0n ? 1n : share)
        expect(fee.paid).toBe((fee.units * at) / 1_000_000_000n)
        expect(fee.highWaterMark).toBe(at > mark ? at : mark)
      }),
    )
  })
})

describe('exitLevy and followerPayment', () => {
  it('have the figures of the specification', () => {
    const value = usdt('1241.03087291')
    const levy = exitLevy(value, 1_000)
    expect(levy).toBe(usdt('1.24103088'))
    const paid = (value - levy) as Usdt
    expect(paid).toBe(usdt('1239.78984203'))
    expect(followerPayment(paid, usdt('1200'))).toEqual({
      principal: usdt('1200'),
      income: usdt('39.78984203'),
    })
  })

  it('pays a loss as principal alone', () => {
    expect(followerPayment(usdt('900'), usdt('1200'))).toEqual({ principal: usdt('900'), income: 0n })
    expect(exitLevy(usdt('900'), 0)).toBe(0n)
  })
})
