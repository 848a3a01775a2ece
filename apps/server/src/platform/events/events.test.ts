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

it('stores what many are told in the same words once', () => {
  const same = (uid: number) => ({ uid, event: 'WALLET_CHANGED', data: {} })
  const facts = groupPushEvents([1, 2, 3].map((uid) => pushEvent(same(uid))))
  expect(facts).toEqual([
    { kind: 'pushedTogether', body: { event: 'WALLET_CHANGED', data: {}, uids: [1, 2, 3] } },
  ])
  expect(facts.flatMap(pushEventsIn)).toEqual([1, 2, 3].map(same))
  const other = { ...same(4), event: 'ORDER_CHANGED' }
  expect(groupPushEvents([pushEvent(same(1)), pushEvent(other)]).flatMap(pushEventsIn)).toEqual([
    same(1),
    other,
  ])
})

it('leaves a single push event unchanged', () => {
  expect(groupPushEvents([pushEvent(push(1))])).toEqual([pushEvent(push(1))])
})

it.each([
  ['another kind', { kind: 'placed', body: push(1) }],
  ['a push without a customer', { kind: 'pushed', body: { event: 'WALLET_CHANGED', data: {} } }],
  ['no list', { kind: 'pushedTogether', body: { pushes: push(1) } }],
  ['customers without a number', { kind: 'pushedTogether', body: { event: 'E', data: {}, uids: ['1'] } }],
  ['a list of something else', { kind: 'pushedTogether', body: { pushes: [null, 1, {}] } }],
])('finds no push events in %s', (_, fact) => {
  expect(pushEventsIn(fact)).toEqual([])
})
