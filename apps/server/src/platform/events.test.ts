import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupPushEvents, pushEvent, pushEventKinds, pushEventsIn } from './events.ts'

const push = (uid: number) => ({ uid, event: 'WALLET_CHANGED', data: { uid } })

it('groups push events into few rows without losing one or changing the order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 900 }), (uids) => {
      const facts = groupPushEvents(uids.map((uid) => pushEvent(push(uid))))
      expect(facts.flatMap(pushEventsIn)).toEqual(uids.map(push))
      expect(facts.length).toBe(Math.ceil(uids.length / 200))
      expect(facts.every(({ kind }) => pushEventKinds.some((known) => known === kind))).toBe(true)
    }),
    { numRuns: 50 },
  )
})

it('leaves a single push event unchanged', () => {
  expect(groupPushEvents([pushEvent(push(1))])).toEqual([pushEvent(push(1))])
})

it.each([
  ['another kind', { kind: 'placed', body: push(1) }],
  ['a push without a customer', { kind: 'pushed', body: { event: 'WALLET_CHANGED', data: {} } }],
  ['no list', { kind: 'pushedTogether', body: { pushes: push(1) } }],
  ['a list of something else', { kind: 'pushedTogether', body: { pushes: [null, 1, {}] } }],
])('finds no push events in %s', (_, fact) => {
  expect(pushEventsIn(fact)).toEqual([])
})
