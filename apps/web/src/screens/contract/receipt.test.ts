import { price, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { type ReceiptAnswer, type ReceiptEvent, reckon } from './receipt.ts'

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
  order: { type: 1, multiple: 20, openPrice: '65702.1' },
  lot: '0.001',
  feeRatePpm: 500,
  events: [opened, closed],
} as unknown as ReceiptAnswer

describe('reckon', () => {
  it('works an opening out again from its tick', () => {
    expect(reckon(answer, opened)).toMatchObject({
      kind: 'opened',
      side: 'ask',
      price: price('65702.1'),
      notional: usdt('39421.26'),
      margin: usdt('1971.063'),
      fee: usdt('19.71063'),
      matches: true,
    })
  })

  it('works a closing out again from its tick', () => {
    expect(reckon(answer, closed)).toMatchObject({
      kind: 'closed',
      side: 'bid',
      profit: usdt('255.984'),
      fee: usdt('19.838622'),
      matches: true,
    })
  })

  it('takes the other sides for a sold position', () => {
    const sold = { ...answer, order: { ...answer.order, type: 2 as const } }
    expect(reckon(sold, opened)?.side).toBe('bid')
    expect(reckon(sold, closed)?.side).toBe('ask')
  })

  it.each([
    ['fee', { ...opened, fee: '19.71064' }],
    ['margin', { ...opened, margin: '1971.064' }],
    ['price', { ...opened, price: '65702.11' }],
    ['profit', { ...closed, profit: '255.983' }],
  ])('does not match a wrong %s', (_, event) => {
    expect(reckon(answer, event)?.matches).toBe(false)
  })

  it('says nothing about an event without a tick', () => {
    expect(reckon(answer, { ...opened, tick: null })).toBeNull()
    expect(reckon(answer, { ...opened, kind: 'stopsSet' })).toBeNull()
  })
})
