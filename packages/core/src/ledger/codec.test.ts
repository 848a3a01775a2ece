import { describe, expect, it } from 'vitest'
import { calls, type RequestOf } from '../calls.ts'
import { balanceTrailFromWire, listJournalFromWire, statementFromWire } from './codec.ts'

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
