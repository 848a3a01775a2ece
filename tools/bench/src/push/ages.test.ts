import { expect, it } from 'vitest'
import { textFrame } from '../../../../apps/server/src/platform/push/frame.ts'
import { eventAgesOf, updateAges } from './ages.ts'
import { createReading } from './clients.ts'

const load = { symbols: 2, owners: 1 }
/** Ten updates, one every 10 ms from 0; even ones are of one symbol, odd ones of the other. */
const published = { first: 100, atMs: Array.from({ length: 10 }, (_, at) => at * 10) }

it('returns the age of the oldest update that a message stands for', () => {
  const quotes = [
    { client: 1, number: 104, atMs: 50 },
    { client: 1, number: 108, atMs: 85 },
    { client: 1, number: 109, atMs: 95 },
  ]
  // 109 is the first of its symbol, so it also stands for the update at 10 ms.
  expect(updateAges({ ...published, quotes }, load)).toEqual({ p99Ms: 85, missing: 0 })
  expect(updateAges({ ...published, quotes: quotes.slice(0, 2) }, load)).toEqual({ p99Ms: 50, missing: 1 })
})

it('counts private events that never arrived', () => {
  const committed = [
    [0, 10],
    [1, 20],
  ] as const
  expect(eventAgesOf({ committed, events: [{ client: 1, number: 1, atMs: 23 }] })).toEqual({
    agesMs: [3],
    lost: 1,
  })
})

it('reads fragmented frames and skips a ping', () => {
  const frames = Buffer.concat([textFrame('{"n":1}'), Buffer.from([0x89, 0]), textFrame('x'.repeat(200))])
  const read = createReading()
  const texts = [...frames].flatMap((byte) => read(Buffer.from([byte])))
  expect(texts).toEqual(['{"n":1}', 'x'.repeat(200)])
})
