import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotHeap } from './heap.ts'
import { type HeapEntry, heapEntry, type MeldableHeap, meld, removeEntry } from './meldableHeap.ts'

// The heaps of the engine beside a plain list. A heap that loses an entry would lose a stop of a customer.

const smallest = (keys: Iterable<bigint>): bigint | null =>
  [...keys].reduce<bigint | null>((least, key) => (least === null || key < least ? key : least), null)

describe('meldable heaps', () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant('add' as const), at: fc.nat(3), key: fc.bigInt(0n, 40n) }),
    fc.record({ act: fc.constant('meld' as const), at: fc.nat(3), other: fc.nat(3) }),
    fc.record({ act: fc.constant('remove' as const), at: fc.nat(3), which: fc.nat(100) }),
    fc.record({ act: fc.constant('pop' as const), at: fc.nat(3) }),
  )

  it('hold at any time exactly what was added and not removed, with the smallest at the top', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const heaps: MeldableHeap<number>[] = [null, null, null, null]
        const lists: HeapEntry<number>[][] = [[], [], [], []]
        const listAt = (at: number) => lists[at] ?? []
        let made = 0
        const remove = (at: number, entry: HeapEntry<number>) => {
          const heap = heaps[at] ?? null
          if (heap === null) throw new Error('a listed entry is in no heap')
          heaps[at] = removeEntry(heap, entry)
          lists[at] = listAt(at).filter((other) => other !== entry)
          expect([entry.left, entry.right, entry.parent]).toEqual([null, null, null])
        }
        for (const one of steps) {
          const { at } = one
          if (one.act === 'add') {
            made += 1
            const entry = heapEntry(one.key, made)
            heaps[at] = meld(heaps[at] ?? null, entry)
            listAt(at).push(entry)
          } else if (one.act === 'meld' && one.other !== at) {
            heaps[at] = meld(heaps[at] ?? null, heaps[one.other] ?? null)
            lists[at] = [...listAt(at), ...listAt(one.other)]
            heaps[one.other] = null
            lists[one.other] = []
          } else if (one.act === 'remove') {
            const entry = listAt(at)[one.which % Math.max(1, listAt(at).length)]
            if (entry !== undefined) remove(at, entry)
          } else if (one.act === 'pop') {
            const top = heaps[at] ?? null
            if (top !== null) remove(at, top)
          }
          heaps.forEach((heap, index) => {
            expect(heap?.key ?? null).toBe(smallest(listAt(index).map(({ key }) => key)))
          })
        }
        // What is left comes out in order, each entry once.
        heaps.forEach((heap, index) => {
          const values: number[] = []
          let last = -1n
          for (let rest = heap; rest !== null; ) {
            expect(rest.key >= last).toBe(true)
            last = rest.key
            values.push(rest.value)
            rest = removeEntry(rest, rest)
          }
          const listed = listAt(index).map(({ value }) => value)
          expect(values.toSorted((a, b) => a - b)).toEqual(listed.toSorted((a, b) => a - b))
        })
      }),
      { numRuns: 200 },
    )
  })

  it('add an entry removed before as a new one', () => {
    const [one, two] = [heapEntry(1n, 'one'), heapEntry(2n, 'two')]
    const both = meld<string>(one, two)
    if (both === null) throw new Error('two entries make no heap')
    const rest = removeEntry(both, one)
    expect(rest).toBe(two)
    expect(meld(rest, one)).toBe(one)
    expect([one.left, one.right, two.parent]).toEqual([two, null, one])
  })

  it('are never deep to the right, so that nothing of a hundred thousand walks all of them', () => {
    for (const keyOf of [(at: number) => at, (at: number) => -at, (at: number) => (at * 7919) % 50_000]) {
      let heap: MeldableHeap<number> = null
      const entries: HeapEntry<number>[] = []
      for (let at = 0; at < 50_000; at += 1) {
        const entry = heapEntry(BigInt(keyOf(at)), at)
        entries.push(entry)
        heap = meld(heap, entry)
      }
      for (const [at, entry] of entries.entries())
        if (at % 3 !== 0 && heap !== null) heap = removeEntry(heap, entry)
      const waiting = heap === null ? [] : [heap]
      let count = 0
      for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
        count += 1
        const { left, right, rank } = entry
        const [leftRank, rightRank] = [left?.rank ?? 0, right?.rank ?? 0]
        if (leftRank < rightRank || rank !== rightRank + 1)
          throw new Error(`${entry.value} leans to the right`)
        for (const child of [left, right])
          if (child !== null) {
            if (child.parent !== entry || child.key < entry.key)
              throw new Error(`${child.value} is not below its parent`)
            waiting.push(child)
          }
      }
      expect(count).toBe(entries.filter((_, at) => at % 3 === 0).length)
    }
  })
})

describe('a heap of slots', () => {
  it('gives at once all that a key reaches, few or thousands, and keeps the rest in order', () => {
    const count = fc.constantFrom(0, 1, 5, 999, 1000, 1001, 3000)
    const someStepSize = fc.constantFrom(1, 7, 1024)
    fc.assert(
      fc.property(
        count,
        count,
        fc.integer({ min: 1, max: 1000 }),
        someStepSize,
        (reached, beyond, seed, size) => {
          const heap = slotHeap(size)
          const total = reached + beyond
          // A permutation of the slots: the prime 7919 divides no total.
          const slots = Array.from(
            { length: total },
            (_, index) => (index * 7919 + seed) % Math.max(1, total),
          )
          for (const slot of slots) heap.add(slot, slot < reached ? slot / 2 : 10_000 + slot)
          const taken: number[] = []
          heap.takeUpTo(9999, taken)
          expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: reached }, (_, slot) => slot))
          expect([heap.size(), heap.top()]).toEqual([
            beyond,
            beyond === 0 ? Number.POSITIVE_INFINITY : 10_000 + reached,
          ])
          for (const slot of taken) expect(heap.remove(slot)).toBe(false)
          const kept = Array.from({ length: beyond }, (_, index) => reached + index)
          if (kept.length > 0) expect(heap.remove(total - 1)).toBe(true)
          expect(kept.slice(0, -1).map(() => heap.pop())).toEqual(kept.slice(0, -1))
          expect(heap.pop()).toBe(-1)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('refuses a slot twice and takes it again after it left', () => {
    const heap = slotHeap()
    heap.add(5, 1)
    expect(() => heap.add(5, 2)).toThrow(RangeError)
    expect([heap.remove(5), heap.remove(5), heap.remove(9999)]).toEqual([true, false, false])
    heap.add(5, 3)
    expect([heap.top(), heap.pop(), heap.size()]).toEqual([3, 5, 0])
  })
})
