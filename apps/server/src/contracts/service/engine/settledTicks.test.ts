import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HeldPartitions } from '../../store/partitions.ts'
import type { SettledTicks } from '../../store/settledTicks.ts'
import { marksToWrite, smallestMarks, withWritten } from './settledTicks.ts'

const marks = (ticks: Readonly<Record<number, number>>) =>
  new Map(Object.entries(ticks).map(([pid, n]) => [Number(pid), n]))
const settled = (
  common: Readonly<Record<number, number>>,
  own: Readonly<Record<number, Readonly<Record<number, number>>>> = {},
): SettledTicks => ({
  common: marks(common),
  byPartition: new Map(Object.entries(own).map(([partition, ticks]) => [Number(partition), marks(ticks)])),
})
const holding = (of: number, ...partitions: readonly number[]): HeldPartitions => ({
  terms: new Map(partitions.map((partition) => [partition, 1])),
  of,
})

describe('an engine begins', () => {
  it('behind what all partitions have in common, as an engine of the former release left it', () => {
    expect(smallestMarks(settled({ 1: 40, 2: 7 }), holding(4, 0, 1, 2, 3))).toEqual(marks({ 1: 40, 2: 7 }))
    expect(smallestMarks(settled({ 1: 40, 2: 7 }), holding(4, 2))).toEqual(marks({ 1: 40, 2: 7 }))
  })

  it('behind the smallest mark of its partitions, of which the further one counts', () => {
    const both = settled({ 1: 40 }, { 0: { 1: 60 }, 1: { 1: 50 }, 2: { 1: 30 } })
    expect(smallestMarks(both, holding(3, 0, 1))).toEqual(marks({ 1: 50 }))
    expect(smallestMarks(both, holding(3, 0, 1, 2))).toEqual(marks({ 1: 40 }))
  })

  it('at the first tick of a market that only some of its partitions ever watched, and at no tick of one that none did', () => {
    const own = settled({}, { 0: { 1: 60 }, 2: { 2: 5 } })
    expect(smallestMarks(own, holding(3, 0, 1))).toEqual(marks({ 1: 0 }))
    expect(smallestMarks(own, holding(3, 0))).toEqual(marks({ 1: 60 }))
  })
})

describe('once everything that was heard is settled', () => {
  it('an engine of all partitions writes what they have in common, and of some the marks of each', () => {
    const before = settled({ 1: 40, 2: 7 }, { 1: { 3: 9 } })
    expect(marksToWrite(before, holding(2, 0, 1), marks({ 1: 50, 2: 7 }))).toEqual(settled({ 1: 50 }))
    expect(marksToWrite(before, holding(2, 1), marks({ 1: 50, 2: 7 }))).toEqual(
      settled({}, { 1: { 3: 9, 1: 50 } }),
    )
  })

  it('nothing that does not move is written', () => {
    const before = settled({ 1: 40 }, { 1: { 1: 60 } })
    expect(marksToWrite(before, holding(2, 0, 1), marks({ 1: 40 }))).toEqual(settled({}))
    expect(marksToWrite(before, holding(3, 0, 1), marks({ 1: 50 }))).toEqual(settled({}, { 0: { 1: 50 } }))
  })
})

it('no mark of a held partition is passed over at the begin, each reaches what was heard, and others stay', () => {
  const ticks = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(20)), { selector: ([pid]) => pid })
  const own = fc.uniqueArray(fc.tuple(fc.nat(4), ticks), { selector: ([partition]) => partition })
  const some = fc.uniqueArray(fc.nat(4), { minLength: 1 })
  fc.assert(
    fc.property(ticks, own, some, ticks, (common, byPartition, partitions, heard) => {
      const before: SettledTicks = {
        common: new Map(common),
        byPartition: new Map(byPartition.map(([partition, marked]) => [partition, new Map(marked)])),
      }
      const held = holding(5, ...partitions)
      const markOf = (all: SettledTicks, partition: number, pid: number): number =>
        Math.max(all.common.get(pid) ?? 0, all.byPartition.get(partition)?.get(pid) ?? 0)
      for (const [pid, n] of smallestMarks(before, held))
        expect(n).toBe(Math.min(...partitions.map((partition) => markOf(before, partition, pid))))
      const written = marksToWrite(before, held, new Map(heard))
      const after = withWritten(before, written)
      for (const [pid, n] of heard)
        for (const partition of [0, 1, 2, 3, 4])
          expect(markOf(after, partition, pid)).toBe(
            partitions.includes(partition)
              ? Math.max(n, markOf(before, partition, pid))
              : markOf(before, partition, pid),
          )
      expect(marksToWrite(after, held, new Map(heard))).toEqual(settled({}))
    }),
  )
})
