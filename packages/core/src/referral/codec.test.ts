import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { type Usdt, usdt } from '../money/units.ts'
import {
  type Client,
  clientsFromWire,
  clientToWire,
  incomeFromWire,
  listClientsFromWire,
  listClientsToWire,
  listIncomeToWire,
  type ReferralOverview,
  referralOverviewFromWire,
  referralOverviewToWire,
} from './codec.ts'
import { referralLevels } from './rules.ts'

const { request } = calls['/api/user/childList']
const client: Client = {
  ...{ phone: '12******100', joinedMs: 1_800_000_000_000 },
  ...{ brought: usdt('0.297'), invested: usdt('2700') },
}

describe('a client', () => {
  it('has the names of the wire and nothing about balances, deposits or losses', () => {
    expect(clientToWire(client)).toEqual({
      ...{ utel: '12******100', creditmoney: '0.297', buymoney: '2700', utime: 1_800_000_000_000 },
    })
  })
  it('returns from the wire as it was sent, with the smallest and the largest amounts', () => {
    const amounts = ['0', '0.00000001', '999999999999999.99999999'].map(usdt)
    for (const brought of amounts)
      for (const invested of amounts) {
        const sent = { ...client, brought, invested }
        expect(clientsFromWire([clientToWire(sent)])).toEqual([sent])
      }
  })
  it('without an account has no phone', () => {
    expect(clientToWire({ ...client, phone: '' }).utel).toBe('')
    expect(clientsFromWire([])).toEqual([])
  })
  it('keeps its place among others, whatever they brought', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 20n }).map((of) => of as Usdt)
    const clients = fc.array(
      fc.record({ phone: fc.string(), brought: units, invested: units, joinedMs: fc.nat() }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(clients, (sent) => {
        expect(clientsFromWire(sent.map(clientToWire))).toEqual(sent)
      }),
      { numRuns: 50 },
    )
  })
})

describe('income', () => {
  const priceLog = calls['/api/user/priceLog']
  it('is the lines of the journal of its types, a page at a time', () => {
    const query = listIncomeToWire(2, 5)
    expect(query).toEqual({ existsType: 1, types: '10,17,11,18,16,19', pageNum: 2, pageSize: 5 })
    expect(priceLog.request.safeParse(query).success).toBe(true)
  })
  it('has the phone of the client and the name of its kind', () => {
    const line = {
      ...{ id: 7, type: 10, typename: 'Referral', asset: 'USDT', money: '0.297', balance: '1', time: 5 },
      ...{
        refid: 3,
        refkind: 'referral',
        refname: 'Order 3',
        wallet: 'wallet',
        sourcePhone: '12******100',
      },
    }
    const parsed = priceLog.data.parse([line, { ...line, sourcePhone: undefined }])
    const income = { id: 7, atMs: 5, phone: '12******100', kind: 'Referral', amount: usdt('0.297') }
    expect(incomeFromWire(parsed)).toEqual([income, { ...income, phone: '' }])
  })
})

describe('a page of clients', () => {
  it('begins with the newest ten of the first level', () => {
    expect(listClientsFromWire(request.parse({}))).toEqual({
      ...{ level: 1, offset: 0, limit: 10, direction: 'desc' },
    })
  })
  it('is asked for by its level and its number, from 1', () => {
    for (const level of referralLevels)
      for (const [page, size] of [
        [1, 1],
        [1, 100],
        [7, 20],
      ] as const) {
        const query = listClientsFromWire(request.parse(listClientsToWire(level, page, size)))
        expect(query).toEqual({ level, offset: (page - 1) * size, limit: size, direction: 'desc' })
      }
  })
  it('takes digits for numbers, as forms send them', () => {
    const body = request.parse({ level: '3', pageNum: '2', pageSize: '5', isAsc: 'asc' })
    expect(listClientsFromWire(body)).toEqual({ level: 3, offset: 5, limit: 5, direction: 'asc' })
  })
  it.each([
    ['a level below the first', { level: 0 }],
    ['a level above the third', { level: 4 }],
    ['a level that is no whole number', { level: 1.5 }],
    ['no level', { level: '' }],
    ['page 0', { pageNum: 0 }],
    ['pages of nothing', { pageSize: 0 }],
    ['more than a hundred rows', { pageSize: 101 }],
    ['another order', { isAsc: 'sideways' }],
    ['another column', { orderByColumn: 'buymoney' }],
    ['whose clients they are', { uid: 10_001 }],
  ])('is refused for %s', (_, body) => {
    expect(request.safeParse(body).success).toBe(false)
  })
})

