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

/** What becomes of a withdrawal in a random story, and whether each of its postings is sent twice. */
const anyStory = fc.array(
  fc.record({
    person: fc.constantFrom(10_001, 10_002, 10_003),
    amount: fc.bigInt(2n, 10n ** 12n) as fc.Arbitrary<Usdt>,
    hasProduct: fc.boolean(),
    way: fc.constantFrom(...withdrawalMethods),
    end: fc.constantFrom('open' as const, 'sent' as const, 'back' as const, 'sentThenBack' as const),
    isRepeated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

it('random withdrawals of several customers move to each account what a model adds up', () => {
  fc.assert(
    fc.property(anyStory, (all) => {
      const model = new Map<string, bigint>()
      const add = (account: string, amount: bigint) => model.set(account, (model.get(account) ?? 0n) + amount)
      const story = all.flatMap(({ person: uid, amount, hasProduct, way, end, isRepeated }, at) => {
        const row = { id: at + 1, uid, amount, fee: withdrawalFee(amount, hasProduct) }
        const wallet = `customer/${uid}/wallet/USDT`
        if (end !== 'back') add(wallet, -amount)
        if (end === 'open') add(`customer/${uid}/withdrawal/USDT`, amount)
        if (end === 'sent' || end === 'sentThenBack') {
          const fee = hasProduct ? 0n : (amount + 19n) / 20n
          add(`outside/withdrawals:${way}/USDT`, amount - fee)
          add('house/fees/USDT', fee)
        }
        const ends = {
          open: [],
          sent: [withdrawalSent(row, way)],
          back: [withdrawalRefundedPosting(row)],
          // The first end counts: the second has its key and does nothing.
          sentThenBack: [withdrawalSent(row, way), withdrawalRefundedPosting(row)],
        }[end]
        const once = [withdrawalHeld(row), ...ends]
        return isRepeated ? once.flatMap((posting) => [posting, posting]) : once
      })
      const wallets = [10_001, 10_002, 10_003].map((uid) => `customer/${uid}/wallet/USDT`)
      const { moved, lines, kinds } = movementsOf(story, ...wallets)
      expect(kinds).not.toContain('short')
      const accounts = new Set([...lines.map(({ account }) => account), ...model.keys()])
      for (const account of accounts)
        expect([account, moved(account)]).toEqual([account, model.get(account) ?? 0n])
      expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
    }),
  )
})

it('a wallet that holds one unit too little is short, and nothing of the withdrawal is posted', () => {
  const row = { id: 1, uid: 10_001, amount: 100n as Usdt, fee: 5n as Usdt }
  expect(movementsOf([withdrawalHeld(row)]).kinds).toEqual(['short'])
  expect(movementsOf([withdrawalHeld(row)]).lines).toEqual([])
  // Neither end pays out of a hold that is not there.
  expect(movementsOf([withdrawalSent(row, 'bank')]).kinds).toEqual(['short'])
  expect(movementsOf([withdrawalRefundedPosting(row)]).kinds).toEqual(['short'])
})

it('fee and payout never leave to an account of a customer, nor to another way', () => {
  for (const way of withdrawalMethods) {
    const { transfers } = withdrawalSent({ id: 1, uid: 10_001, amount: 100n as Usdt, fee: 5n as Usdt }, way)
    expect(transfers.map(({ to }) => [to.owner, to.purpose])).toEqual([
      ['outside', `withdrawals:${way}`],
      ['house', 'fees'],
    ])
  }
})
