import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UpstreamError } from '../telemetry/index.ts'
import { createHolders, type Holders } from './holders.ts'
import { addresses, createOwnMessages, type Messages, NotDeliveredError } from './messages.ts'

let messages: Messages
let holders: Holders
const open = (): void => {
  messages = createOwnMessages((error) => {
    throw error
  })
  holders = createHolders(messages)
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  open()
})
afterEach(() => {
  vi.useRealTimers()
})

const beat = (term = 1): void => messages.publish('leader', { term })
const announce = (...terms: readonly (readonly [number, number])[]): void =>
  messages.publish('partitions', { terms })
const ask = (partition: number, waitMs = 15_000): Promise<unknown> =>
  holders.ask(() => holders.engineOf(partition) ?? holders.leader(), addresses.calls, partition, waitMs)
const serve = (partition: number | null, term: number, answer: () => Promise<unknown>) =>
  messages.serve(addresses.calls({ partition, term }), answer)
const never = (): Promise<unknown> => new Promise(() => undefined)
const termOf = (partition: number): number | null => holders.engineOf(partition)?.term ?? null
/** Lets everything that was promised happen. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

it('goes by the newest term of each partition, whichever engine claims it and in which order that is heard', () => {
  expect(termOf(3)).toBeNull()
  announce([3, 5], [4, 1])
  announce([3, 4])
  expect([termOf(3), termOf(4)]).toEqual([5, 1])
  announce([3, 7])
  announce([3, 5], [4, 2])
  expect([termOf(3), termOf(4), termOf(5)]).toEqual([7, 2, null])
})

it('asks the leader about a partition that no engine has announced, and the engine once one has', async () => {
  void serve(null, 1, async () => 'leader')
  void serve(3, 2, async () => 'engine')
  beat()
  expect(await ask(3)).toBe('leader')
  announce([3, 2])
  expect([await ask(3), await ask(4)]).toEqual(['engine', 'leader'])
})

it('sends calls about options to the engine that answers them, and of a former release to the leader', () => {
  beat()
  announce([3, 5])
  messages.publish('partitions', { terms: [[4, 2]], also: ['options'] })
  expect([3, 4].map((partition) => holders.engineOf(partition)?.term ?? null)).toEqual([5, 2])
  expect([3, 4].map((partition) => holders.engineOf(partition, 'options')?.term ?? null)).toEqual([null, 2])
  // Its leader is one of a former release now, which decides on all options.
  announce([4, 2])
  expect(holders.engineOf(4, 'options')).toBeNull()
  expect(termOf(4)).toBe(2)
})

it('forgets an engine that says nothing during seven beats of the leader, and not one that does', async () => {
  void serve(null, 1, async () => 'leader')
  announce([3, 2], [4, 2])
  for (let beats = 0; beats < 6; beats += 1) beat()
  expect(termOf(3)).toBe(2)
  announce([4, 2])
  beat()
  expect([termOf(3), termOf(4)]).toEqual([null, 2])
  expect(await ask(3)).toBe('leader')
})

it('sends what was not delivered, or refused by one that does not hold the customer any more, to the next holder', async () => {
  beat()
  announce([3, 2])
  let refused = 0
  void serve(3, 3, async () => {
    refused += 1
    throw new NotDeliveredError('not held any more')
  })
  const answer = ask(3)
  await settle()
  announce([3, 3])
  await settle()
  expect(refused).toBe(1)
  void serve(3, 4, async () => 'next')
  announce([3, 4])
  expect(await answer).toBe('next')
})

it.each([
  ['a newer term of the partition was announced', () => announce([3, 3])],
  [
    'the engine was forgotten',
    () => {
      for (let beats = 0; beats < 7; beats += 1) {
        announce([4, 2])
        beat(2)
      }
    },
  ],
])('gives up what was delivered and not answered a second after %s', async (_, happens) => {
  void serve(3, 2, never)
  void serve(4, 2, never)
  announce([3, 2], [4, 2])
  const outcomes: unknown[] = []
  for (const partition of [3, 4]) ask(partition).catch((error: unknown) => outcomes.push(error))
  // The same term, an older one and a new leader change nothing.
  announce([3, 2])
  announce([3, 1])
  beat(2)
  announce([4, 2])
  await vi.advanceTimersByTimeAsync(5000)
  expect(outcomes).toEqual([])
  happens()
  await vi.advanceTimersByTimeAsync(999)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual([expect.any(UpstreamError)])
})

it('answers within the second what a replaced engine was about to answer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  void serve(3, 2, () => promise)
  announce([3, 2])
  const answer = ask(3)
  announce([3, 3])
  await vi.advanceTimersByTimeAsync(900)
  resolve('late')
  expect(await answer).toBe('late')
})

it('is a fault where no holder is heard in time', async () => {
  const failed = expect(ask(3, 1000)).rejects.toThrow('no process leads')
  await vi.advanceTimersByTimeAsync(1000)
  await failed
})

const partitions = [0, 1, 2]
const engines = [0, 1, 2]
type Step =
  | { readonly kind: 'acquire' | 'ask'; readonly partition: number; readonly engine: number }
  | { readonly kind: 'notice' | 'announce' | 'hear'; readonly engine: number }
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('acquire' as const, 'ask' as const),
    partition: fc.constantFrom(...partitions),
    engine: fc.constantFrom(...engines),
  }),
  fc.record({
    kind: fc.constantFrom('notice' as const, 'announce' as const, 'hear' as const),
    engine: fc.constantFrom(...engines),
  }),
)

it('has every request decided once, by the engine that holds its partition at that moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
      open()
      beat()
      /** The rows of the database: who holds a partition in which term. */
      const rows = partitions.map(() => ({ term: 0, engine: -1 }))
      /** What engines believe to hold, and what they have said that was not heard yet. */
      const believed = engines.map(() => new Map<number, number>())
      const said: (readonly (readonly [number, number])[])[] = []
      const decided = new Map<number, number>()
      let count = 0
      const pending: Promise<unknown>[] = []
      const answer = (partition: number, term: number) => async (request: unknown) => {
        if (rows[partition]?.term !== term) throw new NotDeliveredError('not held any more')
        decided.set(request as number, (decided.get(request as number) ?? 0) + 1)
        return rows[partition]?.engine
      }
      const acquire = (partition: number, engine: number): void => {
        const term = (rows[partition]?.term ?? 0) + 1
        rows[partition] = { term, engine }
        believed[engine]?.set(partition, term)
        void messages.serve(addresses.calls({ partition, term }), answer(partition, term))
      }
      const notice = (engine: number): void => {
        for (const [partition, term] of believed[engine] ?? [])
          if (rows[partition]?.term !== term) believed[engine]?.delete(partition)
      }
      for (const step of steps) {
        if ('partition' in step) {
          const { partition } = step
          if (step.kind === 'acquire') acquire(partition, step.engine)
          else pending.push(holders.ask(() => holders.engineOf(partition), addresses.calls, count++, 15_000))
        } else if (step.kind === 'notice') notice(step.engine)
        else if (step.kind === 'announce') said.push([...(believed[step.engine] ?? [])])
        // Messages of different processes overtake each other.
        else announce(...(said.splice(step.engine, 1)[0] ?? []))
        await settle()
      }
      for (const partition of partitions) acquire(partition, partition)
      for (const terms of said) announce(...terms)
      for (const own of believed) announce(...own)
      await Promise.all(pending)
      expect([...decided.values()].filter((times) => times !== 1)).toEqual([])
      expect(decided.size).toBe(count)
      expect(partitions.map(termOf)).toEqual(rows.map(({ term }) => term))
    }),
    { numRuns: 200 },
  )
})