describe('calls about inviters', () => {
  it('take nothing but the session: no one asks for another customer', () => {
    for (const path of ['/api/user/userCenter', '/api/user/leaveReferrer'] as const) {
      expect(calls[path].request.safeParse({}).success).toBe(true)
      expect(calls[path].request.safeParse({ uid: 10_001 }).success).toBe(false)
    }
  })
  it('leave with no key of a program, and are open to a locked account', () => {
    const { apiKeyScope, restricted, changes } = calls['/api/user/leaveReferrer']
    expect([apiKeyScope, restricted, changes]).toEqual(['none', 'allowed', true])
    for (const path of ['/api/user/userCenter', '/api/user/childList'] as const)
      expect([calls[path].apiKeyScope, calls[path].restricted]).toEqual(['read', 'allowed'])
  })
})

describe('the figures of an inviter', () => {
  const overview: ReferralOverview = {
    ...{ total: usdt('12.5'), yesterday: usdt('0.297'), link: 'https://x.example/r/1', clients: 2 },
    accrued: { yesterday: usdt('0.1'), month: usdt('3.25') },
    levels: [
      { level: 1, clients: 2, sharePercent: 10, firstPercent: 5 },
      { level: 2, clients: 7, sharePercent: 5, firstPercent: 2 },
      { level: 3, clients: 0, sharePercent: 1, firstPercent: 1 },
    ],
    payers: [
      { type: 10, isFunded: true },
      { type: 17, isFunded: false },
    ],
    ...{ maxMonth: usdt('500'), hasInviter: true },
  }
  it('have the fields of the wire, which its schema accepts', () => {
    const wire = referralOverviewToWire(overview)
    expect(wire).toEqual({
      ...{ totalincome: '12.5', yestodayincome: '0.297', oidUrl: 'https://x.example/r/1', usercount: 2 },
      accrued: { yesterday: '0.1', month: '3.25' },
      levels: [
        { level: 1, count: 2, rate: 10, first: 5 },
        { level: 2, count: 7, rate: 5, first: 2 },
        { level: 3, count: 0, rate: 1, first: 1 },
      ],
      payers: [
        { type: 10, funded: true },
        { type: 17, funded: false },
      ],
      ...{ monthmax: '500', inviter: true },
    })
    expect(calls['/api/user/userCenter'].data.parse(wire)).toEqual(wire)
  })
  it('return from the wire as they were sent', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 22n }).map((units) => units as Usdt)
    const any: fc.Arbitrary<ReferralOverview> = fc.record({
      ...{ total: amount, yesterday: amount, link: fc.string(), clients: fc.nat() },
      accrued: fc.record({ yesterday: amount, month: amount }),
      levels: fc.array(
        fc.record({
          ...{ level: fc.constantFrom(...referralLevels), clients: fc.nat() },
          ...{ sharePercent: fc.nat(100), firstPercent: fc.nat(100) },
        }),
        { maxLength: 3 },
      ),
      payers: fc.array(fc.record({ type: fc.nat(40), isFunded: fc.boolean() }), { maxLength: 6 }),
      ...{ maxMonth: amount, hasInviter: fc.boolean() },
    })
    fc.assert(
      fc.property(any, (one) => {
        expect(referralOverviewFromWire(referralOverviewToWire(one))).toEqual(one)
      }),
    )
  })
  it('are refused with an amount or a level that is none', () => {
    const wire = referralOverviewToWire(overview)
    for (const name of ['totalincome', 'yestodayincome', 'monthmax'])
      expect(() => referralOverviewFromWire({ ...wire, [name]: '1,5' }), name).toThrow(RangeError)
    for (const name of ['yesterday', 'month'])
      expect(
        () => referralOverviewFromWire({ ...wire, accrued: { ...wire.accrued, [name]: '' } }),
        name,
      ).toThrow(RangeError)
    for (const level of [0, 4, 1.5])
      expect(() =>
        referralOverviewFromWire({ ...wire, levels: [{ level, count: 0, rate: 1, first: 1 }] }),
      ).toThrow('not a level of referral')
  })
})
