import fc from 'fast-check'
import { expect, it } from 'vitest'
import { price } from '../money/units.ts'
import { worseTick } from './entry.ts'
import { fillPrice } from './rules.ts'

const tick = (bid: number, ask: number) => ({ bid: price(String(bid)), ask: price(String(ask)) })

it.each([
  ['long', tick(99, 100), tick(100, 101), 'next'],
  ['long', tick(99, 100), tick(98, 99), 'accepted'],
  ['long', tick(99, 100), tick(98, 100), 'accepted'],
  ['short', tick(99, 100), tick(98, 99), 'next'],
  ['short', tick(99, 100), tick(100, 101), 'accepted'],
  ['short', tick(99, 100), tick(99, 101), 'accepted'],
] as const)('a %s between two ticks fills at the worse one', (side, accepted, next, expected) => {
  expect(worseTick(side, accepted, next)).toBe(expected === 'next' ? next : accepted)
})

it('is the tick of the acceptance when no tick came', () => {
  const accepted = tick(99, 100)
  expect(worseTick('long', accepted, null)).toBe(accepted)
})

it('never fills better than either tick', () => {
  const anyTick = fc
    .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 9 }))
    .map(([bid, spread]) => tick(bid, bid + spread))
  fc.assert(
    fc.property(fc.constantFrom('long' as const, 'short' as const), anyTick, anyTick, (side, a, b) => {
      const at = fillPrice(side, worseTick(side, a, b))
      for (const one of [a, b]) {
        const other = fillPrice(side, one)
        expect(side === 'long' ? at >= other : at <= other).toBe(true)
      }
    }),
  )
})
