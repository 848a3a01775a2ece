import type { TickEvidence } from '@glasshouse/core/markets/wire'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plantTicks } from './day.fixture.ts'
import { tickLogOf } from './tickLog.ts'

const planted = [...plantTicks('BTCUSDT', 60, 1), ...plantTicks('ETHUSDT', 40, 2)]

/** Changes after which a tick still is one by its schema, though not one that the product writes. */
const changes: fc.Arbitrary<Partial<TickEvidence>> = fc.oneof(
  fc.constant({}),
  fc.record({ late: fc.constant<true>(true) }),
  fc.record({ fetched: fc.constant<true>(true), recordedTime: fc.nat() }),
  fc.record({
    price: fc.constantFrom('66000.10', '0.000000001', '7', '9300000000', '123456789012345.123456789'),
  }),
  fc.record({
    sourceSequence: fc.constantFrom('', 'a', '007', '9223372036854775808', '18446744073709551615'),
  }),
  fc.record({ hash: fc.constantFrom('', 'AB'.repeat(32), 'zz'.repeat(32), 'ab'.repeat(31)) }),
  fc.record({ side: fc.constantFrom('buy', 'sell', 'none') }),
  fc.record({ n: fc.integer({ min: 1, max: 80 }) }),
)

it('gives every tick back as it was exported, in the order of the numbers', () => {
  fc.assert(
    fc.property(
      fc.array(changes, { minLength: 100, maxLength: 100 }),
      fc.boolean(),
      (changed, isReversed) => {
        const ticks = planted.map((tick, index) => ({ ...tick, ...changed[index] }))
        const log = tickLogOf(isReversed ? ticks.toReversed() : ticks)
        for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
          const own = ticks.filter((tick) => tick.symbol === symbol)
          const expected = (isReversed ? own.toReversed() : own).toSorted((a, b) => a.n - b.n)
          expect([...log.of(symbol)]).toEqual(expected)
          for (const n of [0, 1, 17, 40, 61, 90]) {
            expect(log.of(symbol).firstAbove(n)).toBe(expected.filter((tick) => tick.n <= n).length)
            expect(log.hashOf(symbol, n)).toBe(expected.findLast((tick) => tick.n === n)?.hash)
          }
        }
      },
    ),
    { numRuns: 40 },
  )
})

it('finds ticks by when they were received, and nothing of a symbol that is not there', () => {
  const log = tickLogOf(planted)
  const [first] = planted
  if (first === undefined) throw new Error('no tick')
  const { receivedTime } = first
  const places = [-1, 0, 249, 250, 1_000_000].map((ms) =>
    log.of('BTCUSDT').firstReceivedAfter(receivedTime + ms),
  )
  expect(places).toEqual([0, 1, 1, 2, 60])
  expect([log.length, log.newestMs]).toEqual([100, receivedTime + 59 * 250])
  expect([log.of('X').length, log.hashOf('X', 1), tickLogOf([]).newestMs]).toEqual([0, undefined, 0])
})
