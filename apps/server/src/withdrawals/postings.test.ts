import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { accountsOf, decideBatch } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import { withdrawalFee, withdrawalMethods } from '@glasshouse/core/withdrawals/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withdrawalHeld, withdrawalRefundedPosting, withdrawalSent } from './postings.ts'

const anyWithdrawal = fc
  .record({
    id: fc.integer({ min: 1, max: 10 ** 9 }),
    uid: fc.integer({ min: 10_000, max: 10 ** 9 }),
    amount: fc.bigInt(2n, 10n ** 15n) as fc.Arbitrary<Usdt>,
    hasProduct: fc.boolean(),
  })
  .map(({ hasProduct, ...row }) => ({ ...row, fee: withdrawalFee(row.amount, hasProduct) }))

/** What a story of transactions moved per account, from a wallet that holds enough. */
const movedBy = (story: readonly LedgerTransaction[], rich: string) => {
  const standings = new Map(
    [...accountsOf(story).values()].map((account) => {
      const name = accountName(account)
      return [name, { balance: name === rich ? 10n ** 16n : 0n, sequence: 0 }]
    }),
  )
  const { verdicts, lines } = decideBatch(standings, story, new Map())
  const moved = new Map<string, bigint>()
  for (const { account, amount } of lines) moved.set(account, (moved.get(account) ?? 0n) + amount)
  return { kinds: verdicts.map(({ kind }) => kind), lines, moved }
}

it('a sent withdrawal pays out the net amount and the fee, and leaves nothing held', () => {
  fc.assert(
    fc.property(anyWithdrawal, fc.constantFrom(...withdrawalMethods), (row, way) => {
      const wallet = `customer/${row.uid}/wallet/USDT`
      const { kinds, lines, moved } = movedBy([withdrawalHeld(row), withdrawalSent(row, way)], wallet)
      expect(kinds).toEqual(['accepted', 'accepted'])
      expect(moved.get(wallet)).toBe(-row.amount)
      expect(moved.get(`customer/${row.uid}/withdrawal/USDT`)).toBe(0n)
      expect(moved.get(`outside/withdrawals:${way}/USDT`)).toBe(row.amount - row.fee)
      expect(moved.get('house/fees/USDT') ?? 0n).toBe(row.fee)
      // The fee has a line of its own in the journal, and none where there is no fee.
      const types = lines.filter(({ account }) => account === wallet).map(({ type }) => type)
      expect(types).toEqual(row.fee > 0n ? [journal.withdrawal, journal.withdrawalFee] : [journal.withdrawal])
    }),
  )
})

it('a refund returns amount and fee in one line', () => {
  fc.assert(
    fc.property(anyWithdrawal, (row) => {
      const wallet = `customer/${row.uid}/wallet/USDT`
      const { moved, lines } = movedBy([withdrawalHeld(row), withdrawalRefundedPosting(row)], wallet)
      expect([...moved.values()].every((amount) => amount === 0n)).toBe(true)
      const returned = lines.filter(({ type }) => type === journal.withdrawalReturned)
      expect(returned.map(({ account, amount }) => [account, amount])).toContainEqual([wallet, row.amount])
      expect(returned).toHaveLength(2)
    }),
  )
})

it('a withdrawal is held once and ends once: sent and refunded share a key', () => {
  const row = { id: 7, uid: 10_001, amount: 100n as Usdt, fee: 5n as Usdt }
  expect(withdrawalHeld(row).key).toBe('withdrawal:7')
  expect(withdrawalSent(row, 'bank').key).toBe(withdrawalRefundedPosting(row).key)
  expect(withdrawalSent(row, 'bank').key).not.toBe(withdrawalHeld(row).key)
  for (const posting of [withdrawalHeld(row), withdrawalSent(row, '1001'), withdrawalRefundedPosting(row)])
    expect(posting.cause).toEqual({ kind: 'withdrawal', id: 7 })
})
