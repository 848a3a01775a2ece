import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keysetPages, mergeSorted } from './sortedStreams.ts'

async function* streamOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}
const collect = async <T>(stream: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const one of stream) all.push(one)
  return all
}
const sorted = fc.array(fc.nat(50), { maxLength: 12 }).map((values) => values.toSorted((a, b) => a - b))

it('merged streams have every element once, in order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(sorted, { maxLength: 5 }), async (lists) => {
      const merged = await collect(mergeSorted(lists.map(streamOf), (a, b) => a - b))
      expect(merged).toEqual(lists.flat().toSorted((a, b) => a - b))
    }),
  ))

it('pages by key have every row once and ask once more only behind a full page', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 7 }), async (count, limit) => {
      const rows = Array.from({ length: count }, (_, at) => at + 1)
      let asked = 0
      const read = async (last: number | null) => {
        asked += 1
        return rows.filter((row) => row > (last ?? 0)).slice(0, limit)
      }
      expect(await collect(keysetPages(read, limit))).toEqual(rows)
      expect(asked).toBe(Math.floor(count / limit) + 1)
    }),
  ))
