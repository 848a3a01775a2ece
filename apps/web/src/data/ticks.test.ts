import type { Price } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'

vi.mock('./api.ts', () => ({ api: {} }))
vi.mock('./stream.ts', () => ({ stream: {} }))
vi.mock('./quotes.ts', () => ({ quotes: {}, subscribeQuotes: () => {} }))
const { mergeTicks } = await import('./ticks.ts')

const tick = (n: number) => ({ n, price: BigInt(n) as Price, time: n * 10 })

it('has each tick once, in the order of the log, however streamed and fetched ones overlap', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
  fc.assert(
    fc.property(numbers, numbers, (first, second) => {
      const known = mergeTicks([], first.map(tick))
      const merged = mergeTicks(known, second.map(tick))
      expect(merged.map(({ n }) => n)).toEqual([...new Set([...first, ...second])].sort((a, b) => a - b))
      let oneByOne = known
      for (const n of second) oneByOne = mergeTicks(oneByOne, [tick(n)])
      expect(oneByOne).toEqual(merged)
    }),
  )
})

it('drops the oldest beyond 4,000', () => {
  const all = Array.from({ length: 4000 }, (_, at) => tick(at + 1))
  const more = mergeTicks(all, [tick(4001)])
  expect([more.length, more[0]?.n, more.at(-1)?.n]).toEqual([4000, 2, 4001])
})
