import { expect, it } from 'vitest'
import { baseOf, chosenMarket, priceDirection } from './market.ts'

const markets = [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }]

it('returns the requested market, or the first', () => {
  expect(chosenMarket(markets, 'ethusdt')).toBe(markets[1])
  expect(chosenMarket(markets, 'NOPE')).toBe(markets[0])
  expect(chosenMarket(markets, null)).toBe(markets[0])
  expect(chosenMarket([], 'BTCUSDT')).toBeUndefined()
})

it('returns the coin of a pair and the direction of an amount', () => {
  expect(baseOf('BTCUSDT')).toBe('BTC')
  expect([priceDirection(1n), priceDirection(0n), priceDirection(-1n)]).toEqual(['up', 'flat', 'down'])
})
