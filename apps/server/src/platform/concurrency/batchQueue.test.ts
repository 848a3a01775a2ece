import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BatchResult, createBatchQueue } from './batchQueue.ts'

/** A batch queue whose batches finish when the test says so. */
const openQueue = (isUnsure = false) => {
  const batches: (readonly string[])[] = []
  const held: (() => void)[] = []
  const queue = createBatchQueue(
    async (batch: readonly string[]): Promise<readonly BatchResult<string>[]> => {
      batches.push(batch)
      await new Promise<void>((go) => held.push(go))
      if (batch.includes('poison')) throw new Error('poisoned')
      return batch.map((request) =>
        request.startsWith('no') ? { failure: new Error(request) } : { answer: `did ${request}` },
      )
    },
    () => isUnsure,
  )
  const release = async (): Promise<void> => {
    held.shift()?.()
    await settled()
  }
  return { batches, queue, release }
}
const settled = () => new Promise((done) => setImmediate(done))
const outcome = (pending: Promise<string>): Promise<string> =>
  pending.catch((error: Error) => `failed: ${error.message}`)

it('runs a single request at once and batches the ones that arrive meanwhile, in order', async () => {
  const { batches, queue, release } = openQueue()
  const first = queue('a')
  await settled()
  const later = ['b', 'c', 'd'].map(queue)
  await settled()
  expect(batches).toEqual([['a']])
  await release()
  expect(await first).toBe('did a')
  expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  await release()
  expect(await Promise.all(later)).toEqual(['did b', 'did c', 'did d'])
})

it('returns each request its own failure', async () => {
  const { queue, release } = openQueue()
  const requests = ['a', 'no b', 'c'].map((one) => outcome(queue(one)))
  await settled()
  await release()
  expect(await Promise.all(requests)).toEqual(['did a', 'failed: no b', 'did c'])
})

it('retries a failed batch in halves, so that a failing request affects no other', async () => {
  const { batches, queue, release } = openQueue()
  const requests = ['a', 'b', 'poison', 'c', 'd'].map((one) => outcome(queue(one)))
  await settled()
  for (let times = 0; times < 7; times += 1) await release()
  expect(await Promise.all(requests)).toEqual(['did a', 'did b', 'failed: poisoned', 'did c', 'did d'])
  expect(batches).toEqual([
    ['a', 'b', 'poison', 'c', 'd'],
    ...[['a', 'b', 'poison'], ['a', 'b'], ['poison']],
    ['c', 'd'],
  ])
})

it('takes two transactions for 128 requests whose connection was lost', async () => {
  const sizes: number[] = []
  const queue = createBatchQueue(
    async (batch: readonly number[]) => {
      sizes.push(batch.length)
      if (sizes.length === 1) throw new Error('Connection terminated unexpectedly')
      return batch.map((answer) => ({ answer }))
    },
    () => false,
  )
  const all = Array.from({ length: 128 }, (_, at) => at)
  expect(await Promise.all(all.map(queue))).toEqual(all)
  expect(sizes).toEqual([128, 64, 64])
})

it('retries nothing that may have been committed, and continues afterwards', async () => {
  const { batches, queue, release } = openQueue(true)
  const requests = ['a', 'poison'].map((one) => outcome(queue(one)))
  await settled()
  await release()
  expect(await Promise.all(requests)).toEqual(['failed: poisoned', 'failed: poisoned'])
  const next = queue('b')
  await settled()
  await release()
  expect(await next).toBe('did b')
  expect(batches).toEqual([['a', 'poison'], ['b']])
})

it('returns every result once and in arrival order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 40 }), async (pauses) => {
      const seen: number[] = []
      const queue = createBatchQueue(
        async (batch: readonly number[]) => {
          seen.push(...batch)
          await settled()
          return batch.map((answer) => ({ answer }))
        },
        () => false,
      )
      const answers: Promise<number>[] = []
      for (const [at, pause] of pauses.entries()) {
        answers.push(queue(at))
        for (let waited = 0; waited < pause; waited += 1) await settled()
      }
      expect(await Promise.all(answers)).toEqual(pauses.map((_, at) => at))
      expect(seen).toEqual(pauses.map((_, at) => at))
    }),
    { numRuns: 50 },
  )
})

it('tells the rest of a batch when three of it timed out one by one, and goes on with the next', async () => {
  const done: string[] = []
  let isBlocked = true
  const queue = createBatchQueue(
    async (batch: readonly string[]): Promise<readonly BatchResult<string>[]> => {
      if (isBlocked) {
        done.push(batch.join())
        throw new Error('too long')
      }
      return batch.map((results) => ({ answer: `did ${results}` }))
    },
    () => false,
    () => true,
  )
  const results = ['a', 'b', 'c', 'd', 'e'].map((one) => outcome(queue(one)))
  expect(await Promise.all(results)).toEqual(Array.from({ length: 5 }, () => 'failed: too long'))
  expect(done).toEqual(['a,b,c,d,e', 'a', 'b', 'c'])
  isBlocked = false
  expect(await queue('f')).toBe('did f')
})
