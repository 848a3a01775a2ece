import { bonusAmount } from '@glasshouse/core/deposits/bonus'
import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bonusCredited, depositCredited } from './postings.ts'

const amounts = fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Usdt>
const lines = ({ transfers }: ReturnType<typeof depositCredited>) =>
  transfers.map(({ from, to, amount, type }) => [accountName(from), accountName(to), amount, type])

it('a payment comes from the account of its channel, under the key that counts once', () => {
  fc.assert(
    fc.property(fc.constantFrom('sandbox', 'btcpay', 'erc20', 'trc20'), amounts, (channel, amount) => {
      const posting = depositCredited({ id: 17, uid: 10_001, channel }, 'deposit:17', amount)
      expect(lines(posting)).toEqual([
        [`outside/deposits:${channel}/USDT`, 'customer/10001/wallet/USDT', amount, journal.deposit],
      ])
      expect([posting.key, posting.cause]).toEqual(['deposit:17', { kind: 'deposit', id: 17 }])
    }),
  )
})

it('a bonus comes from the marketing reserve into the bonus credit, once per customer', () => {
  fc.assert(
    fc.property(amounts, amounts, (first, max) => {
      const amount = bonusAmount(first, max)
      expect(lines(bonusCredited(10_001, 17, amount))).toEqual([
        ['house/marketing/USDT', 'customer/10001/bonus/USDT', amount, journal.depositBonus],
      ])
      expect(amount).toBeLessThanOrEqual(max)
    }),
  )
  const keys = [17, 18].map((deposit) => bonusCredited(10_001, deposit, usdt('5')).key)
  expect(new Set(keys).size).toBe(1)
})

/** A payment in a random story: its key is its number, and it may be posted more than once. */
const anyPayment = fc.record({
  uid: fc.constantFrom(10_001, 10_002),
  channel: fc.constantFrom('sandbox', 'btcpay', 'erc20', 'trc20'),
  amount: amounts,
  times: fc.integer({ min: 1, max: 3 }),
})

it('a story of payments and bonuses moves to each account what a model adds up, however often it is posted', () => {
  fc.assert(
    fc.property(fc.array(anyPayment, { minLength: 1, maxLength: 10 }), (payments) => {
      const model = new Map<string, bigint>()
      const add = (account: string, amount: bigint) => model.set(account, (model.get(account) ?? 0n) + amount)
      const claimed = new Set<number>()
      const story = payments.flatMap(({ uid, channel, amount, times }, at) => {
        const id = at + 1
        add(`outside/deposits:${channel}/USDT`, -amount)
        add(`customer/${uid}/wallet/USDT`, amount)
        if (!claimed.has(uid)) {
          add('house/marketing/USDT', -7n)
          add(`customer/${uid}/bonus/USDT`, 7n)
          claimed.add(uid)
        }
        const paid = depositCredited({ id, uid, channel }, `deposit:${id}`, amount)
        // Each payment is followed by a claim; only the first of a customer counts.
        return Array.from({ length: times }, () => [paid, bonusCredited(uid, id, usdt('0.00000007'))]).flat()
      })
      const { moved, lines, kinds } = movementsOf(story, 'house/marketing/USDT')
      expect(kinds).not.toContain('short')
      for (const account of new Set([...lines.map((line) => line.account), ...model.keys()]))
        expect([account, moved(account)]).toEqual([account, model.get(account) ?? 0n])
      expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
      // Nothing of a bonus is ever in the wallet.
      const wallets = lines.filter(({ account }) => account.endsWith('/wallet/USDT'))
      expect(new Set(wallets.map(({ type }) => type))).toEqual(new Set([journal.deposit]))
    }),
  )
})

it('a bonus beyond the reserve is short, and nothing of it is posted', () => {
  const { kinds, lines } = movementsOf([bonusCredited(10_001, 1, usdt('5'))])
  expect([kinds, lines]).toEqual([['short'], []])
})
