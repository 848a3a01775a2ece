import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import {
  type AmendInput,
  amendment,
  amendView,
  isUnchanged,
  originalDraft,
  releasedAccount,
} from './amend.ts'
import { openPosition } from './contractOrder.fixture.ts'
import { pendingView } from './positions.ts'
import type { TradingAccount } from './ticket/ticket.ts'

const zero = 0n as Usdt
const order: ContractOrder = {
  ...openPosition,
  state: 'resting',
  leverage: 10,
  lots: 20,
  openPrice: price('64000'),
  takeProfit: price('66000'),
  margin: usdt('128'),
  fees: zero,
  pnl: zero,
  liquidationPrice: null,
  openedMs: null,
}
const market = {
  pid: 1,
  symbol: 'BTCUSDT',
  scale: 2,
  lot: quantity('0.001'),
  feeRatePpm: 500,
  minLots: 1,
  stepLots: 1,
} as Market
/** 128.64 is on hold for the order; 20 more are available. */
const account: TradingAccount = {
  account: {
    balance: usdt('148.64'),
    margin: zero,
    hold: usdt('128.64'),
    profit: zero,
    available: usdt('20'),
    marginLevel: null,
  },
  bonus: zero,
  here: [],
  elsewhere: [],
  otherProfit: zero,
}
const { held } = pendingView(order, 1_000_000n as Parameters<typeof pendingView>[1], null)
const input = (priceText: string, change: Partial<AmendInput> = {}): AmendInput => ({
  order,
  market,
  draft: { ...originalDraft(order), priceText },
  best: { bid: price('64999.99'), ask: price('65000') },
  holder: releasedAccount(account, held),
  maxNotional: null,
  ...change,
})

describe('moveView', () => {
  it('can spend the released hold and no more than the available balance', () => {
    const view = amendView(input('64500'))
    expect(view.problem).toBeNull()
    expect(view.costs).toMatchObject({ margin: usdt('129'), fee: usdt('0.645'), needed: usdt('129.645') })
    expect(amendView(input('64500', { holder: account })).problem).toEqual({
      kind: 'balanceLow',
      needed: usdt('129.645'),
    })
  })

  it('ends at the largest notional to which the order may be amended', () => {
    expect(amendView(input('64500', { maxNotional: usdt('1290') })).problem).toBeNull()
    const max = usdt('1289.99999999')
    expect(amendView(input('64500', { maxNotional: max })).problem).toEqual({ kind: 'tooLarge', max })
  })

  it('marks an order as filling at once if the market has reached its price', () => {
    expect(amendView(input('64500')).rests).toBe(true)
    expect(amendView(input('65000')).rests).toBe(false)
  })

  it('validates TP and SL against the new price', () => {
    const sold = { ...order, side: 'short' as const, takeProfit: null, stopLoss: price('66000') }
    expect(amendView(input('65500', { order: sold, draft: originalDraft(sold) })).stops.fine).toBe(true)
    const beyond = { ...originalDraft(sold), priceText: '66500' }
    expect(amendView(input('', { order: sold, draft: beyond })).problem).toEqual({ kind: 'stops' })
  })

  it('rejects invalid prices', () => {
    for (const text of ['', '0', '64000.001', '64,000'])
      expect(amendView(input(text)).problem).toEqual({ kind: 'wrongPrice' })
  })
})

describe('isSame', () => {
  it('treats a draft as unchanged only if price and TP/SL are equal', () => {
    expect(isUnchanged(order, amendView(input('64000.00')))).toBe(true)
    expect(isUnchanged(order, amendView(input('64000.01')))).toBe(false)
    const fewer = { ...originalDraft(order), lotsText: '19' }
    expect(isUnchanged(order, amendView(input('', { draft: fewer })))).toBe(false)
    const without = { ...originalDraft(order), profitText: '' }
    expect(isUnchanged(order, amendView(input('', { draft: without })))).toBe(false)
  })
})

describe('amendment', () => {
  it('has the price and the current TP/SL; an empty one is cleared', () => {
    expect(amendment(amendView(input('64500')))).toEqual({
      price: price('64500'),
      lots: 20,
      takeProfit: price('66000'),
      stopLoss: null,
    })
  })

  it('changes the lots, which the released hold must pay as well', () => {
    const withLots = (lotsText: string) => ({ draft: { ...originalDraft(order), lotsText } })
    expect(amendment(amendView(input('', withLots('12'))))).toMatchObject({ lots: 12 })
    expect(amendView(input('', withLots('40'))).problem).toEqual({
      kind: 'balanceLow',
      needed: usdt('257.28'),
    })
    expect(amendView(input('', withLots('0'))).problem).toEqual({ kind: 'limits', min: 1, step: 1 })
  })

  it('returns null while a price, the lots or a stop is invalid', () => {
    expect(amendment(amendView(input('', { draft: { ...originalDraft(order), lotsText: 'x' } })))).toBeNull()
    expect(amendment(amendView(input('x')))).toBeNull()
    const wrong = { ...originalDraft(order), priceText: '64500', profitText: '64500' }
    expect(amendment(amendView(input('', { draft: wrong })))).toBeNull()
  })

  it('sends the typed price if there is no market price', () => {
    const before = amendView(input('', { draft: originalDraft(order), best: null }))
    expect(amendment(before)?.price).toBe(price('64000'))
  })
})
