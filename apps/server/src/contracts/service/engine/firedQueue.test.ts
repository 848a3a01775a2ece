import { finishSteps } from '@glasshouse/core/contracts/engine/steps'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFiredQueue, type QueuedTrigger } from './firedQueue.ts'

// Beside a plain list. A queue that loses an entry would leave a stop of a customer undecided.

const at = { get: () => undefined } satisfies MarketSnapshot
const customer = fc.nat(4)
const wallet = fc.constantFrom('contract' as const, 'contract2' as const)
const step = fc.oneof(
  fc.record({
    act: fc.constant('fire' as const),
    of: fc.array(fc.tuple(customer, wallet), { maxLength: 9 }),
  }),
  fc.record({ act: fc.constant('insert' as const), back: fc.nat(3), uid: customer, wallet }),
  fc.record({ act: fc.constant('settle' as const), most: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ act: fc.constant('postpone' as const) }),
)

const keyOf = ({ uid, wallet: of }: QueuedTrigger): string => `${uid}/${of}`

/** From the front at most so many, and of a wallet only what one tick fired. */
const nextOf = (list: readonly QueuedTrigger[], most: number): readonly QueuedTrigger[] => {
  const first = new Map<string, number>()
  const end = list.findIndex((due, place) => {
    const moment = first.get(keyOf(due)) ?? due.moment
    first.set(keyOf(due), moment)
    return place === most || moment !== due.moment
  })
  return list.slice(0, end < 0 ? list.length : end)
}

it('is at any time what fired and was not settled, in the order of the ticks', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(1, 2, 1024), (steps, stepSize) => {
      const queue = createFiredQueue(stepSize)
      let list: QueuedTrigger[] = []
      let [moment, made] = [0, 0]
      const due = (uid: number, of: 'contract' | 'contract2') => {
        made += 1
        return { uid, wallet: of, orderId: made, kind: 'loss' as const }
      }
      for (const one of steps) {
        if (one.act === 'fire') {
          moment += 1
          const fired = one.of.map(([uid, of]) => due(uid, of))
          finishSteps(queue.append(fired, at, moment))
          list.push(...fired.map((armed) => ({ ...armed, at, moment })))
        } else if (one.act === 'insert') {
          const found = { ...due(one.uid, one.wallet), at, moment: Math.max(0, moment - one.back) }
          queue.insert(found)
          const before = list.findLastIndex((other) => other.moment <= found.moment)
          list.splice(before + 1, 0, found)
        } else if (one.act === 'settle') {
          const dues = queue.next(one.most)
          expect(dues).toEqual(nextOf(list, one.most))
          queue.drop(dues.length)
          list = list.slice(dues.length)
        } else {
          queue.postpone()
          list.push(...list.splice(0, 1))
        }
        expect([...queue.all()]).toEqual(list)
        expect(queue.size()).toBe(list.length)
        expect(queue.oldest()).toBe(Math.min(Number.POSITIVE_INFINITY, ...list.map((other) => other.moment)))
        for (let uid = 0; uid < 5; uid += 1) {
          expect([...queue.of([uid])]).toEqual(list.filter((other) => other.uid === uid))
          for (const of of ['contract', 'contract2'] as const)
            expect(queue.has({ uid, wallet: of })).toBe(
              list.some((other) => other.uid === uid && other.wallet === of),
            )
        }
      }
    }),
  )
})

it('does not let more be taken than it has', () => {
  const queue = createFiredQueue()
  queue.insert({ uid: 1, wallet: 'contract', orderId: 1, kind: 'loss', at, moment: 1 })
  expect(() => queue.drop(2)).toThrow('more is dropped')
})
