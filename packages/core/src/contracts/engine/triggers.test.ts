import { seededRandom } from '@glasshouse/testkit/random'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../../money/units.ts'
import { slotHeap } from './heap.ts'
import {
  conditionOf,
  heapKey,
  isReached,
  type PriceTriggerKind,
  type Trigger,
  triggerBook,
} from './triggers.ts'

const at = (cents: number): Price => (BigInt(cents) * 10_000_000n) as Price
const kinds: readonly PriceTriggerKind[] = ['limit', 'loss', 'profit', 'closeOut']

describe('trigger conditions', () => {
  it.each<['long' | 'short', PriceTriggerKind, string]>([
    ['long', 'limit', 'ask falls'],
    ['short', 'limit', 'bid rises'],
    ['long', 'loss', 'bid falls'],
    ['long', 'profit', 'bid rises'],
    ['long', 'closeOut', 'bid falls'],
    ['short', 'loss', 'ask rises'],
    ['short', 'profit', 'ask falls'],
    ['short', 'closeOut', 'ask rises'],
  ])('%s %s: %s', (side, kind, expected) => {
    const condition = conditionOf(side, kind)
    expect(`${condition.side} ${condition.when}`).toBe(expected)
  })

  it('are reached at the exact price', () => {
    const best = { bid: at(100), ask: at(101) }
    expect(isReached({ side: 'bid', when: 'falls', price: at(100) }, best)).toBe(true)
    expect(isReached({ side: 'bid', when: 'falls', price: at(99) }, best)).toBe(false)
    expect(isReached({ side: 'ask', when: 'rises', price: at(101) }, best)).toBe(true)
    expect(isReached({ side: 'ask', when: 'rises', price: at(102) }, best)).toBe(false)
  })

  it('clamp a price beyond the safe integers', () => {
    expect(heapKey(price('9007199.254740991'))).toBe(Number.MAX_SAFE_INTEGER)
    expect(heapKey(price('50000000'))).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('the firing order within one tick', () => {
  it('is by acceptance, then stop loss before take profit of the same order, liquidations last', () => {
    const book = triggerBook()
    const names = new Map<number, string>()
    const add = (name: string, kind: PriceTriggerKind, acceptance: number, trigger: Partial<Trigger>) =>
      names.set(book.add({ side: 'bid', when: 'falls', kind, price: at(100), acceptance, ...trigger }), name)
    add('close-out', 'closeOut', 1, {})
    add('third', 'loss', 4, { price: at(150) })
    add('profit of the first', 'profit', 2, { side: 'ask', when: 'rises' })
    add('loss of the first', 'loss', 2, {})
    add('second', 'limit', 3, { side: 'ask', price: at(120) })
    add('not reached', 'loss', 1, { price: at(89) })
    expect(book.tick(heapKey(at(90)), heapKey(at(110))).map((id) => names.get(id))).toEqual([
      'loss of the first',
      'profit of the first',
      'second',
      'third',
      'close-out',
    ])
    expect(book.size()).toBe(1)
    expect(book.tick(heapKey(at(90)), heapKey(at(110)))).toEqual([])
  })
})

it('reuses the id of a removed trigger, so the book does not grow under churn', () => {
  const book = triggerBook()
  const trigger: Trigger = { side: 'bid', when: 'falls', kind: 'loss', price: at(100), acceptance: 1 }
  const first = book.add(trigger)
  const second = book.add(trigger)
  expect(second).not.toBe(first)
  expect(book.cancel(first)).toBe(true)
  expect(book.add(trigger)).toBe(first)
  expect(book.tick(heapKey(at(99)), heapKey(at(101)))).toEqual([first, second])
  expect([book.add(trigger), book.add(trigger)].sort()).toEqual([first, second].sort())
  // Cancelling an unknown id frees no id.
  expect(book.cancel(77)).toBe(false)
  expect(book.add(trigger)).toBe(Math.max(first, second) + 1)
})

const rankOf = ({ kind }: Trigger): number => (kinds as readonly Trigger['kind'][]).indexOf(kind)
type Scanned = Trigger & { readonly id: number }

/** Reference implementation: check every trigger, sort the reached ones. */
const scan = (all: readonly Scanned[], bid: Price, ask: Price): readonly Scanned[] =>
  all
    .filter((trigger) => isReached(trigger, { bid, ask }))
    .sort(
      (a, b) =>
        (a.kind === 'closeOut' ? 1 : 0) - (b.kind === 'closeOut' ? 1 : 0) ||
        a.acceptance - b.acceptance ||
        rankOf(a) - rankOf(b) ||
        a.id - b.id,
    )

describe('against a full scan', () => {
  it.each([1, 2, 3, 4, 5])(
    'fires the same triggers in the same order over 4,000 random steps (seed %d)',
    (seed) => {
      const random = seededRandom(seed)
      const book = triggerBook()
      const resting: Scanned[] = []
      let middle = 10_000
      let fired = 0
      let cancelled = 0
      for (let step = 0; step < 4000; step += 1) {
        const what = random.next()
        if (what < 0.5) {
          const trigger: Trigger = {
            side: random.pick(['bid', 'ask']),
            when: random.pick(['falls', 'rises']),
            kind: random.pick(kinds),
            price: at(middle + random.whole(-300, 300)),
            acceptance: random.whole(0, step),
          }
          resting.push({ ...trigger, id: book.add(trigger) })
        } else if (what < 0.6 && resting.length > 0) {
          const [gone] = resting.splice(random.whole(0, resting.length - 1), 1)
          expect(book.cancel(gone?.id ?? -1)).toBe(true)
          expect(book.cancel(gone?.id ?? -1)).toBe(false)
          cancelled += 1
        } else {
          middle += random.chance(0.02) ? random.whole(-250, 250) : random.whole(-9, 9)
          const [bid, ask] = [at(middle - random.whole(0, 3)), at(middle + random.whole(1, 4))]
          const expected = scan(resting, bid, ask).map(({ id }) => id)
          expect(book.tick(heapKey(bid), heapKey(ask))).toEqual(expected)
          const gone = new Set(expected)
          for (let index = resting.length - 1; index >= 0; index -= 1)
            if (gone.has(resting[index]?.id ?? -1)) resting.splice(index, 1)
          fired += expected.length
        }
        expect(book.size()).toBe(resting.length)
      }
      expect(fired).toBeGreaterThan(500)
      expect(cancelled).toBeGreaterThan(50)
    },
  )
})

it('fires thousands at one tick in the order of a full scan, and keeps what is not reached', () => {
  for (const [seed, stepSize] of [
    [1, 1024],
    [2, 7],
    [3, 1],
  ] as const) {
    const random = seededRandom(seed)
    const book = triggerBook(stepSize)
    let resting: Scanned[] = []
    for (let one = 0; one < 6000; one += 1) {
      const trigger: Trigger = {
        side: random.pick(['bid', 'ask']),
        when: random.pick(['falls', 'rises']),
        kind: random.pick(kinds),
        price: at(random.whole(1, 20_000)),
        // Now and then beyond what fits a sorted number, and often shared.
        acceptance: seed === 3 && one === 0 ? Number.MAX_SAFE_INTEGER : random.whole(0, 3000),
      }
      resting.push({ ...trigger, id: book.add(trigger) })
    }
    for (const [bid, ask] of [
      [9000, 9001],
      [4000, 15_000],
      [1, 20_000],
    ] as const) {
      const expected = scan(resting, at(bid), at(ask)).map(({ id }) => id)
      expect(book.tick(heapKey(at(bid)), heapKey(at(ask)))).toEqual(expected)
      const gone = new Set(expected)
      resting = resting.filter(({ id }) => !gone.has(id))
      expect(book.size()).toBe(resting.length)
    }
  }
})

describe('the heap', () => {
  it('takes any part of itself and stays a heap', () => {
    const random = seededRandom(5)
    for (const upTo of [-1, 3, 2000, 50_000, 99_000, 100_000, Number.POSITIVE_INFINITY]) {
      const heap = slotHeap()
      const keys = Array.from({ length: 4000 }, () => random.whole(0, 100_000))
      keys.forEach((key, slot) => {
        heap.add(slot, key)
      })
      const taken: number[] = []
      heap.takeUpTo(upTo, taken)
      heap.takeUpTo(upTo, taken)
      expect(taken.map((slot) => keys[slot] ?? 0).every((key) => key <= upTo)).toBe(true)
      const left = keys.filter((key) => key > upTo).sort((a, b) => a - b)
      expect([taken.length, heap.size()]).toEqual([keys.length - left.length, left.length])
      expect(heap.remove(taken[0] ?? 4000)).toBe(false)
      expect(left.map(() => keys[heap.pop()])).toEqual(left)
    }
  })

  it('keeps all entries when it grows beyond its initial capacity', () => {
    const heap = slotHeap()
    const random = seededRandom(7)
    const keys = Array.from({ length: 5000 }, () => random.whole(0, 1_000_000))
    keys.forEach((key, slot) => {
      heap.add(slot, key)
    })
    for (let slot = 0; slot < 5000; slot += 7) expect(heap.remove(slot)).toBe(true)
    const remaining = keys.filter((_, slot) => slot % 7 !== 0).sort((a, b) => a - b)
    expect(heap.size()).toBe(remaining.length)
    for (const key of remaining) {
      expect(heap.top()).toBe(key)
      expect(keys[heap.pop()]).toBe(key)
    }
    expect(heap.size()).toBe(0)
  })

  it('rejects a duplicate slot and returns false for an unknown one', () => {
    const heap = slotHeap()
    heap.add(500, 1)
    expect(() => heap.add(500, 2)).toThrow('already')
    expect(heap.remove(7)).toBe(false)
    expect(heap.pop()).toBe(500)
    expect(heap.pop()).toBe(-1)
    expect(heap.top()).toBe(Number.POSITIVE_INFINITY)
  })
})
