import { price, quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Level } from '../../data/book.ts'
import { bookView, ownPrices } from './book.ts'

const book = {
  asks: [
    ['66128.75', '1.08213'],
    ['66129.4', '0.23044'],
  ] as Level[],
  bids: [
    ['66128.74', '1.46027'],
    ['66128.2', '0.31205'],
    ['66127.35', '0.54771'],
  ] as Level[],
  time: 1,
}

it('sums from the best price outwards and lists the worst ask first', () => {
  const view = bookView(book)
  expect(view.asks.map((row) => row.price)).toEqual([price('66129.4'), price('66128.75')])
  expect(view.asks.map((row) => row.sum)).toEqual([quantity('1.31257'), quantity('1.08213')])
  expect(view.bids.map((row) => row.sum)).toEqual([
    quantity('1.46027'),
    quantity('1.77232'),
    quantity('2.32003'),
  ])
})

it('uses one scale for the depth bars of both sides, at most 70 percent', () => {
  const view = bookView(book)
  expect(view.bids.map((row) => row.depth)).toEqual([44, 53.4, 70])
  expect(view.asks.map((row) => row.depth)).toEqual([39.6, 32.6])
})

it('computes the spread and the bid share', () => {
  const view = bookView(book)
  expect(view.spread).toBe(price('0.01'))
  expect(view.bidShare).toBe(64)
})

it('has no spread and no bid share for an empty book', () => {
  expect(bookView({ asks: [], bids: [], time: 1 })).toEqual({
    asks: [],
    bids: [],
    bestAsk: null,
    bestBid: null,
    spread: null,
    bidShare: null,
  })
})

it('ends a side at the first unreadable level', () => {
  const view = bookView({
    ...book,
    asks: [
      ['66128.75', '1'],
      ['NaN', '1'],
      ['66130', '1'],
    ] as Level[],
  })
  expect(view.asks.length).toBe(1)
})

it('draws bars of at most 70 percent that never shrink away from the spread', () => {
  const level = fc
    .tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }))
    .map(([p, q]) => [`${p}`, `${q}`] as const)
  fc.assert(
    fc.property(fc.array(level, { maxLength: 7 }), fc.array(level, { maxLength: 7 }), (asks, bids) => {
      const view = bookView({ asks, bids, time: 1 })
      for (const side of [[...view.asks].reverse(), view.bids]) {
        expect(side.length).toBeLessThanOrEqual(5)
        for (const [i, row] of side.entries()) {
          expect(row.depth).toBeLessThanOrEqual(70)
          expect(row.depth).toBeGreaterThanOrEqual(side[i - 1]?.depth ?? 0)
        }
      }
    }),
  )
})

it('lists the open orders of a market by side', () => {
  const pending = [
    { pid: 1, side: 'long' as const, openPrice: price('66128.2') },
    { pid: 1, side: 'short' as const, openPrice: price('66129.4') },
    { pid: 2, side: 'long' as const, openPrice: price('2300') },
  ]
  expect(ownPrices(pending, 1)).toEqual({
    bid: new Set([price('66128.2')]),
    ask: new Set([price('66129.4')]),
  })
})
