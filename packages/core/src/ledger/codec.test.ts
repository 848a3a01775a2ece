import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls, type RequestOf } from '../calls.ts'
import {
  balanceTrailFromWire,
  balanceTrailToWire,
  journalFromWire,
  journalLineToWire,
  listJournalFromWire,
  statementFromWire,
} from './codec.ts'
import { journalWallets } from './wallets.ts'

const journalQuery = (request: RequestOf<'/api/user/priceLog'>) =>
  listJournalFromWire(calls['/api/user/priceLog'].request.parse(request))

describe('a request for the journal', () => {
  it('asks for the newest entries of all wallets and types unless it says otherwise', () => {
    expect(journalQuery({})).toEqual({
      filter: { kind: 'except', types: [] },
      wallet: null,
      from: undefined,
      to: undefined,
      offset: 0,
      limit: 10,
      direction: 'desc',
    })
  })
  it('names the types of both fields once, and leaves others out or in', () => {
    const both = { type: '5,8', types: '8,30' }
    expect(journalQuery(both).filter).toEqual({ kind: 'only', types: [5, 8, 30] })
    expect(journalQuery({ ...both, existsType: 2 }).filter).toEqual({ kind: 'except', types: [5, 8, 30] })
    expect(journalQuery({ types: '6,30', myself: 1 }).filter).toEqual({ kind: 'only', types: [30] })
  })
  it('names a wallet, days and a page', () => {
    expect(
      journalQuery({
        wallet: 'coin',
        from: '20260601',
        to: '20260630',
        pageNum: 3,
        pageSize: 20,
        isAsc: 'asc',
      }),
    ).toMatchObject({
      wallet: 'coin',
      from: '20260601',
      to: '20260630',
      offset: 40,
      limit: 20,
      direction: 'asc',
    })
  })
})

it('a request for the trail of a balance names its wallet, its asset and a page', () => {
  const { request } = calls['/api/user/balanceTrail']
  const query = balanceTrailFromWire(request.parse({ wallet: 'contract', pageNum: '2', pageSize: 5 }))
  expect(query).toEqual({ wallet: 'contract', asset: 'USDT', offset: 5, limit: 5 })
})

it('a request for a statement is about the accounts unless it says otherwise', () => {
  const days = { from: '20260601', to: '20260630', format: 'csv' } as const
  expect(statementFromWire(days)).toEqual({ ...days, about: 'account' })
  expect(statementFromWire({ ...days, about: 'referral' })).toEqual({ ...days, about: 'referral' })
})

const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const entry = {
  id: fc.nat(),
  type: fc.nat(99),
  typeName: fc.string(),
  asset: fc.constantFrom('USDT', 'BTC'),
  amount,
  balance: amount,
  cause: fc.record({ kind: fc.string(), id: fc.nat(), name: fc.string() }),
  atMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  apiKeyId: fc.option(fc.nat()),
}

it('a line of the journal survives the wire, with and without an API key and another customer', () => {
  const line = fc.record({
    ...entry,
    wallet: fc.constantFrom(...journalWallets),
    otherPhone: fc.option(fc.string()),
  })
  fc.assert(
    fc.property(line, (one) => {
      const row = journalLineToWire(one)
      expect(calls['/api/user/priceLog'].data.parse([row])).toEqual([row])
      expect(journalFromWire([row])).toEqual([one])
      expect('apikey' in row).toBe(one.apiKeyId !== null)
      expect('sourcePhone' in row).toBe(one.otherPhone !== null)
    }),
  )
})

it('the trail of a balance has its sums and entries as texts', () => {
  const trail = fc.record({
    ...{ balance: amount, sum: amount, before: amount, total: fc.nat() },
    entries: fc.array(fc.record({ ...entry, account: fc.constantFrom('contract', 'contractMargin') })),
  })
  fc.assert(
    fc.property(trail, (one) => {
      const data = balanceTrailToWire(one)
      expect(calls['/api/user/balanceTrail'].data.parse(data)).toEqual(data)
      expect(data.entries.map(({ account, refkind }) => [account, refkind])).toEqual(
        one.entries.map(({ account, cause }) => [account, cause.kind]),
      )
    }),
  )
  const none = { balance: 150_000_000n, sum: 150_000_000n, before: -1n, total: 0, entries: [] }
  expect(balanceTrailToWire(none)).toEqual({ ...none, balance: '1.5', sum: '1.5', before: '-0.00000001' })
})
