import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, usdt } from '../money/units.ts'
import { applyPosition, isReserveSufficient, worstCaseExposure, zeroExposure } from './exposure.ts'
import { closingPrice, type Position, type PositionSide, stressMovePpm, unrealizedPnl } from './rules.ts'

const anyPosition = fc
  .record({
    side: fc.constantFrom<PositionSide>('long', 'short'),
    quantity: fc.bigInt(1n, 10n ** 12n).map((units) => units as Quantity),
    openPrice: fc.bigInt(1n, 10n ** 14n).map((units) => units as Price),
  })
  .map((position): Position => position)
const anyPositions = fc.array(anyPosition, { maxLength: 8 })
const all = (positions: readonly Position[]) =>
  positions.reduce((sum, position) => applyPosition(sum, position, 'add'), zeroExposure)

describe('exposure', () => {
  it('is zero after adding and removing the same positions', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const remaining = positions.reduce(
          (sum, position) => applyPosition(sum, position, 'remove'),
          all(positions),
        )
        expect(remaining).toEqual(zeroExposure)
      }),
    )
  })

  it('covers the amount owed to either side after the move', () => {
    fc.assert(
      fc.property(anyPositions, fc.bigInt(10n, 10n ** 14n), (positions, at) => {
        const worst = worstCaseExposure(all(positions), { bid: at as Price, ask: at as Price }, stressMovePpm)
        for (const movedPrice of [(at * 12n) / 10n, (at * 8n + 9n) / 10n]) {
          for (const side of ['long', 'short'] as const) {
            const winners = positions.filter((position) => position.side === side)
            const price = closingPrice(side, { bid: movedPrice as Price, ask: movedPrice as Price })
            const owed = winners.reduce((sum, position) => sum + unrealizedPnl(position, price), 0n)
            expect(worst >= owed).toBe(true)
          }
        }
      }),
    )
  })

  it('is a fifth of the notional of a new position', () => {
    const bought = { side: 'long', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const best = { bid: price('65850'), ask: price('65850') }
    expect(worstCaseExposure(applyPosition(zeroExposure, bought, 'add'), best, stressMovePpm)).toBe(
      usdt('144.87'),
    )
    expect(worstCaseExposure(applyPosition(zeroExposure, bought, 'add'), null, stressMovePpm)).toBe(
      usdt('144.87'),
    )
  })

  it('values a short position at the ask and a long position at the bid', () => {
    const sold = { side: 'short', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const bought = { ...sold, side: 'long' } as const
    const best = { bid: price('60000'), ask: price('70000') }
    // 0.011 × (65850 − 80 % of 70000), and 0.011 × (120 % of 60000 − 65850).
    expect(worstCaseExposure(applyPosition(zeroExposure, sold, 'add'), best, stressMovePpm)).toBe(
      usdt('108.35'),
    )
    expect(worstCaseExposure(applyPosition(zeroExposure, bought, 'add'), best, stressMovePpm)).toBe(
      usdt('67.65'),
    )
    expect(worstCaseExposure(applyPosition(zeroExposure, sold, 'add'), null, stressMovePpm)).toBe(
      usdt('144.87'),
    )
    const far = { bid: price('10000'), ask: price('100000') }
    for (const position of [sold, bought])
      expect(worstCaseExposure(applyPosition(zeroExposure, position, 'add'), far, stressMovePpm)).toBe(0n)
  })

  it('a reserve that would be used up does not cover', () => {
    expect(
      isReserveSufficient({ reserve: usdt('1000'), debt: usdt('0') }, [usdt('144.87'), usdt('855.13')]),
    ).toBe(false)
    expect(
      isReserveSufficient({ reserve: usdt('1000'), debt: usdt('0') }, [usdt('144.87'), usdt('855.12999999')]),
    ).toBe(true)
    expect(isReserveSufficient({ reserve: usdt('1000'), debt: usdt('0.00000001') }, [])).toBe(false)
  })
})
