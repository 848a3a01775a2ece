import {
  formatQuantity,
  formatUsdt,
  price,
  type Quantity,
  quantity,
  usdt,
} from '@glasshouse/core/money/units'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import { minConversion, proceeds } from '@glasshouse/core/wallets/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quoteConversion } from './exchangePlan.ts'

const bitcoin: CoinBalance = {
  place: 'wallet',
  pid: 1,
  title: 'Bitcoin',
  amount: quantity('0.5'),
  price: price('66128.74'),
  value: usdt('33064.37'),
  rate: price('66128.74'),
  rateMs: 1,
  isStale: false,
}

it('previews the proceeds of the server at the displayed rate', () => {
  const plan = quoteConversion(bitcoin, '0.25')
  expect([plan.obstacle, plan.received && formatUsdt(plan.received), plan.request]).toEqual([
    null,
    '16532.185',
    { number: '0.25', walletId: 1 },
  ])
})

it.each([
  ['', 'enter'],
  ['abc', 'wrong'],
  ['0', 'enter'],
  ['0.50000001', 'low'],
])('stops %j as %s', (typed, obstacle) => {
  expect(quoteConversion(bitcoin, typed)).toMatchObject({ obstacle, request: null })
})

it('sells nothing while the feed is stale or there is no rate', () => {
  for (const silent of [{ isStale: true }, { rate: null }])
    expect(quoteConversion({ ...bitcoin, ...silent }, '0.1')).toMatchObject({
      obstacle: 'noRate',
      received: null,
      request: null,
    })
})

it('rejects amounts that round to nothing and returns the minimum', () => {
  const cheap: CoinBalance = { ...bitcoin, rate: price('0.138'), amount: quantity('10') }
  expect(quoteConversion(cheap, '0.00000007').obstacle).toBe('tooLittle')
  expect(quoteConversion(cheap, formatQuantity(minConversion(price('0.138')))).obstacle).toBeNull()
})

it('computes the same proceeds as the rule of the server', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 50_000_000n), (units) => {
      const plan = quoteConversion(bitcoin, formatUsdt(units as never))
      expect(plan.received).toBe(proceeds(units as Quantity, price('66128.74')))
    }),
  )
})
