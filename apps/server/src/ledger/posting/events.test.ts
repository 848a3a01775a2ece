import {
  type CustomerAccountType,
  contractPurposes,
  customer,
  external,
  house,
} from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { describe, expect, it } from 'vitest'
import { changedBalances, changesOf } from './events.ts'

const bank = external('deposits:sandbox')
const moved = (
  ...pairs: readonly (readonly [ReturnType<typeof customer>, typeof bank])[]
): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  transfers: pairs.map(([from, to]) => ({ from, to, amount: 1n, type: journal.ownTransfer })) as never,
})

describe('balances that changed', () => {
  it('are told for every account of a contract wallet, into it and out of it', () => {
    for (const purpose of contractPurposes)
      for (const pair of [
        [customer(7, purpose), bank],
        [bank, customer(7, purpose)],
      ] as const) {
        const [fact, ...more] = changesOf([moved(pair as never)])
        expect(more).toEqual([])
        expect(fact && changedBalances(fact)).toEqual([{ uid: 7, purpose }])
      }
  })

  it('are told once for each account, in one fact for all transactions', () => {
    const one = moved([customer(1, 'contract'), bank as never], [customer(1, 'contract'), bank as never])
    const two = moved([customer(2, 'contract'), customer(2, 'contractMargin') as never])
    const facts = changesOf([one, two, one])
    expect(facts).toEqual([
      { kind: 'balanceChanged', body: { uids: { contract: [1, 2], contractMargin: [2] } } },
    ])
  })

  it('are not sent without a listener', () => {
    const others: readonly CustomerAccountType[] = [
      'wallet',
      'coin',
      'bonus',
      'experience',
      'optionStake',
      'withdrawal',
    ]
    for (const purpose of others)
      expect(changesOf([moved([customer(1, purpose), bank as never])])).toEqual([])
    expect(changesOf([moved([house('trading') as never, bank as never])])).toEqual([])
    expect(changesOf([])).toEqual([])
  })

  it('are read from nothing but such a fact, and a broken one is not passed over', () => {
    expect(changedBalances({ kind: 'pushed', body: { uids: { contract: [1] } } })).toEqual([])
    for (const body of [{}, { uids: null }, { uids: { contract: 1 } }, { uids: { contract: ['1'] } }])
      expect(() => changedBalances({ kind: 'balanceChanged', body })).toThrow('names no accounts')
  })
})
