import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReceivedRequests, type Reply } from './receivedRequests.ts'

const limits = { maxIds: 30, maxBytes: 100 }
const reply = (length: number): Reply => ({ bytes: new Uint8Array(length), notDelivered: null })

it('knows a request that is under way, its answer, and that one ended without an answer', () => {
  const received = createReceivedRequests(limits)
  expect(received.find('a')).toEqual({ kind: 'unknown', isCertain: true })
  received.begun('a')
  received.begun('b')
  expect(received.find('a')).toEqual({ kind: 'underWay' })
  received.answered('a', reply(3))
  received.answered('b', null)
  expect(received.find('a')).toEqual({ kind: 'answered', reply: reply(3) })
  expect(received.find('b')).toEqual({ kind: 'unanswered' })
})

it('remembers an answered request for two whole generations, and one under way for as long as that lasts', () => {
  const received = createReceivedRequests(limits)
  received.begun('a')
  for (let generation = 0; generation < 9; generation += 1) received.nextGeneration()
  expect(received.find('a')).toEqual({ kind: 'underWay' })
  received.answered('a', reply(1))
  for (let generation = 0; generation < 2; generation += 1) received.nextGeneration()
  expect(received.find('a').kind).toBe('answered')
  received.nextGeneration()
  expect(received.find('a')).toEqual({ kind: 'unknown', isCertain: true })
})

it('gives up the oldest answers beyond its bytes, and still knows their requests', () => {
  const received = createReceivedRequests(limits)
  for (const id of ['a', 'b', 'c']) received.answered(id, reply(40))
  expect(['a', 'b', 'c'].map((id) => received.find(id).kind)).toEqual(['unanswered', 'answered', 'answered'])
  received.answered('d', reply(101))
  expect(['b', 'c', 'd'].map((id) => received.find(id).kind)).toEqual(Array(3).fill('unanswered'))
})

it('is not certain of what it does not know for three generations after it forgot requests early', () => {
  const received = createReceivedRequests(limits)
  for (let n = 0; n < 31; n += 1) received.answered(`${n}`, null)
  expect(received.find('0')).toEqual({ kind: 'unknown', isCertain: false })
  expect(received.find('30')).toEqual({ kind: 'unanswered' })
  for (let generation = 0; generation < 2; generation += 1) received.nextGeneration()
  expect(received.find('0')).toEqual({ kind: 'unknown', isCertain: false })
  received.nextGeneration()
  expect(received.find('0')).toEqual({ kind: 'unknown', isCertain: true })
})

type Step = { readonly kind: 'begun' | 'answered' | 'turn'; readonly id: number; readonly length: number }
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('begun' as const, 'answered' as const, 'answered' as const, 'turn' as const),
  id: fc.nat(),
  length: fc.integer({ min: 0, max: 60 }),
})

it('never says with certainty that it did not receive what it received in the last two generations', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200 }), (steps) => {
      const received = createReceivedRequests(limits)
      /** Requests that began, with the generation of their answer. */
      const answeredIn = new Map<string, number | null>()
      let generation = 0
      for (const { kind, id, length } of steps) {
        const underWay = [...answeredIn].flatMap(([name, at]) => (at === null ? [name] : []))
        const one = underWay[id % Math.max(1, underWay.length)]
        if (kind === 'turn') {
          received.nextGeneration()
          generation += 1
        } else if (kind === 'begun') {
          const name = String(answeredIn.size)
          received.begun(name)
          answeredIn.set(name, null)
        } else if (one !== undefined) {
          received.answered(one, reply(length))
          answeredIn.set(one, generation)
        }
        for (const [name, at] of answeredIn) {
          const found = received.find(name)
          if (at === null) expect(found.kind).toBe('underWay')
          else if (generation - at <= 2) expect(found).not.toEqual({ kind: 'unknown', isCertain: true })
        }
      }
    }),
  )
})
