import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '../money/units.ts'
import {
  chargedFees,
  closingPrice,
  defaultTerms,
  feeFromWallet,
  fillPrice,
  margin,
  maxLots,
  maxLotsBeforeFee,
  notional,
  type OpenPosition,
  type PositionSide,
  quantityOf,
  sideFromWire,
  sideToWire,
  splitPosition,
  tradingFee,
  unrealizedPnl,
} from './rules.ts'

const lot = quantity('0.001')
const feeRatePpm = 500
const none = usdt('0')
const terms = { ...defaultTerms, feeRatePpm, lot, minLots: 1, stepLots: 1, leverages: [2, 5, 10, 20] }
const anyQuantity = fc.bigInt(1n, 10n ** 15n).map((units) => units as Quantity)
const anyPrice = fc.bigInt(1n, 10n ** 15n).map((units) => units as Price)
const anyRate = fc.integer({ min: 0, max: 2_000 })
const anyLeverage = fc.constantFrom(1, 2, 5, 10, 20, 100)
const anySide = fc.constantFrom<PositionSide>('long', 'short')

const openPosition = (lots: number, openPrice: Price, leverage: number, side: PositionSide): OpenPosition => {
  const coins = quantityOf(lots, lot)
  return {
    side,
    lots,
    leverage,
    openPrice,
    quantity: coins,
    margin: margin(coins, openPrice, leverage),
    openFee: tradingFee(coins, openPrice, feeRatePpm),
    feeRatePpm,
  }
}

describe('the reference position: 11 lots of 0.001 BTC at 65,850, leverage 10', () => {
  const coins = quantityOf(11, lot)
  it('requires a margin of 72.435 and a fee of 0.362175', () => {
    expect(coins).toBe(quantity('0.011'))
    expect(notional(coins, price('65850'))).toBe(usdt('724.35'))
    expect(margin(coins, price('65850'), 10)).toBe(usdt('72.435'))
    expect(tradingFee(coins, price('65850'), 500)).toBe(usdt('0.362175'))
    expect(tradingFee(coins, price('65850'), 375)).toBe(usdt('0.27163125'))
    expect(tradingFee(coins, price('65850'), 0)).toBe(usdt('0'))
  })

  it('allows 22 lots with 148.214 available', () => {
    const input = { available: usdt('148.214'), bonus: none, price: price('65850'), leverage: 10 }
    expect(maxLots(input, terms)).toBe(22)
    expect(maxLotsBeforeFee(input.available, input.price, 10, lot)).toBe(22)
  })

  it('has the reference PnL', () => {
    const bought = { side: 'long', quantity: quantity('0.6'), openPrice: price('65702.10') } as const
    expect(unrealizedPnl(bought, price('66128.74'))).toBe(usdt('255.984'))
    const sold = { side: 'short', quantity: quantity('0.2'), openPrice: price('2318.40') } as const
    expect(unrealizedPnl(sold, price('2327.16'))).toBe(usdt('-1.752'))
  })
})

describe('sides of the book', () => {
  const best = { bid: price('66128.74'), ask: price('66128.75') }
  it('opens at the worse side and closes at the opposite one', () => {
    expect(fillPrice('long', best)).toBe(best.ask)
    expect(closingPrice('long', best)).toBe(best.bid)
    expect(fillPrice('short', best)).toBe(best.bid)
    expect(closingPrice('short', best)).toBe(best.ask)
  })
  it('map to the wire numbers', () => {
    expect([sideToWire('long'), sideToWire('short')]).toEqual([1, 2])
    expect([sideFromWire(1), sideFromWire(2)]).toEqual(['long', 'short'])
  })
})

describe('rounding', () => {
  it('margin and fee are the smallest amounts not below the exact ones', () => {
    fc.assert(
      fc.property(anyQuantity, anyPrice, anyLeverage, anyRate, (coins, at, leverage, ratePpm) => {
        const exact = coins * at
        const scaledMargin = margin(coins, at, leverage) * 10n ** 9n * BigInt(leverage)
        expect(scaledMargin >= exact && scaledMargin - exact < 10n ** 9n * BigInt(leverage)).toBe(true)
        const charged = tradingFee(coins, at, ratePpm) * 10n ** 9n * 1_000_000n
        const owed = exact * BigInt(ratePpm)
        expect(charged >= owed && charged - owed < 10n ** 15n).toBe(true)
      }),
    )
  })

  it('a round trip never pays: the gain of one side never exceeds the loss of the other', () => {
    fc.assert(
      fc.property(anyQuantity, anyPrice, anyPrice, (coins, opened, closed) => {
        const bought = unrealizedPnl({ side: 'long', quantity: coins, openPrice: opened }, closed)
        const sold = unrealizedPnl({ side: 'short', quantity: coins, openPrice: opened }, closed)
        const sum = bought + sold
        expect(sum === 0n || sum === -1n).toBe(true)
      }),
    )
  })

  it('a bonus pays the fee first and never more than the fee', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (charged, bonus) => {
        const rest = feeFromWallet(charged as Usdt, bonus as Usdt)
        expect(rest).toBe(bonus >= charged ? 0n : charged - bonus)
      }),
    )
    expect(feeFromWallet(usdt('1'), none)).toBe(usdt('1'))
  })
})

