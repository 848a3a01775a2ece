import fc from 'fast-check'
import { expect, it } from 'vitest'
import { price } from '../money/units.ts'
import { worseTick } from './entry.ts'
import { fillPrice } from './rules.ts'

const tick = (bid: number, ask: number) => ({ bid: price(String(bid)), ask: price(String(ask)) })

it.each([
  ['buy', tick(99, 100), tick(100, 101), 'next'],
  ['buy', tick(99, 100), tick(98, 99), 'accepted'],
  ['buy', tick(99, 100), tick(98, 100), 'accepted'],
  ['sell', tick(99, 100), tick(98, 99), 'next'],
  ['sell', tick(99, 100), tick(100, 101), 'accepted'],
  ['sell', tick(99, 100), tick(99, 101), 'accepted'],
] as const)('a %s between two ticks fills at the worse one', (direction, accepted, next, expected) => {
  expect(worseTick(direction, accepted, next)).toBe(expected === 'next' ? next : accepted)
})

it('is the tick of the acceptance when no tick came', () => {
  const accepted = tick(99, 100)
  expect(worseTick('buy', accepted, null)).toBe(accepted)
})

it('never fills better than either tick', () => {
  const anyTick = fc
    .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 9 }))
    .map(([bid, spread]) => tick(bid, bid + spread))
  fc.assert(
    fc.property(fc.constantFrom('buy' as const, 'sell' as const), anyTick, anyTick, (direction, a, b) => {
      const at = fillPrice(direction, worseTick(direction, a, b))
      for (const one of [a, b]) {
        const other = fillPrice(direction, one)
        expect(direction === 'buy' ? at >= other : at <= other).toBe(true)
      }
    }),
  )
})
