import { journal } from '@glasshouse/core/ledger/journal'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import { subscriptionMoney } from '@glasshouse/core/subscription/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { subscriptionPaidPosting } from './postings.ts'

const [contract, coins] = ['customer/10001/contract/USDT', 'customer/10001/coin/SOL']
const [money, offered] = ['house/subscription:7/USDT', 'house/subscription:7/SOL']
const order = { id: 3, uid: 10_001, issueId: 7, asset: 'SOL' }

it('coins are delivered against the money, both or neither', () => {
  const figures = fc.record({
    price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    coins: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(figures, (found) => {
      const amount = subscriptionMoney(found.price as Price, found.coins as Quantity)
      const posting = subscriptionPaidPosting({ ...order, money: amount, coins: found.coins as Quantity })
      const { kinds, moved } = movementsOf([posting], contract, offered)
      expect(kinds).toEqual(['accepted'])
      expect([contract, money, offered, coins].map(moved)).toEqual([
        ...[-amount, amount, -found.coins, found.coins],
      ])
      // Without the money there are no coins, without the coins the money stays.
      for (const rich of [contract, offered]) {
        const half = movementsOf([posting], rich)
        expect([half.kinds, half.lines]).toEqual([['short'], []])
      }
    }),
    { numRuns: 40 },
  )
})

it('an order is paid once, and its journal tells money from coins', () => {
  const posting = subscriptionPaidPosting({ ...order, money: 5n as Usdt, coins: 2n as Quantity })
  expect(movementsOf([posting, posting], contract, offered).kinds).toEqual(['accepted', 'repeated'])
  expect(posting.transfers.map(({ type }) => type)).toEqual([
    ...[journal.subscriptionPaid, journal.subscriptionDelivered],
  ])
  expect([posting.cause, posting.key]).toEqual([{ kind: 'subscriptionPaid', id: 3 }, 'subscription-paid:3'])
})
