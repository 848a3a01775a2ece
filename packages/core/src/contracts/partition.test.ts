import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partitionOf } from './partition.ts'

// Worked out by another program from the definition of MurmurHash3's finalizer. A different value would look for the
// orders of a customer at the wrong engine, so none of these may ever change.
const known: readonly (readonly [uid: number, of16: number, of7: number, of1024: number])[] = [
  [0, 0, 0, 0],
  [1, 7, 6, 183],
  [1001, 12, 3, 988],
  [10_000, 14, 1, 446],
  [10_001, 14, 5, 62],
  [10_002, 11, 3, 571],
  [123_456_789, 10, 3, 154],
  [2 ** 32 - 1, 9, 6, 825],
  [2 ** 32, 15, 0, 143],
  [2 ** 32 + 1, 15, 6, 47],
  [2 ** 53 - 1, 5, 0, 933],
]

/** How many of some accounts are in each partition. */
const counts = (uids: readonly number[], partitions: number): readonly number[] => {
  const found = Array.from({ length: partitions }, () => 0)
  for (const uid of uids) {
    const partition = partitionOf(uid, partitions)
    found[partition] = (found[partition] ?? 0) + 1
  }
  return found
}

describe('the partition of an account', () => {
  it.each(known)('of %d is the one it has always been', (uid, of16, of7, of1024) => {
    expect([16, 7, 1024].map((partitions) => partitionOf(uid, partitions))).toEqual([of16, of7, of1024])
  })

  it('is one of those there are', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 1024 }), (uid, partitions) => {
        const partition = partitionOf(uid, partitions)
        expect(Number.isInteger(partition) && partition >= 0 && partition < partitions).toBe(true)
      }),
    )
  })

  it.each([
    ['in a row', 1],
    ['every second one', 2],
    ['every sixteenth one', 16],
    ['every 10,000th one', 10_000],
  ])('spreads accounts evenly: %s', (_, step) => {
    const uids = Array.from({ length: 32_000 }, (_, at) => 10_000 + at * step)
    for (const partitions of [2, 7, 16, 64]) {
      const mean = uids.length / partitions
      // Five standard deviations of a random spread.
      for (const count of counts(uids, partitions))
        expect(Math.abs(count - mean)).toBeLessThan(5 * Math.sqrt(mean))
    }
  })

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %d, which is the number of no account', (uid) => {
    expect(() => partitionOf(uid, 16)).toThrow(RangeError)
  })
})
