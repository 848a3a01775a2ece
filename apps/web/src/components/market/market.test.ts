import { expect, it } from 'vitest'
import { baseOf, chosenMarket, priceDirection } from './market.ts'

const markets = [{ procode: 'BTCUSDT' }, { procode: 'ETHUSDT' }]

it('opens the market that was asked for, or the first', () => {
  expect(chosenMarket(markets, 'ethusdt')).toBe(markets[1])
  expect(chosenMarket(markets, 'NOPE')).toBe(markets[0])
  expect(chosenMarket(markets, null)).toBe(markets[0])
  expect(chosenMarket([], 'BTCUSDT')).toBeUndefined()
})

it('names the coin of a pair and the way an amount points', () => {
  expect(baseOf('BTCUSDT')).toBe('BTC')
  expect([priceDirection(1n), priceDirection(0n), priceDirection(-1n)]).toEqual(['up', 'flat', 'down'])
})
