import { price, quantity, usdt } from '@glasshouse/core/money/units'
import type { Sale } from '@glasshouse/core/wallets/codec'
import { expect, it } from 'vitest'
import { decimalsOf, recalculateConversion } from './saleReckoning.ts'

const sale: Sale = {
  id: 7,
  pid: 1,
  symbol: 'BTCUSDT',
  place: 'wallet',
  amount: quantity('0.25'),
  rate: price('66128.74'),
  received: usdt('16532.185'),
  madeMs: 1,
  tick: {
    symbol: 'BTCUSDT',
    n: 7,
    kind: 'trade',
    source: 'sandbox',
    sourceSequence: '7',
    sourceTime: 1,
    recordedTime: null,
    receivedTime: 1,
    price: '66128.75',
    quantity: '0.1',
    side: 'buy',
    bid: '66128.74',
    ask: '66128.75',
    previousHash: 'a',
    hash: 'b',
  },
}

it('recalculates amount times best bid, rounded down', () => {
  expect(recalculateConversion(sale)).toEqual({
    amount: quantity('0.25'),
    bid: price('66128.74'),
    received: usdt('16532.185'),
    matches: true,
  })
  const smallest = { ...sale, amount: quantity('0.00000001'), received: usdt('0.00066128') }
  expect(recalculateConversion(smallest).matches).toBe(true)
  expect(recalculateConversion({ ...smallest, received: usdt('0.00066129') }).matches).toBe(false)
})

it.each([
  ['another rate', { rate: price('66128.75') }],
  ['a unit less', { received: usdt('16532.18499999') }],
  ['a tick of another market', { symbol: 'ETHUSDT' }],
] as const)('does not match with %s', (_, change) => {
  expect(recalculateConversion({ ...sale, ...change }).matches).toBe(false)
})

it.each([
  ['66128.74', 2],
  ['0.138', 3],
  ['7', 0],
] as const)('%s has %i decimals', (rate, decimals) => {
  expect(decimalsOf(price(rate))).toBe(decimals)
})
