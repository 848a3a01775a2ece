import { constants, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deflateFrames } from './deflate.ts'

/** Bytes that a reader appends to each message before inflating (RFC 7692, 7.2.2). */
const tail = Buffer.from([0, 0, 0xff, 0xff])

/** Inflates messages in order as one stream of a reader, with zlib. */
const undone = (payloads: readonly Buffer[]): string[] => {
  const all = payloads.map((_, at) =>
    inflateRawSync(Buffer.concat(payloads.slice(0, at + 1).flatMap((payload) => [payload, tail])), {
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1'),
  )
  return all.map((text, at) => text.slice(all[at - 1]?.length ?? 0))
}
const bytesOf = (texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'))
const quote = (n: number): string =>
  JSON.stringify({
    e: 'QUOTES',
    s: `S${n % 9}USDT`,
    p: `${65_000 + n}.17`,
    q: '0.0135',
    T: 1_700_000_000_000 + n,
    n,
  })

it('is inflated by zlib message by message, for any bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 700 }).map((some) => Buffer.from(some).toString('latin1'))
  const alike = fc.string({ maxLength: 900, unit: fc.constantFrom('a', 'b', '{"e":', 'ÿ') })
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, alike, fc.nat(99).map(quote)), { maxLength: 12 }), (texts) => {
      const latin = texts.map((text) => Buffer.from(text, 'latin1').toString('latin1'))
      expect(undone(deflateFrames(bytesOf(latin)))).toEqual(latin)
    }),
    { numRuns: 300 },
  )
})

it.each([0, 1, 3, 4, 5, 257, 258, 259, 260, 516, 4096, 5000, 70_000])('compresses a run of %i', (length) => {
  const text = 'x'.repeat(length)
  expect(undone(deflateFrames(bytesOf([text, text])))).toEqual([text, text])
})

it('refers only to its own batch, so that it can follow any earlier data', () => {
  const [one, two, three] = [
    [1, 2, 3],
    [7, 8],
    [20, 21, 22],
  ].map((numbers) => numbers.map(quote))
  const frames = [one, two, three].map((texts) => deflateFrames(bytesOf(texts ?? [])))
  const [a = [], b = [], c = []] = frames
  for (const order of [[...a, ...b, ...c], [...c, ...a], [...b], [...b, ...b, ...a]])
    expect(undone(order).every((text) => text.startsWith('{"e":"QUOTES"') && text.endsWith('}'))).toBe(true)
  expect(undone([...c, ...a])).toEqual([...(three ?? []), ...(one ?? [])])
})

it('needs less than half of the bytes of quotes', () => {
  const texts = Array.from({ length: 20 }, (_, n) => quote(n * 731))
  const size = deflateFrames(bytesOf(texts)).reduce((sum, { length }) => sum + length, 0)
  expect(size).toBeLessThan(texts.join('').length / 2)
})

it('expands incompressible data by at most an eighth and some bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value))
  expect(deflateFrames([bytes])[0]?.length).toBeLessThan(256 + 32 + 4)
})
