import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Price } from '../money/units.ts'
import { createAlertBook } from './book.ts'
import { alertSides, isPriceReached, isReachedByCandle, isReachedByTick, validateAlert } from './rules.ts'

// Small prices meet often; those around 2^53 share a key and differ.
const price = fc
  .oneof(fc.bigInt(1n, 12n), fc.bigInt(9_007_199_254_740_985n, 9_007_199_254_741_010n))
  .map((units) => units as Price)
const step = fc.oneof(
  fc.record({ act: fc.constant('add' as const), side: fc.constantFrom(...alertSides), price }),
  fc.record({ act: fc.constant('remove' as const), id: fc.nat(40) }),
  fc.record({ act: fc.constant('tick' as const), price }),
)

it('gives the alerts that a plain list gives, each once, through any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const book = createAlertBook<{ id: number; side: 'above' | 'below'; price: Price }>()
      let list: { id: number; side: 'above' | 'below'; price: Price }[] = []
      let id = 0
      for (const next of steps)
        if (next.act === 'add') {
          id += 1
          const alert = { id, side: next.side, price: next.price }
          book.add(alert)
          list.push(alert)
        } else if (next.act === 'remove') {
          expect(book.remove(next.id)).toBe(list.some((alert) => alert.id === next.id))
          list = list.filter((alert) => alert.id !== next.id)
        } else {
          const reached = list.filter((alert) => isPriceReached(alert.side, alert.price, next.price))
          const taken = book.take(next.price).map((alert) => alert.id)
          expect(taken.toSorted((a, b) => a - b)).toEqual(reached.map((alert) => alert.id))
          list = list.filter((alert) => !reached.includes(alert))
        }
      expect(book.size()).toBe(list.length)
    }),
  )
})

const units = (value: number) => BigInt(value) as Price
const alert = { side: 'above', price: units(100), afterN: 7, createdMs: 60_000 } as const

it('is reached at its price by a newer tick that decides', () => {
  expect(isReachedByTick(alert, { n: 8, price: units(100) })).toBe(true)
  expect(isReachedByTick(alert, { n: 8, price: units(99) })).toBe(false)
  expect(isReachedByTick(alert, { n: 7, price: units(100) })).toBe(false)
  expect(isReachedByTick(alert, { n: 8, price: units(100), late: true })).toBe(false)
  expect(isReachedByTick(alert, { n: 8, price: units(100), fetched: true })).toBe(false)
})

it('is reached by the high or low of a candle that began after it was set', () => {
  const candle = { openMs: 60_000, high: units(100), low: units(50) }
  expect(isReachedByCandle(alert, candle)).toBe(true)
  expect(isReachedByCandle(alert, { ...candle, openMs: 59_999 })).toBe(false)
  expect(isReachedByCandle(alert, { ...candle, high: units(99) })).toBe(false)
  expect(isReachedByCandle({ ...alert, side: 'below', price: units(50) }, candle)).toBe(true)
  expect(isReachedByCandle({ ...alert, side: 'below', price: units(49) }, candle)).toBe(false)
})

it('cannot be set at zero, or where the price already is', () => {
  expect(validateAlert('below', units(0), units(5))).toBe('zero')
  expect(validateAlert('above', units(5), units(5))).toBe('reached')
  expect(validateAlert('below', units(5), units(5))).toBe('reached')
  expect(validateAlert('above', units(6), units(5))).toBe(null)
})
