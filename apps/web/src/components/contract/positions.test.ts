import { validatePartialLots } from '@glasshouse/core/contracts/checks'
import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { margin, tradingFee } from '@glasshouse/core/contracts/rules'
import { type Price, price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountShown,
  accountView,
  bestOf,
  gaugePercent,
  liveBestPrices,
  totalUnrealizedPnl,
} from './account.ts'
import { openPosition } from './contractOrder.fixture.ts'
import {
  closableLots,
  closeAllView,
  closeView,
  closeWalletsView,
  holdShown,
  pendingView,
  positionView,
  toOpenPosition,
} from './positions.ts'

const lot = quantity('0.001')
const best = { bid: price('66128.74'), ask: price('66128.75') }
const order = openPosition

describe('positionView', () => {
  it('values a long position at the bid', () => {
    expect(positionView(order, lot, best)).toEqual({
      quantity: quantity('0.6'),
      now: price('66128.74'),
      profit: usdt('255.984'),
      percent: 1298n,
      liquidationPrice: price('63594.38'),
      away: 383n,
    })
  })

  it('values a short position at the ask', () => {
    const view = positionView({ ...order, side: 'short' }, lot, best)
    expect(view.now).toBe(price('66128.75'))
    expect(view.profit).toBe(usdt('-255.99'))
    expect(view.percent).toBe(-1298n)
  })

  it('uses the figures of the server without an order book', () => {
    const view = positionView(order, lot, null)
    expect([view.now, view.profit]).toEqual([price('65800'), usdt('58.74')])
  })

  it('has no liquidation price if no price liquidates the account', () => {
    const view = positionView({ ...order, liquidationPrice: null }, lot, best)
    expect([view.liquidationPrice, view.away]).toEqual([null, null])
  })
})

describe('closeView', () => {
  const wallet = { free: usdt('100'), bonus: usdt('0'), margin: usdt('1971.063') }

  it('returns margin and profit minus the closing fee', () => {
    const view = closeView(toOpenPosition(order, lot), 600, lot, best, wallet)
    expect(view).toMatchObject({ fee: usdt('19.838622'), feeFromBonus: 0n, insured: 0n })
    expect(view.back).toBe(usdt('2207.208378'))
    // Displayed: 1,971.063 + 255.984 − 19.8387.
    expect(view.shown).toEqual({
      parts: [usdt('1971.063'), usdt('255.984'), usdt('-19.8387')],
      back: usdt('2207.2083'),
    })
  })

  it('does not deduct the part of the fee that bonus credit pays', () => {
    const whole = closeView(toOpenPosition(order, lot), 600, lot, best, { ...wallet, bonus: usdt('20') })
    expect([whole.fee, whole.feeFromBonus, whole.back]).toEqual([
      usdt('19.838622'),
      usdt('19.838622'),
      usdt('2227.047'),
    ])
    expect(whole.shown.parts).toEqual([usdt('1971.063'), usdt('255.984')])
    const part = closeView(toOpenPosition(order, lot), 600, lot, best, { ...wallet, bonus: usdt('10') })
    expect([part.feeFromBonus, part.back]).toEqual([usdt('10'), usdt('2217.208378')])
  })

  it('loses at most the wallet and returns the part paid by the insurance fund', () => {
    const fallen = { bid: price('60000'), ask: price('60000.01') }
    const view = closeView(toOpenPosition(order, lot), 600, lot, fallen, wallet)
    // The loss of 3,421.26 and the fee of 18 exceed the wallet's 2,071.063.
    expect([view.profit, view.insured, view.back]).toEqual([usdt('-3421.26'), usdt('1368.197'), usdt('-100')])
  })

  it('displays parts that add up to the displayed total for any number of lots', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.bigInt(1n, 10n ** 14n),
        fc.bigInt(0n, 10n ** 10n),
        fc.bigInt(0n, 10n ** 12n),
        (lots, at, bonus, free) => {
          const now = { bid: at as Price, ask: at as Price }
          const position = toOpenPosition(order, lot)
          const paying = { ...wallet, free: free as Usdt, bonus: bonus as Usdt }
          const { shown, back } = closeView(position, lots, lot, now, paying)
          expect(shown.parts.reduce((sum, part) => sum + part, 0n)).toBe(shown.back)
          // Each part is cut by less than 0.0001, and never in the customer's favour.
          expect(shown.back <= back && back - shown.back < 4n * 10_000n).toBe(true)
        },
      ),
    )
  })

  it('gives the same total when closed in two parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 599 }), (lots) => {
        const position = toOpenPosition(order, lot)
        const whole = closeView(position, 600, lot, best, wallet)
        const part = closeView(position, lots, lot, best, wallet)
        const rest = closeView(position, 600 - lots, lot, best, wallet)
        expect(part.profit + rest.profit <= whole.profit).toBe(true)
        expect(whole.profit - part.profit - rest.profit <= 1n).toBe(true)
        expect(part.margin <= whole.margin).toBe(true)
      }),
    )
  })
})

