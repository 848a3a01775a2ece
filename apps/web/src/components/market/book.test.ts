import {
  formatPrice,
  formatQuantity,
  type Price,
  price,
  type Quantity,
  quantity,
} from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Level } from '../../data/book.ts'
import { bookView, groupedOwn, groupedPrice, ownPrices, priceSteps } from './book.ts'

/** Ungrouped, as many rows as there are. */
const plain = { step: price('0.000000001'), rows: 20 }

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
  const view = bookView(book, plain)
  expect(view.asks.map((row) => row.price)).toEqual([price('66129.4'), price('66128.75')])
  expect(view.asks.map((row) => row.sum)).toEqual([quantity('1.31257'), quantity('1.08213')])
  expect(view.bids.map((row) => row.sum)).toEqual([
    quantity('1.46027'),
    quantity('1.77232'),
    quantity('2.32003'),
  ])
})

it('uses one scale for the depth bars of both sides, at most 70 percent', () => {
  const view = bookView(book, plain)
  expect(view.bids.map((row) => row.depth)).toEqual([44, 53.4, 70])
  expect(view.asks.map((row) => row.depth)).toEqual([39.6, 32.6])
})

it('computes the spread and the bid share', () => {
  const view = bookView(book, plain)
  expect(view.spread).toBe(price('0.01'))
  expect(view.bidShare).toBe(64)
})

it('has no spread and no bid share for an empty book', () => {
  expect(bookView({ asks: [], bids: [], time: 1 }, plain)).toEqual({
    asks: [],
    bids: [],
    bestAsk: null,
    bestBid: null,
    spread: null,
    bidShare: null,
  })
})

it('ends a side at the first unreadable level', () => {
  const view = bookView(
    {
      ...book,
      asks: [
        ['66128.75', '1'],
        ['NaN', '1'],
        ['66130', '1'],
      ] as Level[],
    },
    plain,
  )
  expect(view.asks.length).toBe(1)
})

it('draws bars of at most 70 percent that never shrink away from the spread', () => {
  const level = fc
    .tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }))
    .map(([p, q]) => [`${p}`, `${q}`] as const)
  fc.assert(
    fc.property(fc.array(level, { maxLength: 7 }), fc.array(level, { maxLength: 7 }), (asks, bids) => {
      const view = bookView({ asks, bids, time: 1 }, { ...plain, rows: 5 })
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

const units = (most: number) => fc.bigInt({ min: 1n, max: BigInt(most) })
/** Levels of one side with different prices, best first. */
const levelsOf = (side: 'ask' | 'bid') =>
  fc
    .uniqueArray(fc.tuple(units(1e15), units(1e13)), { selector: ([at]) => at, minLength: 1, maxLength: 20 })
    .map((list) => list.toSorted(([a], [b]) => (a < b === (side === 'ask') ? -1 : 1)))
const levelText = ([at, quantity]: readonly [bigint, bigint]): Level => [
  formatPrice(at as Price),
  formatQuantity(quantity as Quantity),
]

it('groups by price step without losing quantity, and averages exactly what it sums', () => {
  const cases = fc
    .constantFrom('ask' as const, 'bid' as const)
    .chain((side) =>
      fc.tuple(fc.constant(side), levelsOf(side), fc.constantFrom(1n, 10n, 1000n, 10n ** 9n, 10n ** 13n)),
    )
  fc.assert(
    fc.property(cases, fc.integer({ min: 1, max: 20 }), ([side, levels, step], rows) => {
      const texts = levels.map(levelText)
      const view = bookView(
        { asks: side === 'ask' ? texts : [], bids: side === 'bid' ? texts : [], time: 1 },
        { step, rows },
      )
      const shown = side === 'ask' ? view.asks.toReversed() : view.bids
      const groups = [...Map.groupBy(levels, ([at]) => groupedPrice(at, step, side))].slice(0, rows)
      expect(shown.map((row) => row.price)).toEqual(groups.map(([at]) => at))
      let taken: (readonly [bigint, bigint])[] = []
      for (const [index, [at, own]] of groups.entries()) {
        // Never better than its levels, and less than a step away from them.
        for (const [level] of own) {
          const worse = side === 'ask' ? at - level : level - at
          expect(worse >= 0n && worse < step).toBe(true)
        }
        taken = [...taken, ...own]
        const sum = taken.reduce((total, [, quantity]) => total + quantity, 0n)
        const cost = taken.reduce((total, [level, quantity]) => total + level * quantity, 0n)
        const row = shown[index]
        expect(row?.quantity).toBe(own.reduce((total, [, quantity]) => total + quantity, 0n))
        expect(row?.sum).toBe(sum)
        // The average is the exact one, rounded to the taker's disadvantage by less than a unit.
        const off = (row?.average ?? 0n) * sum - cost
        expect(side === 'ask' ? off >= 0n && off < sum : off <= 0n && -off < sum).toBe(true)
      }
    }),
  )
})

it('offers steps from that of the market to a thousandth of the price', () => {
  expect(priceSteps(2, price('66000'))).toEqual(['0.01', '0.1', '1', '10'].map((step) => price(step)))
  expect(priceSteps(5, price('0.138'))).toEqual(['0.00001', '0.0001'].map((step) => price(step)))
  expect(priceSteps(2, price('0.5'))).toEqual([price('0.01')])
})

it('marks the group that contains an own order', () => {
  const own = { ask: new Set([price('66129.4')]), bid: new Set([price('66128.2')]) }
  expect(groupedOwn(own, price('1'))).toEqual({
    ask: new Set([price('66130')]),
    bid: new Set([price('66128')]),
  })
})
