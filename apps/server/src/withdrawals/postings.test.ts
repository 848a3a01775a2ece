import { journal } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { withdrawalFee, withdrawalMethods } from '@glasshouse/core/withdrawals/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
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

it('a sent withdrawal pays out the net amount and the fee, and leaves nothing held', () => {
  fc.assert(
    fc.property(anyWithdrawal, fc.constantFrom(...withdrawalMethods), (row, way) => {
      const wallet = `customer/${row.uid}/wallet/USDT`
      const { kinds, lines, moved } = movementsOf([withdrawalHeld(row), withdrawalSent(row, way)], wallet)
      expect(kinds).toEqual(['accepted', 'accepted'])
      expect(moved(wallet)).toBe(-row.amount)
      expect(moved(`customer/${row.uid}/withdrawal/USDT`)).toBe(0n)
      expect(moved(`outside/withdrawals:${way}/USDT`)).toBe(row.amount - row.fee)
      expect(moved('house/fees/USDT')).toBe(row.fee)
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
      const { moved, lines } = movementsOf([withdrawalHeld(row), withdrawalRefundedPosting(row)], wallet)
      expect([moved(wallet), moved(`customer/${row.uid}/withdrawal/USDT`)]).toEqual([0n, 0n])
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
