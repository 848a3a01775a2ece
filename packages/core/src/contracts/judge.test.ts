import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Price, price, quantity, type Usdt, usdt } from '../money/units.ts'
import {
  isLimitReached,
  judgeOrder,
  judgeOrderRequest,
  type OrderFacts,
  type OrderRequest,
  orderRisk,
  planOrder,
  refusalOf,
} from './judge.ts'

const terms = { lot: quantity('0.001'), minLots: 1, stepLots: 1, leverages: [2, 5, 10, 20], feeRatePpm: 500 }
const account = {
  balance: usdt('2316.308'),
  margin: usdt('2102.367'),
  hold: usdt('65.727'),
  profit: usdt('255.492'),
  bonus: 0n as Usdt,
  here: [{ side: 'long', quantity: quantity('0.6'), openPrice: price('65702.1'), feeRatePpm: 500 }],
  otherProfit: usdt('-0.492'),
} as const
const facts: OrderFacts = {
  terms: { ...terms, slippagePpm: 5_000 },
  step: price('0.01'),
  best: { bid: price('65849.99'), ask: price('65850') },
  maxNotional: null,
  account,
}
const eleven: OrderRequest = {
  ...{
    side: 'long',
    leverage: 10,
    lots: 11,
    kind: 'market',
    price: price('65850'),
    expiresMs: null,
  },
  takeProfit: null,
  stopLoss: null,
}

it('plans the reference order with its liquidation price and losses', () => {
  const plan = planOrder(facts, eleven)
  expect(plan).toMatchObject({
    rests: false,
    notional: usdt('724.35'),
    needed: usdt('72.797175'),
    affordable: true,
  })
  expect(orderRisk({ ...account, elsewhere: [] }, plan)).toEqual({
    liquidation: price('63694.85626023'),
    lossThere: usdt('1248.3657786'),
    worst: usdt('2316.308'),
  })
})

it('rests below the market with the whole fee of its limit price, whatever bonus credit there is', () => {
  const limit = { ...eleven, kind: 'limit' as const, price: price('65000') }
  const withBonus = { ...facts, account: { ...account, bonus: usdt('9') } }
  expect(planOrder(withBonus, limit)).toMatchObject({ rests: true, needed: usdt('71.8575') })
  expect(planOrder(withBonus, { ...limit, price: price('65850') })).toMatchObject({
    rests: false,
    needed: usdt('72.435'),
  })
})

it('does not judge what a page does not know', () => {
  const unknown = { ...facts, account: null, maxNotional: null }
  expect(judgeOrder(unknown, { ...eleven, lots: 1_000_000 })).toMatchObject({ problem: null })
  expect(judgeOrder(unknown, eleven).plan).toMatchObject({ affordable: null, stopBound: null })
})

it('refuses a request alone before anything else, with what would pass', () => {
  const problem = judgeOrderRequest({ price: price('1'), lots: 0, leverage: 3 }, terms)
  expect(problem).toEqual({ kind: 'lots', min: 1, step: 1 })
  const leverage = judgeOrderRequest({ price: price('1'), lots: 1, leverage: 3 }, terms)
  expect(leverage && refusalOf(leverage)).toEqual({
    code: 'outOfRange',
    data: { min: 2, max: 20, allowed: '2,5,10,20' },
  })
  expect(judgeOrderRequest({ price: 0n as Price, lots: 1, leverage: 2 }, terms)).toEqual({ kind: 'noPrice' })
})

it('has a limit reached exactly at prices that are not worse than it', () => {
  const cents = fc.integer({ min: 1, max: 100_000 }).map((n) => (BigInt(n) * 10_000_000n) as Price)
  fc.assert(
    fc.property(fc.constantFrom('long' as const, 'short' as const), cents, cents, (side, limit, bid) => {
      const best = { bid, ask: (bid + 10_000_000n) as Price }
      const expected = side === 'long' ? best.ask <= limit : best.bid >= limit
      expect(isLimitReached({ side, price: limit }, best)).toBe(expected)
    }),
  )
})
