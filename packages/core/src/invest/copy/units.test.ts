import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity, type Usdt, usdt } from '../../money/units.ts'
import { markets, position, unitPrice, units } from './pool.fixture.ts'
import {
  grossNotional,
  initialUnitPrice,
  type PoolUnits,
  poolCapacity,
  poolValuation,
  unitPrices,
  unitsFor,
  unitsValue,
} from './units.ts'

const example = [position(1, 1, 'long', 30, '64000', 2)]

describe('the valuation of the example', () => {
  const valuation = poolValuation(usdt('5180.42'), example, markets.prices)

  it('has bid, offer and closing cost of the specification', () => {
    expect(valuation).toEqual({
      bid: usdt('5190.923'),
      offer: usdt('5190.926'),
      closingCost: usdt('0.9652515'),
    })
  })

  it('has the unit prices of the specification', () => {
    expect(unitPrices(valuation, units('5000'))).toEqual({
      entry: unitPrice('1.0381852'),
      exit: unitPrice('1.037991549'),
    })
  })

  it('sells 770.57542334 units for 800 that are worth 799.85077729', () => {
    const { entry, exit } = unitPrices(valuation, units('5000'))
    const bought = unitsFor(usdt('800'), entry)
    expect(bought).toBe(units('770.57542334'))
    expect(unitsValue(bought, exit)).toBe(usdt('799.85077729'))
  })

  it('has the gross notional at the closing sides, long and short added', () => {
    expect(grossNotional(example, markets.prices)).toBe(usdt('1930.503'))
    const hedged = [...example, position(2, 1, 'short', 30, '64000', 2)]
    expect(grossNotional(hedged, markets.prices)).toBe(usdt('1930.503') + usdt('1930.506'))
  })
})

describe('poolValuation', () => {
  it('values a short at the ask, and at the bid for entries', () => {
    const short = [position(1, 1, 'short', 30, '64000', 2)]
    const { bid, offer } = poolValuation(usdt('100'), short, markets.prices)
    expect(bid).toBe(usdt('100') - usdt('10.506'))
    expect(offer).toBe(usdt('100') - usdt('10.503'))
  })

  it('rounds the bid down and the offer up', () => {
    const one = [{ ...position(1, 1, 'long', 1, '1', 1), quantity: quantity('0.00000001') }]
    const prices = new Map([[1, { bid: price('1.5'), ask: price('1.5') }]])
    const { bid, offer } = poolValuation(0n as Usdt, one, prices)
    expect([bid, offer]).toEqual([0n, 1n])
  })

  it('throws when a market has no price', () => {
    expect(() => poolValuation(usdt('1'), [position(1, 3, 'long', 1, '1', 1)], markets.prices)).toThrow(
      'no price of market 3',
    )
  })
})

describe('unitPrices', () => {
  const valuation = (bid: string, offer: string, closingCost: string) => ({
    bid: usdt(bid),
    offer: usdt(offer),
    closingCost: usdt(closingCost),
  })

  it('are 1 while no unit is issued', () => {
    expect(unitPrices(valuation('0', '0', '0'), 0n as PoolUnits)).toEqual({
      entry: initialUnitPrice,
      exit: initialUnitPrice,
    })
  })

  it('are never below 0', () => {
    expect(unitPrices(valuation('-5', '-4', '1'), units('10'))).toEqual({ entry: 0n, exit: 0n })
    expect(unitPrices(valuation('1', '2', '1.00000001'), units('10')).exit).toBe(0n)
  })

  it('round the entry up and the exit down at 9 decimals', () => {
    expect(unitPrices(valuation('1', '1', '0'), units('3'))).toEqual({
      entry: unitPrice('0.333333334'),
      exit: unitPrice('0.333333333'),
    })
  })

  it('never let units be worth more than they cost', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 16n })
    fc.assert(
      fc.property(amount, amount, amount, amount, (equity, spread, issued, money) => {
        const bid = equity as Usdt
        const offer = (equity + (spread % 10_000n)) as Usdt
        const { entry, exit } = unitPrices({ bid, offer, closingCost: 0n as Usdt }, issued as PoolUnits)
        expect(entry).toBeGreaterThanOrEqual(exit)
        expect(unitsValue(unitsFor(money as Usdt, entry), exit)).toBeLessThanOrEqual(money)
      }),
    )
  })
})

describe('poolCapacity', () => {
  const input = {
    leadEquity: usdt('2500'),
    poolEquity: usdt('5190.923'),
    waiting: usdt('800'),
    multiple: 20,
  }

  it('is the multiple of the lead less the pool and what waits, in whole hundreds', () => {
    expect(poolCapacity(input)).toBe(usdt('44000'))
    expect(poolCapacity({ ...input, poolEquity: usdt('49100') })).toBe(usdt('100'))
    expect(poolCapacity({ ...input, poolEquity: usdt('49100.00000001') })).toBe(0n)
  })

  it('is 0 for a pool above its limit and for a lead without equity', () => {
    expect(poolCapacity({ ...input, poolEquity: usdt('60000') })).toBe(0n)
    expect(poolCapacity({ ...input, leadEquity: usdt('-1') })).toBe(0n)
  })
})
