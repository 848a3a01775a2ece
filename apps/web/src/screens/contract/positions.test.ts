import { fee, margin } from '@glasshouse/core/contracts/rules'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountView, bestOf, freshBest, gaugePlace, profitOfAll } from './account.ts'
import { closeView, heldPosition, pendingView, positionView } from './positions.ts'

const lot = quantity('0.001')
const best = { bid: price('66128.74'), ask: price('66128.75') }
const order: ContractOrderRow = {
  id: 1,
  parentid: null,
  pid: 1,
  procode: 'BTCUSDT',
  ptitle: 'BTC',
  type: 1,
  multiple: 20,
  number: 600,
  openPrice: '65702.1',
  targetProfitPrice: '0',
  stopLossPrice: '0',
  newPrice: '65800',
  closePrice: '0',
  cautionMoney: '1971.063',
  factProfits: '58.74',
  tradeFee: '19.71063',
  feeRate: '0.0005',
  liquidationPrice: '63594.38',
  closeReason: null,
  transactionTime: 1,
  createtime: 1,
  completeTime: null,
  handleTime: null,
  aioperate: 0,
  status: 1,
}

describe('positionView', () => {
  it('values a bought position at the bid', () => {
    expect(positionView(order, lot, best)).toEqual({
      quantity: quantity('0.6'),
      now: price('66128.74'),
      profit: usdt('255.984'),
      percent: 1298n,
      closeOut: price('63594.38'),
      away: 383n,
    })
  })

  it('values a sold position at the ask', () => {
    const view = positionView({ ...order, type: 2 }, lot, best)
    expect(view.now).toBe(price('66128.75'))
    expect(view.profit).toBe(usdt('-255.99'))
    expect(view.percent).toBe(-1298n)
  })

  it('repeats the server’s figures where there is no book', () => {
    const view = positionView(order, lot, null)
    expect([view.now, view.profit]).toEqual([price('65800'), usdt('58.74')])
  })

  it('says none where no price closes it out', () => {
    const view = positionView({ ...order, liquidationPrice: null }, lot, best)
    expect([view.closeOut, view.away]).toEqual([null, null])
  })
})

describe('closeView', () => {
  it('gives back margin and profit less the closing fee', () => {
    const view = closeView(heldPosition(order, lot), 600, lot, best)
    expect(view.fee).toBe(usdt('19.838622'))
    expect(view.back).toBe(usdt('2207.208378'))
  })

  it('adds up to the whole when closed in two parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 599 }), (lots) => {
        const held = heldPosition(order, lot)
        const whole = closeView(held, 600, lot, best)
        const part = closeView(held, lots, lot, best)
        const rest = closeView(held, 600 - lots, lot, best)
        expect(part.profit + rest.profit <= whole.profit).toBe(true)
        expect(whole.profit - part.profit - rest.profit <= 1n).toBe(true)
        expect(part.margin <= whole.margin).toBe(true)
      }),
    )
  })
})

describe('accountView', () => {
  const answer = { balance: '2316.308', margin: '2102.367', hold: '65.727', profit: '1' }

  it('moves with the floating profit of all open orders', () => {
    const markets = new Map([[1, { lot, best }]])
    const view = accountView(answer, [order], markets)
    expect(view.profit).toBe(usdt('255.984'))
    expect(view.available).toBe(usdt('148.214'))
    expect(view.riskRate).toBe(12235n)
  })

  it('keeps the server’s profit while not all orders are at hand', () => {
    expect(accountView(answer, null, new Map()).profit).toBe(usdt('1'))
  })

  it('takes the server’s word for an order on a market it does not know', () => {
    expect(profitOfAll([order, { ...order, pid: 9 }], new Map([[1, { lot, best }]]))).toBe(usdt('314.724'))
  })
})

describe('best prices', () => {
  const book = { asks: [['66128.75', '1']] as const, bids: [['66128.74', '1']] as const, time: 1 }

  it('need both sides', () => {
    expect(bestOf(book)).toEqual(best)
    expect(bestOf({ ...book, asks: [] })).toBeNull()
    expect(bestOf(undefined)).toBeNull()
  })

  it('count for an order only while the stream is live', () => {
    expect(freshBest({ state: 'live', value: book, heardAt: 1 })).toEqual(best)
    for (const state of ['loading', 'stale', 'down'] as const)
      expect(freshBest({ state, value: book, heardAt: 1 })).toBeNull()
  })
})

it('puts the gauge’s hand where the rate is, without end of scale', () => {
  expect(gaugePlace(12_232n)).toBe(122.32)
  expect(gaugePlace(10n ** 30n)).toBe(10_000)
  expect(gaugePlace(null)).toBeNull()
})

it('reads what the server charged', () => {
  const held = heldPosition(order, lot)
  expect(held.margin).toBe(margin(held.quantity, held.openPrice, held.leverage))
  expect(held.openFee).toBe(fee(held.quantity, held.openPrice, 500))
})

describe('pendingView', () => {
  const pending: ContractOrderRow = {
    ...order,
    multiple: 10,
    number: 10,
    openPrice: '65400',
    cautionMoney: '65.4',
    tradeFee: '0',
    liquidationPrice: null,
    transactionTime: null,
    status: 0,
  }

  it('holds margin and fee, and measures the way to the side that would fill it', () => {
    expect(pendingView(pending, lot, best)).toEqual({
      quantity: quantity('0.01'),
      now: price('66128.75'),
      away: 110n,
      margin: usdt('65.4'),
      fee: usdt('0.327'),
      held: usdt('65.727'),
    })
    expect(pendingView({ ...pending, type: 2, openPrice: '67000' }, lot, best)).toMatchObject({
      now: price('66128.74'),
      away: 131n,
    })
  })

  it('is no distance away once reached, and knows none without a book', () => {
    expect(pendingView({ ...pending, openPrice: '66200' }, lot, best).away).toBe(0n)
    expect(pendingView(pending, lot, null)).toMatchObject({ now: null, away: null, held: usdt('65.727') })
  })
})
