import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Tick } from '../../markets/evidence.ts'
import type { Price } from '../../money/units.ts'
import { tickOf } from '../decide/trading.fixture.ts'
import { closingPrice, type PositionSide } from '../rules.ts'
import { isBetterClosing, isTrailingReached, type TrailingDistance } from '../trailingStop.ts'
import { trailingBook } from './trailingBook.ts'

const units = (at: number) => (BigInt(at) * 10_000_000n) as Price
/** A tick with a bid and a spread in hundredths. */
const heard = (n: number, bid: number, spread: number): Tick => tickOf(1, n, units(bid), units(bid + spread))

const someDistance: fc.Arbitrary<TrailingDistance> = fc.oneof(
  fc.integer({ min: 1, max: 25 }).map((by) => ({ kind: 'price', by: units(by) }) as const),
  fc.integer({ min: 1, max: 250 }).map((many) => ({ kind: 'percent', hundredths: BigInt(many) }) as const),
)
const someStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ bid: fc.integer({ min: 985, max: 1_015 }), spread: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ side: fc.constantFrom<PositionSide>('long', 'short'), distance: someDistance }),
  },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(20), isAddedAgain: fc.boolean() }) },
)

/** One stop that looks at every tick by itself. */
type Follower = { readonly side: PositionSide; readonly distance: TrailingDistance; best: Tick; name: number }

it('fires what every stop would fire by itself, with the best tick that each of them saw', () => {
  fc.assert(
    fc.property(
      fc.array(someStep, { minLength: 5, maxLength: 120 }),
      fc.constantFrom(1, 3, 1024),
      (steps, size) => {
        const book = trailingBook(size)
        const followers = new Map<number, Follower>()
        let now = heard(1, 1_000, 3)
        let names = 0
        const add = (one: Omit<Follower, 'name'>): void => {
          names += 1
          followers.set(book.add(one), { ...one, name: names })
        }
        for (const step of steps) {
          if ('side' in step) add({ ...step, best: now })
          else if ('remove' in step) {
            const [id, one] = [...followers][step.remove] ?? []
            if (id === undefined || one === undefined) continue
            expect(book.remove(id).n).toBe(one.best.n)
            followers.delete(id)
            // A wallet that is armed anew adds its stops with the best ticks that they had.
            if (step.isAddedAgain) add(one)
          } else {
            now = heard(now.n + 1, step.bid, step.spread)
            const fired = book.tick(now)
            const due = [...followers].filter(([, { side, distance, best }]) =>
              isTrailingReached(side, distance, closingPrice(side, best), now),
            )
            const described = (all: readonly (readonly [number, Tick])[]) =>
              all.map(([id, best]) => `${followers.get(id)?.name} ${best.n}`).sort()
            expect(described(fired.map(({ id, best }) => [id, best]))).toEqual(
              described(due.map(([id, { best }]) => [id, best])),
            )
            for (const [id] of due) followers.delete(id)
            for (const one of followers.values())
              if (isBetterClosing(one.side, closingPrice(one.side, now), closingPrice(one.side, one.best)))
                one.best = now
          }
          expect(book.size()).toBe(followers.size)
          for (const [id, { best }] of followers) expect(book.bestOf(id).n).toBe(best.n)
        }
      },
    ),
    { numRuns: 300, seed: 11 },
  )
})

it('tells once which best ticks moved, and not the first one of a stop', () => {
  const book = trailingBook()
  const first = heard(1, 1_000, 1)
  book.add({ side: 'long', distance: { kind: 'price', by: units(50) }, best: first })
  book.add({ side: 'long', distance: { kind: 'percent', hundredths: 100n }, best: first })
  expect(book.takeMoved()).toEqual([])
  book.tick(heard(2, 1_001, 1))
  book.tick(heard(3, 1_002, 1))
  book.tick(heard(4, 1_001, 1))
  expect(book.takeMoved().map(({ n }) => n)).toEqual([3])
  expect(book.takeMoved()).toEqual([])
})

it('follows a market that rises for thousands of ticks without looking at each of its stops', () => {
  const book = trailingBook()
  const many = 20_000
  // Every stop is set at a tick of its own while the market falls, which makes as many groups as there can be.
  for (let n = 1; n <= many; n += 1)
    book.add({
      side: 'long',
      distance: { kind: 'price', by: units(30_000 + n) },
      best: heard(n, 60_000 - n, 1),
    })
  let looks = 0
  const counted = (tick: Tick): Tick => ({
    ...tick,
    get bid() {
      looks += 1
      return tick.bid
    },
  })
  // Joined once by the first rise, they are one group from then on.
  book.tick(heard(many + 1, 70_000, 1))
  for (let n = 2; n <= 2_000; n += 1) expect(book.tick(counted(heard(many + n, 70_000 + n, 1)))).toEqual([])
  expect(looks).toBeLessThan(2_000 * 12)
  const fired = book.tick(heard(many + 2_001, 70_000 + 2_000 - 30_010, 1))
  expect(fired).toHaveLength(10)
  expect(fired.every(({ best }) => best.n === many + 2_000)).toBe(true)
})

it('keeps stops apart that saw the same best price at different ticks', () => {
  const book = trailingBook()
  const distance = { kind: 'price', by: units(50) } as const
  const [first, second] = [1, 2].map((n) => book.add({ side: 'long', distance, best: heard(n, 1_000, 1) }))
  if (first === undefined || second === undefined) throw new Error('two stops')
  expect(book.remove(first).n).toBe(1)
  book.tick(heard(3, 1_001, 1))
  expect(book.bestOf(second).n).toBe(3)
})
