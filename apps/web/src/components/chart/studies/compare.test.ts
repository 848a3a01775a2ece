import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedLine } from './compare.ts'

const closes = fc.array(
  fc.record({
    own: fc.double({ min: 1, max: 1000, noNaN: true }),
    other: fc.option(fc.double({ min: 1, max: 1000, noNaN: true })),
  }),
  { maxLength: 30 },
)

describe('a compared line', () => {
  it('begins on the own price and has the change of the other market at every later candle', () => {
    fc.assert(
      fc.property(closes, fc.nat(30), fc.nat(30), (list, from, to) => {
        const bars = list.map(({ own }, timestamp) => ({ timestamp, close: own }))
        const others = new Map(
          list.flatMap(({ other }, at) => (other === null ? [] : [[at, other] as const])),
        )
        const line = comparedLine(bars, others, from, to)
        const known = [...others.keys()].filter((at) => at >= from && at < to)
        expect(line.map(({ index }) => index)).toEqual(known)
        const start = known[0]
        for (const { index, value, change } of line) {
          const ratio = (others.get(index) ?? 0) / (others.get(start ?? 0) ?? 1)
          expect(change).toBeCloseTo(ratio - 1, 9)
          expect(value).toBeCloseTo((bars[start ?? 0]?.close ?? 0) * ratio, 6)
        }
      }),
    )
  })
})
