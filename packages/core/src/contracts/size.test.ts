import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, quantity, type Usdt, usdt } from '../money/units.ts'
import { applyPosition, zeroExposure } from './exposure.ts'
import { notional, quantityOf } from './rules.ts'
import {
  bookDepth,
  limitsWithinDepth,
  maxLotsOfNotional,
  maxOrderNotional,
  medianOf,
  openInterestOf,
} from './size.ts'

const amount = fc.bigInt(0n, 1000n).map((units) => units as Usdt)
const limits = fc.record({ order: amount, position: amount, interest: amount })

describe('the caps of a market', () => {
  it('allow the largest order that passes all three, and not a unit more', () => {
    fc.assert(
      fc.property(limits, amount, amount, (caps, own, side) => {
        const most = maxOrderNotional(caps, { own, side })
        const passes = (size: bigint) =>
          size <= caps.order && own + size <= caps.position && side + size <= caps.interest
        expect(most >= 0n).toBe(true)
        if (most > 0n) expect(passes(most)).toBe(true)
        expect(passes(most + 1n)).toBe(false)
      }),
    )
  })

  it('let as many lots pass as their notional allows, and not a step more', () => {
    const terms = fc.record({
      lot: fc.constantFrom(quantity('0.001'), quantity('1'), quantity('0.00000001')),
      minLots: fc.integer({ min: 1, max: 20 }),
      stepLots: fc.constantFrom(1, 5, 7),
    })
    const at = fc.bigInt(1n, price('100000')).map((units) => units as Price)
    const most = fc.bigInt(0n, usdt('5000000')).map((units) => units as Usdt)
    fc.assert(
      fc.property(most, at, terms, (cap, one, allowed) => {
        const lots = maxLotsOfNotional(cap, one, allowed)
        fc.pre(lots < 1_000_000_000)
        const isBelow = (count: number) => notional(quantityOf(count, allowed.lot), one) <= cap
        const next =
          lots === 0
            ? Math.ceil(allowed.minLots / allowed.stepLots) * allowed.stepLots
            : lots + allowed.stepLots
        expect(
          lots === 0 || (isBelow(lots) && lots >= allowed.minLots && lots % allowed.stepLots === 0),
        ).toBe(true)
        expect(isBelow(next)).toBe(false)
      }),
    )
  })

  it('are never above a tenth of the depth, and never looser than without it', () => {
    fc.assert(
      fc.property(limits, amount, (caps, depth) => {
        const bound = limitsWithinDepth(caps, depth)
        for (const name of ['order', 'position', 'interest'] as const) {
          expect(bound[name] <= caps[name] && bound[name] * 10n <= depth).toBe(true)
          if (caps[name] * 10n <= depth) expect(bound[name]).toBe(caps[name])
        }
      }),
    )
  })

  it('count what is open on the side alone, at opening prices', () => {
    const eleven = { side: 'long', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const exposure = applyPosition(zeroExposure, eleven, 'add')
    expect(openInterestOf(exposure, 'long')).toBe(usdt('724.35'))
    expect(openInterestOf(exposure, 'short')).toBe(0n)
  })
})

describe('the depth of a book', () => {
  const level = (at: string, coins: string) => [price(at), quantity(coins)] as const
  it('is that of the thinner side within 0.5 % of the middle', () => {
    const bids = [level('99.9', '10'), level('99.5', '10'), level('99.49', '1000')]
    expect(bookDepth(bids, [level('100.1', '30')])).toBe(usdt('1994'))
    expect(bookDepth(bids, [level('100.1', '3'), level('100.6', '900')])).toBe(usdt('300.3'))
    expect(bookDepth([], [level('100.1', '3')])).toBe(0n)
  })
  it('over an hour is the median', () => {
    expect(medianOf([])).toBeNull()
    expect(medianOf([usdt('3'), usdt('1'), usdt('2')])).toBe(usdt('2'))
    expect(medianOf([usdt('4'), usdt('3'), usdt('1'), usdt('2')])).toBe(usdt('2'))
  })
})
