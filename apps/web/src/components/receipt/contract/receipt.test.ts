import { price, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import {
  defaultEvent,
  type ReceiptAnswer,
  type ReceiptEvent,
  recalculate,
  recalculateHold,
  recalculateTpSl,
} from './receipt.ts'

const tick = {
  symbol: 'BTCUSDT',
  n: 811_947_052,
  kind: 'trade' as const,
  source: 'binance',
  sourceSequence: '1',
  sourceTime: 1,
  recordedTime: null,
  receivedTime: 2,
  price: '65702',
  quantity: '0.1',
  side: 'buy' as const,
  bid: '65702.09',
  ask: '65702.1',
  previousHash: '0',
  hash: '1',
}
const opened: ReceiptEvent = {
  kind: 'opened',
  time: 1,
  rule: 'marketBuyAtAsk',
  price: '65702.1',
  number: 600,
  margin: '1971.063',
  fee: '19.71063',
  profit: '0',
  insurance: '0',
  transactionId: 1,
  tick,
}
const closed: ReceiptEvent = {
  ...opened,
  kind: 'closed',
  rule: 'marketSellAtBid',
  price: '66128.74',
  fee: '19.838622',
  profit: '255.984',
  tick: { ...tick, bid: '66128.74', ask: '66128.75' },
}
const answer = {
  order: { side: 'long', leverage: 20, openPrice: price('65702.1') },
  lot: '0.001',
  feeRatePpm: 500,
  events: [opened, closed],
} as unknown as ReceiptAnswer

describe('recalculate', () => {
  it('recalculates an opening from its tick', () => {
    expect(recalculate(answer, opened)).toMatchObject({
      kind: 'opened',
      side: 'ask',
      price: price('65702.1'),
      notional: usdt('39421.26'),
      margin: usdt('1971.063'),
      fee: usdt('19.71063'),
      matches: true,
    })
  })

  it('states the part of the fee that bonus credit paid, zero where the receipt has none', () => {
    expect(recalculate(answer, opened)?.feeFromBonus).toBe(0n)
    expect(recalculate(answer, { ...opened, feeFromBonus: '19.71063' })?.feeFromBonus).toBe(usdt('19.71063'))
  })

  it('recalculates a close from its tick', () => {
    expect(recalculate(answer, closed)).toMatchObject({
      kind: 'closed',
      side: 'bid',
      profit: usdt('255.984'),
      fee: usdt('19.838622'),
      matches: true,
    })
  })

  it('uses the opposite sides of the book for a short position', () => {
    const sold = { ...answer, order: { ...answer.order, side: 'short' as const } }
    expect(recalculate(sold, opened)?.side).toBe('bid')
    expect(recalculate(sold, closed)?.side).toBe('ask')
  })

  it.each([
    ['fee', { ...opened, fee: '19.71064' }],
    ['margin', { ...opened, margin: '1971.064' }],
    ['price', { ...opened, price: '65702.11' }],
    ['profit', { ...closed, profit: '255.983' }],
  ])('does not match a wrong %s', (_, event) => {
    expect(recalculate(answer, event)?.matches).toBe(false)
  })

  it('is null for an event without a tick', () => {
    expect(recalculate(answer, { ...opened, tick: null })).toBeNull()
    expect(recalculate(answer, { ...opened, kind: 'stopsSet' })).toBeNull()
  })
})

const placed: ReceiptEvent = {
  ...opened,
  kind: 'placed',
  rule: 'placedBuy',
  price: '65400',
  number: 10,
  margin: '32.7',
  fee: '0',
}
const order = { ...answer.order, stopLoss: price('64900'), takeProfit: price('66128') }

describe('trigger prices', () => {
  const limit = { ...opened, rule: 'limitBuyAtAsk', number: 10 }
  const fill = (ask: string, limitAt: string) =>
    recalculate(
      { ...answer, events: [{ ...placed, price: limitAt }] },
      { ...limit, price: ask, margin: '32.85105', fee: '0.3285105', tick: { ...tick, ask } },
    )

  it('allow a limit fill at its price or better only', () => {
    expect(fill('65702.1', '65702.1')).toMatchObject({ trigger: price('65702.1'), matches: true })
    expect(fill('65702.1', '65800')?.matches).toBe(true)
    expect(fill('65702.1', '65702.09')?.matches).toBe(false)
  })

  it('allow a take profit at its price or better and a stop loss at its price or worse', () => {
    const fires = (rule: string, change: object) =>
      recalculate({ ...answer, order: { ...order, ...change } }, { ...closed, rule })?.matches
    expect(fires('stopProfitSellAtBid', {})).toBe(true)
    expect(fires('stopProfitSellAtBid', { takeProfit: price('66128.75') })).toBe(false)
    expect(fires('stopLossSellAtBid', { stopLoss: price('66128.74') })).toBe(true)
    expect(fires('stopLossSellAtBid', {})).toBe(false)
  })

  it('allow a closing order all the lots whose prices the tick reached, and no others', () => {
    const set = (at: string, number: number, rule = 'closingOrderSet'): ReceiptEvent => ({
      ...{ ...opened, kind: 'stopsSet', price: at, number, rule },
    })
    const part: ReceiptEvent = { ...closed, kind: 'closedPart', rule: 'closingOrderSellAtBid' }
    const whole = (...before: readonly ReceiptEvent[]) => {
      const filled = { ...part, kind: 'closed' as const }
      return recalculate({ ...answer, events: [opened, ...before, filled] }, filled)
    }
    expect(whole(set('66000', 400), set('66128.74', 200), set('66128.75', 100))).toMatchObject({
      ...{ trigger: price('66128.74'), matches: true },
      closingOrders: [
        { price: price('66000'), lots: 400, isReached: true },
        { price: price('66128.74'), lots: 200, isReached: true },
        { price: price('66128.75'), lots: 100, isReached: false },
      ],
    })
    expect(whole(set('66000', 400), set('66100', 200, 'closingOrderCleared'))?.matches).toBe(false)
    expect(whole(set('66128.75', 600))?.matches).toBe(false)
    // A receipt that lists none, as of a former version.
    expect(whole()).toMatchObject({ trigger: null, matches: true })
    // What filled before is gone.
    const before = { ...part, number: 100 }
    expect(whole(set('66000', 100), before, set('66128', 600))).toMatchObject({ matches: true })
  })
})

describe('recalculateHold', () => {
  it('recalculates the hold of an open order and its release', () => {
    expect(recalculateHold(answer, placed)).toMatchObject({
      notional: usdt('654'),
      margin: usdt('32.7'),
      fee: usdt('0.327'),
      held: usdt('33.027'),
      matches: true,
    })
    const revoked = { ...placed, kind: 'revoked' as const, rule: 'revokedByUser', tick: null }
    expect(recalculateHold(answer, revoked)).toMatchObject({ kind: 'revoked', matches: true })
    expect(recalculateHold(answer, { ...revoked, tick: placed.tick })?.matches).toBe(true)
    expect(recalculateHold(answer, opened)).toBeNull()
    const amended = { ...placed, kind: 'amended' as const, rule: 'amendedBuy' }
    expect(recalculateHold(answer, amended)).toMatchObject({ kind: 'placed', matches: true })
    expect(recalculateHold(answer, { ...amended, rule: 'amendedReached' })).toBeNull()
  })

  it('does not match another hold or an order that should have filled at once', () => {
    expect(recalculateHold(answer, { ...placed, margin: '32.71' })?.matches).toBe(false)
    expect(recalculateHold(answer, { ...placed, fee: '0.1' })?.matches).toBe(false)
    const reached = { ...placed, tick: { ...tick, ask: '65400' } }
    expect(recalculateHold(answer, reached)?.matches).toBe(false)
    const revoked = { ...reached, kind: 'revoked' as const }
    expect(recalculateHold(answer, { ...revoked, rule: 'revokedByUser' })?.matches).toBe(false)
    expect(recalculateHold(answer, { ...revoked, rule: 'revokedNoMargin' })?.matches).toBe(true)
  })
})

describe('recalculateTpSl', () => {
  it('recalculates the expected profit or loss of a stop', () => {
    const set = { ...opened, kind: 'stopsSet' as const, rule: 'stopLossSet', price: '64900', number: 10 }
    expect(recalculateTpSl(answer, set)).toMatchObject({
      which: 'loss',
      isSet: true,
      side: 'bid',
      expected: usdt('-8.021'),
    })
    expect(recalculateTpSl(answer, { ...set, rule: 'stopProfitCleared' })).toMatchObject({
      which: 'profit',
      isSet: false,
    })
  })

  it('selects the newest event that moved money', () => {
    const set = { ...opened, kind: 'stopsSet' as const }
    expect(defaultEvent([opened, set, set])).toBe(0)
    expect(defaultEvent([opened, set, closed])).toBe(2)
    expect(defaultEvent([set])).toBe(0)
  })
})
