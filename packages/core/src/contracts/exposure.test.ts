import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, usdt } from '../money/units.ts'
import { isCovered, noExposure, withPosition, worstExposure } from './exposure.ts'
import { closingPrice, type Direction, floatingProfit, type Position, stressPpm } from './rules.ts'

const anyPosition = fc
  .record({
    direction: fc.constantFrom<Direction>('buy', 'sell'),
    quantity: fc.bigInt(1n, 10n ** 12n).map((units) => units as Quantity),
    openPrice: fc.bigInt(1n, 10n ** 14n).map((units) => units as Price),
  })
  .map((one): Position => one)
const anyPositions = fc.array(anyPosition, { maxLength: 8 })
const all = (positions: readonly Position[]) =>
  positions.reduce((sum, one) => withPosition(sum, one, 'add'), noExposure)

describe('exposure', () => {
  it('what is added and removed again leaves nothing', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const left = positions.reduce((sum, one) => withPosition(sum, one, 'remove'), all(positions))
        expect(left).toEqual(noExposure)
      }),
    )
  })

  it('covers what either side would be owed after the move', () => {
    fc.assert(
      fc.property(anyPositions, fc.bigInt(10n, 10n ** 14n), (positions, at) => {
        const worst = worstExposure(all(positions), { bid: at as Price, ask: at as Price }, stressPpm)
        for (const moved of [(at * 12n) / 10n, (at * 8n + 9n) / 10n]) {
          for (const direction of ['buy', 'sell'] as const) {
            const side = positions.filter((one) => one.direction === direction)
            const price = closingPrice(direction, { bid: moved as Price, ask: moved as Price })
            const owed = side.reduce((sum, one) => sum + floatingProfit(one, price), 0n)
            expect(worst >= owed).toBe(true)
          }
        }
      }),
    )
  })

  it('is a fifth of the notional of a fresh position', () => {
    const bought = { direction: 'buy', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const best = { bid: price('65850'), ask: price('65850') }
    expect(worstExposure(withPosition(noExposure, bought, 'add'), best, stressPpm)).toBe(usdt('144.87'))
    expect(worstExposure(withPosition(noExposure, bought, 'add'), null, stressPpm)).toBe(usdt('144.87'))
  })

  it('counts a sold position at the ask and a bought one at the bid', () => {
    const sold = { direction: 'sell', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const bought = { ...sold, direction: 'buy' } as const
    const best = { bid: price('60000'), ask: price('70000') }
    // 0.011 × (65850 − 80 % of 70000), and 0.011 × (120 % of 60000 − 65850).
    expect(worstExposure(withPosition(noExposure, sold, 'add'), best, stressPpm)).toBe(usdt('108.35'))
    expect(worstExposure(withPosition(noExposure, bought, 'add'), best, stressPpm)).toBe(usdt('67.65'))
    expect(worstExposure(withPosition(noExposure, sold, 'add'), null, stressPpm)).toBe(usdt('144.87'))
    const far = { bid: price('10000'), ask: price('100000') }
    for (const one of [sold, bought])
      expect(worstExposure(withPosition(noExposure, one, 'add'), far, stressPpm)).toBe(0n)
  })

  it('a reserve that would be used up does not cover', () => {
    expect(isCovered(usdt('1000'), [usdt('144.87'), usdt('855.13')])).toBe(false)
    expect(isCovered(usdt('1000'), [usdt('144.87'), usdt('855.12999999')])).toBe(true)
  })
})