describe('maximum lots', () => {
  const affordable = (lots: number, at: Price, leverage: number): bigint =>
    margin(quantityOf(lots, lot), at, leverage) + tradingFee(quantityOf(lots, lot), at, feeRatePpm)

  it('are the largest affordable number in steps of the product', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 14n),
        fc.bigInt(10n ** 9n, 10n ** 14n),
        anyLeverage,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (available, at, leverage, minLots, stepLots) => {
          const input = { available: available as Usdt, bonus: none, price: at as Price, leverage }
          const lots = maxLots(input, { ...terms, minLots, stepLots })
          const next = lots === 0 ? Math.ceil(minLots / stepLots) * stepLots : lots + stepLots
          if (lots > 0) {
            expect(lots >= minLots && lots % stepLots === 0).toBe(true)
            expect(affordable(lots, at as Price, leverage) <= available).toBe(true)
          }
          expect(affordable(next, at as Price, leverage) > available).toBe(true)
        },
      ),
    )
  })

  it('are 0 without funds or without a price', () => {
    expect(maxLots({ available: usdt('0'), bonus: none, price: price('65850'), leverage: 10 }, terms)).toBe(0)
    expect(maxLots({ available: usdt('6.6'), bonus: none, price: price('65850'), leverage: 10 }, terms)).toBe(
      0,
    )
    expect(maxLots({ available: usdt('6.6'), bonus: none, price: 0n as Price, leverage: 10 }, terms)).toBe(0)
  })

  it('are 0 for a negative balance and clamped to the safe integers', () => {
    expect(maxLotsBeforeFee(-usdt('6.6') as Usdt, price('65850'), 10, lot)).toBe(0)
    expect(maxLotsBeforeFee((10n ** 40n) as Usdt, price('65850'), 10, lot)).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('include the bonus that pays the fee', () => {
    const input = { available: usdt('6.585'), bonus: none, price: price('65850'), leverage: 10 }
    expect(maxLots(input, terms)).toBe(0)
    expect(maxLots({ ...input, bonus: usdt('0.032925') }, terms)).toBe(1)
  })
})

it('charges the wallet the part of the fee that bonus credit does not cover', () => {
  expect(feeFromWallet(usdt('1'), usdt('0.4'))).toBe(usdt('0.6'))
  expect(feeFromWallet(usdt('1'), usdt('1'))).toBe(0n)
  expect(feeFromWallet(usdt('1'), usdt('2'))).toBe(0n)
  expect(feeFromWallet(usdt('1'), usdt('0'))).toBe(usdt('1'))
  expect(feeFromWallet(usdt('1'), -usdt('1') as Usdt)).toBe(usdt('1'))
})

describe('a partial close', () => {
  it('loses no unit, and the remainder keeps its required margin', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.bigInt(1n, 10n ** 14n),
        anyLeverage,
        anySide,
        (lots, part, at, leverage, side) => {
          fc.pre(part < lots)
          const original = openPosition(lots, at as Price, leverage, side)
          const { closed, rest } = splitPosition(original, part, lot)
          expect(closed.lots + rest.lots).toBe(lots)
          expect(closed.quantity + rest.quantity).toBe(original.quantity)
          expect(closed.margin + rest.margin).toBe(original.margin)
          expect(closed.openFee + rest.openFee).toBe(original.openFee)
          expect(rest.margin).toBe(margin(rest.quantity, at as Price, leverage))
          expect(closed.margin >= 0n && closed.openFee >= 0n).toBe(true)
        },
      ),
    )
  })

  it('gives the closed part its share of the opening fee, rounded down', () => {
    const { closed, rest } = splitPosition(openPosition(11, price('65850'), 10, 'long'), 4, lot)
    expect(closed.openFee).toBe(usdt('0.1317'))
    expect(rest.openFee).toBe(usdt('0.230475'))
    expect(rest.margin).toBe(usdt('46.095'))
  })

  it('never requires more margin for the remainder than is held', () => {
    const original = { ...openPosition(11, price('65850'), 10, 'long'), margin: usdt('10') }
    const { closed, rest } = splitPosition(original, 1, lot)
    expect([closed.margin, rest.margin]).toEqual([0n, usdt('10')])
  })

  it('rejects zero lots and all lots', () => {
    const original = openPosition(11, price('65850'), 10, 'long')
    expect(() => splitPosition(original, 0, lot)).toThrow(RangeError)
    expect(() => splitPosition(original, -1, lot)).toThrow('at least one lot and not all')
    expect(() => splitPosition(original, 11, lot)).toThrow(RangeError)
  })
})

it('charges the fee of opening alone until a position is closed, and both from then on', () => {
  expect(chargedFees(usdt('0.3'), null)).toBe(usdt('0.3'))
  expect(chargedFees(usdt('0.3'), usdt('0.4'))).toBe(usdt('0.7'))
})
