import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchedRead } from './batchedRead.ts'

/** A table whose reads finish when the test says so. */
const openTable = () => {
  const rows = new Map<string, string>()
  const batches: (readonly string[])[] = []
  const held: (() => void)[] = []
  const read = batchedRead(async (_: object, keys: readonly string[]) => {
    batches.push(keys)
    const seen = new Map([...rows].filter(([key]) => keys.includes(key)))
    await new Promise<void>((go) => held.push(go))
    return seen
  })
  return { rows, batches, release: () => held.shift()?.(), read }
}
const settled = () => new Promise((done) => setImmediate(done))

it('reads concurrent keys in one statement, each key once', async () => {
  const { rows, batches, release, read } = openTable()
  rows.set('a', '1')
  const [db, reads] = [{}, [] as Promise<string | undefined>[]]
  for (const key of ['a', 'b', 'a']) reads.push(read(db, key))
  await settled()
  release()
  expect(await Promise.all(reads)).toEqual(['1', undefined, '1'])
  expect(batches).toEqual([['a', 'b']])
})

it('never returns data read before the request', async () => {
  const { rows, batches, release, read } = openTable()
  const db = {}
  rows.set('session', 'alive')
  const before = read(db, 'session')
  await settled()
  rows.set('session', 'ended')
  const after = read(db, 'session')
  await settled()
  expect(batches).toHaveLength(1)
  release()
  expect(await before).toBe('alive')
  await settled()
  release()
  expect(await after).toBe('ended')
})

it('rejects the callers of a failed statement, and continues', async () => {
  let broken = true
  const read = batchedRead(async (_: object, keys: readonly number[]) => {
    if (broken) throw new Error('away')
    return new Map(keys.map((key) => [key, key * 2]))
  })
  const db = {}
  const first = await Promise.allSettled([read(db, 1), read(db, 2)])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await read(db, 3)).toBe(6)
})

it('reads transactions separately', async () => {
  const read = batchedRead(
    async (source: { name: string }, keys: readonly number[]) =>
      new Map(keys.map((key) => [key, `${source.name} ${key}`])),
  )
  expect(await Promise.all([read({ name: 'one' }, 1), read({ name: 'other' }, 1)])).toEqual([
    'one 1',
    'other 1',
  ])
})

it('returns each caller its own row, at any timing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 40 }), async (asks) => {
      const read = batchedRead(async (_: object, keys: readonly number[]) => {
        await settled()
        return new Map(keys.filter((key) => key !== 0).map((key) => [key, key * 10]))
      })
      const db = {}
      const answers = await Promise.all(
        asks.map(async ([key, pause]) => {
          for (let i = 0; i < pause; i += 1) await settled()
          return [key, await read(db, key)] as const
        }),
      )
      for (const [key, found] of answers) expect(found).toBe(key === 0 ? undefined : key * 10)
    }),
    { numRuns: 50 },
  )
})
