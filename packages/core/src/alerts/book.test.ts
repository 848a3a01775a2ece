import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayChange } from '../markets/candles.ts'
import type { Price } from '../money/units.ts'
import { createAlertBook } from './book.ts'
import {
  alertSides,
  changeLevel,
  isLevelReached,
  isReachedByCandle,
  isReachedByTick,
  validateAlert,
} from './rules.ts'

// Small prices meet often; those around 2^53 share a key and differ.
const level = fc.oneof(fc.bigInt(-12n, 12n), fc.bigInt(9_007_199_254_740_985n, 9_007_199_254_741_010n))
const step = fc.oneof(
  fc.record({ act: fc.constant('add' as const), side: fc.constantFrom(...alertSides), level }),
  fc.record({ act: fc.constant('remove' as const), id: fc.nat(40) }),
  fc.record({ act: fc.constant('tick' as const), level }),
)

it('gives the alerts that a plain list gives, each once, through any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const book = createAlertBook<{ id: number; side: 'above' | 'below'; level: bigint }>()
      let list: { id: number; side: 'above' | 'below'; level: bigint }[] = []
      let id = 0
      for (const next of steps)
        if (next.act === 'add') {
          id += 1
          const alert = { id, side: next.side, level: next.level }
          book.add(alert)
          list.push(alert)
        } else if (next.act === 'remove') {
          expect(book.remove(next.id)).toBe(list.some((alert) => alert.id === next.id))
          list = list.filter((alert) => alert.id !== next.id)
        } else {
          const reached = list.filter((alert) => isLevelReached(alert.side, alert.level, next.level))
          const taken = book.take(next.level).map((alert) => alert.id)
          expect(taken.toSorted((a, b) => a - b)).toEqual(reached.map((alert) => alert.id))
          list = list.filter((alert) => !reached.includes(alert))
        }
      expect(book.size()).toBe(list.length)
    }),
  )
})

const units = (value: number) => BigInt(value) as Price
const alert = { side: 'above', measure: 'price', level: 100n, afterN: 7, createdMs: 60_000 } as const

it('is reached at its price by a newer tick that decides', () => {
  expect(isReachedByTick(alert, { n: 8, price: units(100) }, null)).toBe(true)
  expect(isReachedByTick(alert, { n: 8, price: units(99) }, null)).toBe(false)
  expect(isReachedByTick(alert, { n: 7, price: units(100) }, null)).toBe(false)
  expect(isReachedByTick(alert, { n: 8, price: units(100), late: true }, null)).toBe(false)
  expect(isReachedByTick(alert, { n: 8, price: units(100), fetched: true }, null)).toBe(false)
})

it('is reached by the high or low of a candle that began after it was set', () => {
  const candle = { openMs: 60_000, high: units(100), low: units(50) }
  expect(isReachedByCandle(alert, candle, null)).toBe(true)
  expect(isReachedByCandle(alert, { ...candle, openMs: 59_999 }, null)).toBe(false)
  expect(isReachedByCandle(alert, { ...candle, high: units(99) }, null)).toBe(false)
  expect(isReachedByCandle({ ...alert, side: 'below', level: 50n }, candle, null)).toBe(true)
  expect(isReachedByCandle({ ...alert, side: 'below', level: 49n }, candle, null)).toBe(false)
})

it('that waits for a change is reached at exactly its percentage, never by less, on either side', () => {
  const some = fc.bigInt(1n, 10n ** 15n).map((value) => value as Price)
  fc.assert(
    fc.property(some, some, fc.bigInt(1n, 9999n), (open, now, percent) => {
      const at = { ...alert, measure: 'change' as const, level: changeLevel('above', percent) }
      expect(isReachedByTick(at, { n: 8, price: now }, open)).toBe((now - open) * 10_000n >= percent * open)
      const fall = { ...at, side: 'below' as const, level: changeLevel('below', percent) }
      expect(isReachedByTick(fall, { n: 8, price: now }, open)).toBe((open - now) * 10_000n >= percent * open)
      expect(isReachedByTick(at, { n: 8, price: now }, null)).toBe(false)
    }),
  )
  expect(dayChange(units(63_000), units(60_000))).toBe(500n)
  expect(dayChange(units(59_999), units(60_000))).toBe(0n)
})

it('cannot be set at zero, too far, without a day before, or where the price already is', () => {
  const at = (side: 'above' | 'below', level: bigint) => ({ side, measure: 'price', level }) as const
  expect(validateAlert(at('below', 0n), units(5), null)).toBe('zero')
  expect(validateAlert(at('above', 5n), units(5), null)).toBe('reached')
  expect(validateAlert(at('below', 5n), units(5), null)).toBe('reached')
  expect(validateAlert(at('above', 6n), units(5), null)).toBe(null)
  const change = (side: 'above' | 'below', level: bigint) => ({ side, measure: 'change', level }) as const
  expect(validateAlert(change('above', 0n), units(5), units(5))).toBe('zero')
  expect(validateAlert(change('above', 100_001n), units(5), units(5))).toBe('tooLarge')
  expect(validateAlert(change('below', -10_000n), units(5), units(5))).toBe('tooLarge')
  expect(validateAlert(change('above', 500n), units(5), null)).toBe('unknown')
  expect(validateAlert(change('above', 500n), units(105), units(100))).toBe('reached')
  expect(validateAlert(change('below', -500n), units(105), units(100))).toBe(null)
})
