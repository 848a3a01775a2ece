import { price, quantity, usdt } from '@glasshouse/core/money/units'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import { expect, it } from 'vitest'
import { atLivePrices, type LivePrices } from './atLivePrices.ts'

const coin: CoinBalance = {
  place: 'wallet',
  pid: 1,
  title: 'Bitcoin',
  amount: quantity('0.5'),
  price: price('66128.75'),
  value: usdt('33064.375'),
  rate: price('66128.74'),
  rateMs: 1000,
  isStale: true,
}

const heard: LivePrices = {
  quote: {
    state: 'live',
    heardAt: 9000,
    value: { price: price('65000.03'), n: 4, time: 8990, direction: 'down' },
  },
  book: {
    state: 'live',
    heardAt: 9500,
    value: {
      asks: [['65000.10', '2']],
      bids: [
        ['65000.00', '1'],
        ['64999.90', '3'],
      ],
      time: 9490,
    },
  },
}

it('takes value and rate from the newest trade and the best bid', () => {
  expect(atLivePrices(coin, heard)).toEqual({
    ...coin,
    price: price('65000.03'),
    value: usdt('32500.015'),
    rate: price('65000'),
    rateMs: 9500,
    isStale: false,
  })
})

it('keeps what the server returned until the stream has sent something', () => {
  const seeded: LivePrices = {
    quote: { ...heard.quote, state: 'loading', heardAt: null },
    book: { ...heard.book, state: 'loading', heardAt: null },
  }
  expect(atLivePrices(coin, seeded)).toEqual(coin)
})

it.each(['stale', 'down'] as const)('sells nothing at a rate that is %s', (state) => {
  expect(
    atLivePrices({ ...coin, isStale: false }, { ...heard, book: { ...heard.book, state } }),
  ).toMatchObject({
    rate: price('65000'),
    isStale: true,
  })
})

it('keeps the rate of the server where the book has no bids', () => {
  const book = { ...heard.book, value: { asks: [], bids: [], time: 9490 } }
  expect(atLivePrices(coin, { ...heard, book })).toMatchObject({
    rate: price('66128.74'),
    rateMs: 1000,
    isStale: true,
  })
})
