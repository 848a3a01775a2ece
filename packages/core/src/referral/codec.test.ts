import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { type Usdt, usdt } from '../money/units.ts'
import {
  type Client,
  clientsFromWire,
  clientToWire,
  listClientsFromWire,
  listClientsToWire,
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
