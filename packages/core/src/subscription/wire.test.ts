import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { price, quantity, usdt } from '../money/units.ts'
import {
  type Application,
  allotmentQueryFromWire,
  applicationQueryToWire,
  applicationStateFromWire,
  applicationsFromWire,
  applicationToWire,
  buySubscriptionFromWire,
  type Issue,
  isOpenOnly,
  issuesFromWire,
  issueTermsToWire,
  issueToWire,
  listApplicationsFromWire,
  listApplicationsToWire,
} from './codec.ts'
import { cancelReasons, type IssueTerms, orderStatuses } from './rules.ts'
import {
  finalDayToWire,
  issueTermToWire,
  type StaffIssue,
  saveIssueFromWire,
  staffIssueFromWire,
  staffIssueToWire,
  typedIssueToWire,
} from './staff/codec.ts'

const { request: buy } = calls['/api/subscription/buy']
const { request: mine } = calls['/api/subscription/mySubscription']
const { request: products } = calls['/api/product/productList']
const { request: allotment } = calls['/api/subscription/allotment']
const { request: save } = calls['/staff/api/productSave']

const largest = '999999999999999.99999999'
const terms: IssueTerms = {
  ...{ price: price('0.33333'), number: quantity('600'), step: quantity('10') },
  ...{ min: quantity('10'), max: quantity('500'), openMs: 1, closeMs: 2, finalDay: '20260622' },
  riskSheet: 'Coins can lose their whole value.',
}
const issue: Issue = {
  ...terms,
  ...{ id: 2, pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT', icon: 'sol', state: 'open', nowMs: 5 },
  ...{ marketPrice: null, high: null, low: null, hasRisen: null },
  ...{ asked: quantity('870'), applications: 3, reserve: quantity('600') },
}
const application: Application = {
  ...{ id: 7, issueId: 2, hash: 'ab'.repeat(32), pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT' },
  ...{ state: 'confirming', reason: null, price: price('0.33333'), asked: quantity('40') },
  ...{ coins: quantity('40'), money: usdt('13.3332'), paid: usdt('0') },
  ...{ createdMs: 1, payableUntilMs: 3, paidMs: null },
}

describe('an issue on the wire', () => {
  it('has every name of the program, and null for figures of a market that does not trade', () => {
    expect(issueToWire(issue)).toEqual({
      ...{ id: 2, pid: 3, procode: 'SOLUSDT', ptitle: 'SOL/USDT', icon: 'sol' },
      ...{ price: '0.33333', number: '600', step: '10', minnumber: '10', maxnumber: '500' },
      ...{ opentime: 1, closetime: 2, finaltime: '20260622' },
      ...{ risksheet: 'Coins can lose their whole value.', status: 1, state: 'open', now: 5 },
      ...{ nowPrice: null, high: null, low: null, color: null },
      ...{ asked: '870', applications: 3, reserve: '600' },
    })
  })
  it.each([
    [true, 'green'],
    [false, 'red'],
  ])('is coloured by its market (%s: %s)', (hasRisen, color) => {
    expect(issueToWire({ ...issue, hasRisen }).color).toBe(color)
  })
  it('returns as it was sent with the smallest and the largest figures', () => {
    for (const amount of ['0.00000001', largest].map(quantity))
      for (const at of ['0.000000001', '999999999999999.999999999'].map(price)) {
        const sent: Issue = {
          ...issue,
          ...{ price: at, marketPrice: at, high: at, low: price('0.000000002'), hasRisen: true },
          ...{ number: amount, step: amount, min: amount, max: amount, asked: amount, reserve: amount },
          ...{ openMs: 0, closeMs: Number.MAX_SAFE_INTEGER, applications: 0 },
        }
        expect(issuesFromWire([issueToWire(sent)])).toEqual([sent])
      }
    expect(issuesFromWire([])).toEqual([])
  })
  it('spells its terms alike for the audit log, errors and answers', () => {
    const names = Object.keys(issueTermsToWire(terms))
    const keys = Object.keys(terms) as (keyof IssueTerms)[]
    expect(keys.map(issueTermToWire).sort()).toEqual(names.toSorted())
  })
  it('shows staff what is promised and paid too', () => {
    const { marketPrice, high, low, hasRisen, icon, nowMs, ...known } = issue
    const staffIssue: StaffIssue = {
      ...known,
      ...{ state: 'paying', promised: quantity('340'), paid: usdt('113.3322'), createdMs: 8, changedMs: 9 },
    }
    const row = staffIssueToWire(staffIssue)
    expect(staffIssueFromWire(row)).toEqual(staffIssue)
    for (const name of ['price', 'asked', 'promised', 'reserve', 'paid'])
      expect(() => staffIssueFromWire({ ...row, [name]: '1,5' }), name).toThrow(RangeError)
    expect(row).toMatchObject({
      ...{ kind: 'subscription', state: 'paying', promised: '340', paid: '113.3322', reserve: '600' },
      ...{ createtime: 8, changed: 9, minnumber: '10' },
    })
  })
})

describe('an issue that staff typed', () => {
  const { request } = calls['/staff/api/productSave']
  it('is a new one of a market, or what an unopened one changes to', () => {
    const typed = {
      ...{ price: '2.5', number: 600, step: 10, min: 10, max: 500, openMs: 1, closeMs: 2 },
      ...{ finalDay: '20260627', riskSheet: 'Risk.' },
    }
    const sent = {
      ...{ kind: 'subscription', price: '2.5', number: 600, step: 10, minnumber: 10, maxnumber: 500 },
      ...{ opentime: 1, closetime: 2, finaltime: '20260627', risksheet: 'Risk.' },
    }
    expect(typedIssueToWire({ pid: 3 }, typed)).toEqual({ ...sent, pid: 3 })
    expect(typedIssueToWire({ id: 7 }, typed)).toEqual({ ...sent, id: 7 })
    const command = saveIssueFromWire(request.parse(typedIssueToWire({ pid: 3 }, typed)))
    expect(command).toEqual({
      ...{ id: null, pid: 3 },
      terms: {
        ...{ price: price('2.5'), number: quantity('600'), step: quantity('10'), min: quantity('10') },
        ...{ max: quantity('500'), openMs: 1, closeMs: 2, finalDay: '20260627', riskSheet: 'Risk.' },
      },
    })
  })
  it('that opened gets a later last day to pay and nothing else', () => {
    expect(finalDayToWire(7, '20260630')).toEqual({ kind: 'subscription', id: 7, finaltime: '20260630' })
  })
})

describe('an application on the wire', () => {
  it('has every name of the program', () => {
    expect(applicationToWire(application)).toEqual({
      ...{ id: 7, issue: 2, hash: 'ab'.repeat(32), pid: 3, procode: 'SOLUSDT', ptitle: 'SOL/USDT' },
      ...{ price: '0.33333', asked: '40', amout: '40', money: '13.3332', realprice: '0' },
      ...{ ctime: 1, lasttime: 3, paytime: null, status: 1 },
    })
  })
  it.each(cancelReasons)('that is cancelled says why: %s', (reason) => {
    const sent: Application = { ...application, state: 'cancelled', reason }
    expect(applicationToWire(sent)).toMatchObject({ status: 4, reason })
    expect(applicationsFromWire([applicationToWire(sent)])).toEqual([sent])
  })
  it('returns as it was sent with the largest figures', () => {
    const sent: Application = {
      ...application,
      ...{ state: 'completed', asked: quantity(largest), coins: quantity(largest) },
      ...{ money: usdt(largest), paid: usdt(largest), paidMs: Number.MAX_SAFE_INTEGER },
    }
    expect(applicationsFromWire([applicationToWire(sent)])).toEqual([sent])
  })
  it('has a state for each of the four numbers', () => {
    expect(([1, 2, 3, 4] as const).map(applicationStateFromWire)).toEqual(Object.keys(orderStatuses))
  })
})

describe('requests of customers', () => {
  it.each([
    ['no market', {}],
    ['market 0', { pid: 0 }],
    ['a market that is a word', { pid: 'SOL' }],
    ['nine decimals', { pid: 3, number: '10.000000001' }],
    ['a negative number', { pid: 3, number: '-10' }],
    ['a number that is no text', { pid: 3, number: 10 }],
    ['a price of its own', { pid: 3, price: '0.1' }],
    ['another customer', { pid: 3, uid: 10_001 }],
  ])('to buy are refused with %s', (_, body) => expect(buy.safeParse(body).success).toBe(false))
  it('to buy take coins to the unit', () => {
    expect(buySubscriptionFromWire(buy.parse({ pid: '3', number: '0.00000001' }))).toEqual({
      ...{ pid: 3, coins: 1n },
    })
    expect(buySubscriptionFromWire(buy.parse({ pid: 3, number: '0' })).coins).toBe(0n)
  })
  it.each([{}, { id: 0 }, { id: 'x' }, { id: 1, amount: '5' }])(
    'to pay or cancel are refused with %j',
    (body) => {
      for (const path of ['/api/subscription/pay', '/api/subscription/cancel'] as const)
        expect(calls[path].request.safeParse(body).success).toBe(false)
    },
  )
  it('for the own applications begin with the newest ten of every state', () => {
    expect(listApplicationsFromWire(mine.parse({}))).toEqual({
      ...{ state: null, id: null, offset: 0, limit: 10, direction: 'desc' },
    })
    expect(listApplicationsFromWire(mine.parse(applicationQueryToWire(7)))).toEqual({
      ...{ state: null, id: 7, offset: 0, limit: 1, direction: 'desc' },
    })
  })
  it.each([
    ['the other contract wallet', { levertype: 2 }],
    ['state 0', { status: 0 }],
    ['state 5', { status: 5 }],
    ['an empty state', { status: '' }],
    ['page 0', { pageNum: 0 }],
    ['a page of 101', { pageSize: 101 }],
    ['another column', { orderByColumn: 'money' }],
    ['the application of no one', { id: 0 }],
  ])('for the own applications are refused with %s', (_, body) => {
    expect(mine.safeParse(body).success).toBe(false)
  })
  it('for the own applications name the page that a reader sees, from 1, of one state or of all', () => {
    for (const state of [null, 'confirming', 'toPay', 'completed', 'cancelled'] as const)
      for (const [page, pageSize] of [
        [1, 1],
        [1, 100],
        [9, 25],
      ] as const) {
        const query = listApplicationsFromWire(mine.parse(listApplicationsToWire({ state, page, pageSize })))
        expect([query.state, query.offset, query.limit]).toEqual([state, (page - 1) * pageSize, pageSize])
      }
  })
  it('for issues take an empty state for all and 1 for the open ones, and no other', () => {
    for (const body of [{}, { status: '' }]) expect(isOpenOnly(products.parse(body))).toBe(false)
    for (const body of [{ status: 1 }, { status: '1' }]) expect(isOpenOnly(products.parse(body))).toBe(true)
    for (const status of [0, 2, 3, 4, 'open']) expect(products.safeParse({ status }).success).toBe(false)
  })
  it('for an allotment begin before the first hash and go on behind one', () => {
    expect(allotmentQueryFromWire(allotment.parse({ id: 2 }))).toEqual({ issueId: 2, after: '' })
    const after = 'ab'.repeat(32)
    expect(allotmentQueryFromWire(allotment.parse({ id: '2', after }))).toEqual({ issueId: 2, after })
    for (const wrong of ['', 'ab', 'AB'.repeat(32), `${after}0`, "' or 1=1 --"])
      expect(allotment.safeParse({ id: 2, after: wrong }).success).toBe(false)
  })
})

describe('the request that saves an issue', () => {
  const saved = (fields: object) => saveIssueFromWire(save.parse({ kind: 'subscription', ...fields }))
  it('leaves what is not named as it is', () => {
    expect(saved({ id: 2, finaltime: '20260630' })).toEqual({
      ...{ id: 2, pid: undefined },
      terms: {
        ...{ price: undefined, number: undefined, step: undefined, min: undefined, max: undefined },
        ...{ openMs: undefined, closeMs: undefined, finalDay: '20260630', riskSheet: undefined },
      },
    })
  })
  it('reads whole coins, and a price as text', () => {
    expect(
      saved({ pid: 3, price: '0.5', number: 600, step: 10, minnumber: 10, maxnumber: 500 }).terms,
    ).toMatchObject({
      ...{ price: price('0.5'), number: quantity('600'), step: quantity('10') },
      ...{ min: quantity('10'), max: quantity('500') },
    })
    for (const text of ['', 'x', '1e3', '0.0000000001']) expect(saved({ price: text }).terms.price).toBeNull()
  })
  it.each([
    ['step 0', { step: 0 }],
    ['a smallest number of 0', { minnumber: 0 }],
    ['half a coin', { number: 1.5 }],
    ['a state', { state: 'open' }],
    ['what is asked', { asked: '5' }],
  ])('is refused with %s: no one sets it', (_, fields) => {
    expect(save.safeParse({ kind: 'subscription', ...fields }).success).toBe(false)
  })
})

describe('calls of subscriptions', () => {
  it('say who may make them', () => {
    const of = (path: '/api/subscription/buy' | '/api/subscription/pay' | '/api/subscription/cancel') => {
      const { apiKeyScope, restricted, changes } = calls[path]
      return [apiKeyScope, restricted, changes]
    }
    expect(of('/api/subscription/buy')).toEqual(['trade', 'refused', true])
    expect(of('/api/subscription/pay')).toEqual(['trade', 'refused', true])
    // What takes back is open to a locked account.
    expect(of('/api/subscription/cancel')).toEqual(['trade', 'allowed', true])
    expect(calls['/api/subscription/allotment'].audience).toBe('visitor')
  })
})
