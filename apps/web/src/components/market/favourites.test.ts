import { describe, expect, it } from 'vitest'
import { favouritesFirst, readFavourites, toggled } from './favourites.ts'

const set = (...symbols: string[]): ReadonlySet<string> => new Set(symbols)

describe('readFavourites', () => {
  it('parses a list of symbols without duplicates', () => {
    expect(readFavourites('["ETHUSDT","BTCUSDT","ETHUSDT"]')).toEqual(set('ETHUSDT', 'BTCUSDT'))
  })

  it.each([null, '', '{', 'null', '7', '{"a":1}', '[7,null,""]'])('takes %s for none', (text) => {
    expect(readFavourites(text)).toEqual(set())
  })

  it('limits the number of symbols', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `M${index}`)
    expect(readFavourites(JSON.stringify(many)).size).toBe(200)
  })
})

it('removes a favourite on the second toggle', () => {
  expect(toggled(set('BTCUSDT'), 'ETHUSDT')).toEqual(set('BTCUSDT', 'ETHUSDT'))
  expect(toggled(set('BTCUSDT', 'ETHUSDT'), 'BTCUSDT')).toEqual(set('ETHUSDT'))
})

it('sorts favourites first and keeps the order of both parts', () => {
  const markets = ['A', 'B', 'C', 'D'].map((symbol) => ({ symbol }))
  const order = (favourites: ReadonlySet<string>) =>
    favouritesFirst(markets, favourites)
      .map(({ symbol }) => symbol)
      .join('')
  expect(order(set('D', 'B'))).toBe('BDAC')
  expect(order(set('gone'))).toBe('ABCD')
  expect(favouritesFirst(markets, set())).toBe(markets)
})