describe('closeAllView', () => {
  const terms = quantity('0.001')
  const best = { bid: price('65802.1'), ask: price('65802.11') }
  const position = (id: number, lots: number, margin: string) => ({
    order: { ...openPosition, id, lots, margin: usdt(margin) },
    lot: terms,
    best,
  })

  it('closes each position in the wallet that the one before left', () => {
    const wallet = { free: usdt('10'), bonus: usdt('20'), margin: usdt('300') }
    const both = closeAllView([position(1, 600, '200'), position(2, 300, '100')], wallet)
    const [first, second] = both.closes.map(({ view }) => view)
    // The first fee is 19.74063, so 0.25937 of the bonus is left for the second.
    expect([first?.feeFromBonus, second?.feeFromBonus]).toEqual([usdt('19.74063'), usdt('0.25937')])
    expect(both).toMatchObject({ profit: usdt('90'), fee: usdt('29.6111') })
    expect(both.back).toBe(((first?.shown.back ?? 0n) + (second?.shown.back ?? 0n)) as Usdt)
  })

  it('is empty without positions', () => {
    const wallet = { free: usdt('10'), bonus: usdt('0'), margin: usdt('0') }
    expect(closeAllView([], wallet)).toEqual({ closes: [], profit: 0n, fee: 0n, back: 0n })
  })
})

describe('closeWalletsView', () => {
  it('lets every wallet pay from what the ones before left of the bonus', () => {
    const positions = [
      {
        order: { ...openPosition, margin: usdt('200') },
        lot: quantity('0.001'),
        best: { bid: price('65802.1'), ask: price('65802.11') },
      },
    ]
    const wallet = { free: usdt('10'), bonus: usdt('20'), margin: usdt('200') }
    const { closes, fee, back } = closeWalletsView([
      { positions, wallet },
      { positions, wallet },
    ])
    // Each fee is 19.74063, so the second wallet finds 0.25937 of the bonus.
    expect(closes.map(({ view }) => view.feeFromBonus)).toEqual([usdt('19.74063'), usdt('0.25937')])
    expect([fee, back]).toEqual([usdt('39.4814'), usdt('500.5187')])
  })
})

describe('closableLots', () => {
  it('returns a part that the product lets close, and all at 100 %', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(25, 50, 75, 100),
        (minLots, stepLots, steps, percent) => {
          const openLots = steps * stepLots
          fc.pre(openLots >= minLots)
          const part = closableLots(openLots, percent, { minLots, stepLots })
          if (percent === 100) expect(part).toBe(openLots)
          if (part > 0) expect(validatePartialLots(part, openLots, { minLots, stepLots })).toBeNull()
        },
      ),
    )
    expect(closableLots(11, 50, { minLots: 1, stepLots: 1 })).toBe(5)
    // 75 % of 8 would leave 2, below the smallest size of 4.
    expect(closableLots(8, 75, { minLots: 4, stepLots: 1 })).toBe(4)
    expect(closableLots(1, 25, { minLots: 1, stepLots: 1 })).toBe(0)
  })
})

describe('accountView', () => {
  const account = {
    balance: usdt('2316.308'),
    margin: usdt('2102.367'),
    hold: usdt('65.727'),
    profit: usdt('1'),
  }

  it('follows the unrealized PnL of all open orders', () => {
    const markets = new Map([[1, { lot, best }]])
    const view = accountView(account, [order], markets)
    expect(view.profit).toBe(usdt('255.984'))
    expect(view.available).toBe(usdt('148.214'))
    expect(view.marginLevel).toBe(12235n)
  })

  it('keeps the PnL of the server while not all orders are loaded', () => {
    expect(accountView(account, null, new Map()).profit).toBe(usdt('1'))
  })

  it('uses the PnL of the server for an order on an unknown market', () => {
    expect(totalUnrealizedPnl([order, { ...order, pid: 9 }], new Map([[1, { lot, best }]]))).toBe(
      usdt('314.724'),
    )
  })
})

