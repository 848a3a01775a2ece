import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '../money/units.ts'
import { validateLots } from './checks.ts'
import { allowedLots, lotsOfQuantity, marginShareOf, pnlOfMarginShare, stopPriceAt } from './orderUnits.ts'
import { margin, notional, quantityOf, unrealizedPnl } from './rules.ts'
import { maxLotsOfNotional } from './size.ts'

const lotSteps = fc.record({
  lot: fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => units as Quantity),
  minLots: fc.integer({ min: 1, max: 50 }),
  stepLots: fc.integer({ min: 1, max: 50 }),
})
const prices = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => units as Price)
const counts = fc.integer({ min: 1, max: 1_000_000 })

describe('a size in another unit', () => {
  it('becomes the largest allowed number of lots that it covers', () => {
    fc.assert(
      fc.property(lotSteps, fc.nat(1_000_000), (terms, lots) => {
        const allowed = allowedLots(BigInt(lots), terms)
        if (allowed > 0) expect(validateLots(allowed, terms)).toBeNull()
        expect(allowed).toBeLessThanOrEqual(lots)
        for (let more = allowed + 1; more <= lots; more += 1)
          if (more > allowed + 200 || validateLots(more, terms) === null)
            return expect(more).toBeGreaterThan(allowed + 200)
      }),
    )
  })

  it('returns the same lots for the coins and the value of those lots', () => {
    fc.assert(
      fc.property(lotSteps, prices, counts, (terms, at, steps) => {
        const lots = allowedLots(BigInt(steps * terms.stepLots), terms)
        fc.pre(lots > 0)
        const coins = quantityOf(lots, terms.lot)
        expect(lotsOfQuantity(coins, terms)).toBe(lots)
        expect(maxLotsOfNotional(notional(coins, at), at, terms)).toBeGreaterThanOrEqual(lots)
      }),
    )
  })

  it('never covers more coins or more value than was written', () => {
    fc.assert(
      fc.property(lotSteps, prices, fc.bigInt({ min: 0n, max: 10n ** 16n }), (terms, at, units) => {
        const ofCoins = lotsOfQuantity(units as Quantity, terms)
        expect(quantityOf(ofCoins, terms.lot) <= units).toBe(true)
        const ofValue = maxLotsOfNotional(units as Usdt, at, terms)
        if (ofValue <= 1_000_000_000) expect(notional(quantityOf(ofValue, terms.lot), at) <= units).toBe(true)
      }),
    )
  })

  it('has no lots below the smallest order', () => {
    const terms = { lot: quantity('0.001'), minLots: 5, stepLots: 5 }
    expect(lotsOfQuantity(quantity('0.00499999'), terms)).toBe(0)
    expect(lotsOfQuantity(quantity('0.00999999'), terms)).toBe(5)
    expect(allowedLots(11n, { minLots: 2, stepLots: 4 })).toBe(8)
    expect(allowedLots(3n, { minLots: 2, stepLots: 4 })).toBe(0)
  })
})

const sides = fc.constantFrom('long' as const, 'short' as const)
const kinds = fc.constantFrom('profit' as const, 'loss' as const)
const steps = fc.integer({ min: 1, max: 9 }).map((digits) => (10n ** BigInt(9 - digits)) as Price)
const positions = fc
  .record({
    side: sides,
    quantity: fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Quantity),
    ticks: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    step: steps,
  })
  .map(({ ticks, step, ...rest }) => ({ position: { ...rest, openPrice: (ticks * step) as Price }, step }))
const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((units) => units as Usdt)

describe('stopPriceAt', () => {
  it('gains at least the amount, or loses at most the amount, and one step nearer or farther does not', () => {
    fc.assert(
      fc.property(positions, amounts, kinds, ({ position, step }, amount, kind) => {
        const at = stopPriceAt(position, amount, kind, step)
        const away = (kind === 'profit') === (position.side === 'long') ? step : -step
        if (at === null) {
          // The lowest price that exists does not gain the amount.
          expect(kind === 'profit' && unrealizedPnl(position, step) < amount).toBe(true)
          return
        }
        expect(at % step).toBe(0n)
        const pnl = unrealizedPnl(position, at)
        if (kind === 'profit') {
          expect(pnl >= amount).toBe(true)
          expect(amount === 0n || unrealizedPnl(position, (at - away) as Price) < amount).toBe(true)
        } else {
          expect(-pnl <= amount).toBe(true)
          const farther = (at + away) as Price
          if (farther > 0n) expect(-unrealizedPnl(position, farther) > amount).toBe(true)
        }
      }),
    )
  })

  it('writes an amount and its share of the margin as the same price', () => {
    fc.assert(
      fc.property(
        positions,
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        kinds,
        fc.integer({ min: 1, max: 200 }),
        ({ position, step }, hundredths, kind, leverage) => {
          const held = margin(position.quantity, position.openPrice, leverage)
          const amount = pnlOfMarginShare(held, hundredths, kind)
          const at = stopPriceAt(position, amount, kind, step)
          fc.pre(at !== null)
          const share = marginShareOf(unrealizedPnl(position, at as Price), held) ?? 0n
          expect(kind === 'profit' ? share >= hundredths : -share <= hundredths).toBe(true)
        },
      ),
    )
  })

  it('computes the examples of the ticket', () => {
    const long = { side: 'long', quantity: quantity('0.011'), openPrice: price('65850') } as const
    const short = { ...long, side: 'short' } as const
    const step = price('0.01')
    expect(stopPriceAt(long, usdt('12.65'), 'profit', step)).toBe(price('67000'))
    expect(stopPriceAt(long, usdt('12.65'), 'loss', step)).toBe(price('64700'))
    expect(stopPriceAt(short, usdt('12.65'), 'profit', step)).toBe(price('64700'))
    expect(stopPriceAt(short, usdt('12.65'), 'loss', step)).toBe(price('67000'))
    // 1 USDT of 0.011 BTC is 90.909…: rounded to more profit and less loss.
    expect(stopPriceAt(long, usdt('1'), 'profit', step)).toBe(price('65940.91'))
    expect(stopPriceAt(long, usdt('1'), 'loss', step)).toBe(price('65759.1'))
    expect(stopPriceAt(short, usdt('800'), 'profit', step)).toBeNull()
    expect(stopPriceAt(long, usdt('800'), 'loss', step)).toBe(step)
    expect(marginShareOf(usdt('-1'), usdt('3'))).toBe(-3_333n)
    expect(marginShareOf(usdt('1'), 0n as Usdt)).toBeNull()
  })
})
