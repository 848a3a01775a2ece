import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { price, quantity, usdt } from '../money/units.ts'
import {
  type Application,
  type ApplicationState,
  applicationsFromWire,
  applicationToWire,
  buySubscriptionFromWire,
  buySubscriptionToWire,
  type Issue,
  isOpenOnly,
  issuesFromWire,
  issueToWire,
  listApplicationsFromWire,
  listApplicationsToWire,
} from './codec.ts'
import { orderStatuses, type ShownState, shownStates } from './rules.ts'
import { saveIssueFromWire } from './staff/codec.ts'

const names = { pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT' }
const issue: Issue = {
  ...{ id: 2, ...names, icon: 'sol', state: 'open', nowMs: 5 },
  ...{ price: price('0.33333'), marketPrice: price('0.5'), high: null, low: null, hasRisen: false },
  ...{ number: quantity('600'), step: quantity('10'), min: quantity('10'), max: quantity('500') },
  ...{ openMs: 1, closeMs: 2, finalDay: '20260622', riskSheet: 'Coins can lose their whole value.' },
  ...{ asked: quantity('870'), applications: 3, reserve: quantity('600') },
}
const application: Application = {
  ...{ id: 7, issueId: 2, hash: 'ab'.repeat(32), ...names, state: 'completed', reason: null },
  ...{ price: price('0.33333'), asked: quantity('40'), coins: quantity('20') },
  ...{ money: usdt('6.6666'), paid: usdt('6.6666'), createdMs: 1, payableUntilMs: 3, paidMs: 2 },
}

describe('issues and applications', () => {
  it.each(shownStates)('return from the wire as they were sent: an issue that is %s', (state: ShownState) => {
    for (const hasRisen of [null, true, false]) {
      const sent = { ...issue, state, hasRisen }
      expect(issuesFromWire([issueToWire(sent)])).toEqual([sent])
    }
  })
  it.each(Object.keys(orderStatuses) as ApplicationState[])(
    'return from the wire as they were sent: an application that is %s',
    (state) => {
      const sent = { ...application, state, reason: state === 'cancelled' ? ('unpaid' as const) : null }
      expect(applicationsFromWire([applicationToWire(sent)])).toEqual([sent])
    },
  )
  it('have the numbers and names of the wire', () => {
    expect(issueToWire(issue)).toMatchObject({ status: 1, color: 'red', nowPrice: '0.5', minnumber: '10' })
    const cancelled = applicationToWire({ ...application, state: 'cancelled', reason: 'unpaid' })
    expect(cancelled).toMatchObject({ status: 4, reason: 'unpaid', amout: '20', realprice: '6.6666' })
    expect(applicationToWire(application)).not.toHaveProperty('reason')
    expect(orderStatuses).toEqual({ confirming: 1, toPay: 2, completed: 3, cancelled: 4 })
  })
})

describe('requests', () => {
  it('for applications name a state and a page', () => {
    const { request } = calls['/api/subscription/mySubscription']
    for (const state of [null, ...(Object.keys(orderStatuses) as ApplicationState[])])
      expect(
        listApplicationsFromWire(request.parse(listApplicationsToWire({ state, page: 3, pageSize: 20 }))),
      ).toEqual({ state, id: null, offset: 40, limit: 20, direction: 'desc' })
    expect(listApplicationsFromWire(request.parse({ id: 7 }))).toMatchObject({ id: 7, state: null })
  })
  it('for coins name how many, or none for the smallest number', () => {
    const { request } = calls['/api/subscription/buy']
    const asked = buySubscriptionFromWire(request.parse(buySubscriptionToWire(3, quantity('20.5'))))
    expect(asked).toEqual({ pid: 3, coins: quantity('20.5') })
    expect(buySubscriptionFromWire(request.parse({ pid: 3 }))).toEqual({ pid: 3, coins: null })
  })
  it('for issues take all of them or the open ones', () => {
    expect([isOpenOnly({ status: 1 }), isOpenOnly({ status: '' }), isOpenOnly({})]).toEqual([
      true,
      false,
      false,
    ])
  })
  it('that save an issue keep apart what is left out and what is no price', () => {
    const { request } = calls['/staff/api/productSave']
    const saved = (fields: object) => saveIssueFromWire(request.parse({ kind: 'subscription', ...fields }))
    expect(saved({ pid: 3, price: 'x', number: 600 })).toMatchObject({
      ...{ id: null, pid: 3 },
      terms: { price: null, number: quantity('600'), min: undefined },
    })
    expect(saved({ id: 2, price: '0.5' }).terms.price).toBe(price('0.5'))
  })
})