describe('best prices', () => {
  const book = { asks: [['66128.75', '1']] as const, bids: [['66128.74', '1']] as const, time: 1 }

  it('need both sides of the book', () => {
    expect(bestOf(book)).toEqual(best)
    expect(bestOf({ ...book, asks: [] })).toBeNull()
    expect(bestOf(undefined)).toBeNull()
  })

  it('apply to an order only while the stream is live', () => {
    expect(liveBestPrices({ state: 'live', value: book, heardAt: 1 })).toEqual(best)
    for (const state of ['loading', 'stale', 'down'] as const)
      expect(liveBestPrices({ state, value: book, heardAt: 1 })).toBeNull()
  })
})

it('converts a margin level to a gauge position of at most 10,000', () => {
  expect(gaugePercent(12_232n)).toBe(122.32)
  expect(gaugePercent(10n ** 30n)).toBe(10_000)
  expect(gaugePercent(null)).toBeNull()
})

it('computes the margin and fee charged by the server', () => {
  const position = toOpenPosition(order, lot)
  expect(position.margin).toBe(margin(position.quantity, position.openPrice, position.leverage))
  expect(position.openFee).toBe(tradingFee(position.quantity, position.openPrice, 500))
})

describe('pendingView', () => {
  const pending: ContractOrder = {
    ...order,
    leverage: 10,
    lots: 10,
    openPrice: price('65400'),
    margin: usdt('65.4'),
    fees: usdt('0'),
    liquidationPrice: null,
    openedMs: null,
    state: 'resting',
  }

  it('holds margin and fee and measures the distance on the side that fills it', () => {
    expect(pendingView(pending, lot, best)).toEqual({
      quantity: quantity('0.01'),
      now: price('66128.75'),
      away: 110n,
      margin: usdt('65.4'),
      fee: usdt('0.327'),
      held: usdt('65.727'),
      shown: { parts: [usdt('65.4'), usdt('0.327')], held: usdt('65.727') },
    })
    expect(pendingView({ ...pending, side: 'short', openPrice: price('67000') }, lot, best)).toMatchObject({
      now: price('66128.74'),
      away: 131n,
    })
  })

  it('displays a hold as the sum of the displayed parts', () => {
    // Regression: 131.65264 + 0.658263 was displayed as 131.6527 + 0.6583 = 132.3110 or 132.3108.
    const displayed = holdShown(usdt('131.65264'), usdt('0.65825263'))
    expect(displayed).toEqual({ parts: [usdt('131.6526'), usdt('0.6583')], held: usdt('132.3109') })
  })

  it('has distance 0 once reached and none without an order book', () => {
    expect(pendingView({ ...pending, openPrice: price('66200') }, lot, best).away).toBe(0n)
    expect(pendingView(pending, lot, null)).toMatchObject({ now: null, away: null, held: usdt('65.727') })
  })
})

describe('accountShown', () => {
  const openOrder: ContractOrder = { ...order, margin: usdt('194.01115'), pnl: usdt('0.00005') }
  const two: ContractOrder = { ...order, id: 2, pid: 2, margin: usdt('63.90905'), pnl: usdt('-1.00005') }
  const limitOrder: ContractOrder = {
    ...order,
    id: 3,
    state: 'resting',
    lots: 10,
    openPrice: price('65400.01'),
    margin: usdt('65.40001'),
  }
  const exact = { margin: usdt('257.9202'), hold: usdt('65.72700255'), profit: usdt('-1') }
  const markets = new Map([[1, { lot, best: null }]])

  it('sums the displayed figures of the orders', () => {
    expect(accountShown(exact, { open: [openOrder, two], pending: [limitOrder] }, markets)).toEqual({
      margin: usdt('194.0111') + usdt('63.909'),
      hold: usdt('65.4') + usdt('0.3271'),
      profit: usdt('0') - usdt('1.0001'),
    })
  })

  it("uses the account's own figures while orders or the market of one are missing", () => {
    expect(accountShown(exact, { open: null, pending: null }, markets)).toEqual({
      margin: usdt('257.9202'),
      hold: usdt('65.727'),
      profit: usdt('-1'),
    })
    expect(accountShown(exact, { open: [], pending: [{ ...limitOrder, pid: 9 }] }, markets).hold).toBe(
      usdt('65.727'),
    )
  })
})
