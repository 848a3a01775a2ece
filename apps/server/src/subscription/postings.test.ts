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

it('an issue that many pay gives each coins for money, and keeps the money of all beside the coins of none', () => {
  const orders = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 500 }),
      money: fc.bigInt({ min: 1n, max: 10n ** 12n }) as fc.Arbitrary<Usdt>,
      coins: fc.bigInt({ min: 1n, max: 10n ** 12n }) as fc.Arbitrary<Quantity>,
      isRepeated: fc.boolean(),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(orders, (list) => {
      const postingOf = ({ id, money: paid, coins: given }: (typeof list)[number]) =>
        subscriptionPaidPosting({ ...order, id, uid: 10_000 + id, money: paid, coins: given })
      const story = list.flatMap((one) =>
        one.isRepeated ? [postingOf(one), postingOf(one)] : [postingOf(one)],
      )
      const payers = list.map(({ id }) => `customer/${10_000 + id}/contract/USDT`)
      const { kinds, moved } = movementsOf(story, offered, ...payers)
      expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(list.length)
      expect(kinds.filter((kind) => kind === 'repeated')).toHaveLength(story.length - list.length)
      for (const { id, money: paid, coins: given } of list) {
        expect(moved(`customer/${10_000 + id}/contract/USDT`)).toBe(-paid)
        expect(moved(`customer/${10_000 + id}/coin/SOL`)).toBe(given)
      }
      expect(moved(money)).toBe(list.reduce((sum, one) => sum + one.money, 0n))
      expect(moved(offered)).toBe(-list.reduce((sum, one) => sum + one.coins, 0n))
    }),
    { numRuns: 40 },
  )
})

it('an issue whose reserve is short delivers to those before it is, and takes no money of the next', () => {
  const paid = (id: number) =>
    subscriptionPaidPosting({ ...order, id, uid: 10_000 + id, money: 5n as Usdt, coins: 4n as Quantity })
  const payers = [1, 2].map((id) => `customer/${10_000 + id}/contract/USDT`)
  // Nothing lies in the reserve: neither is delivered, neither pays.
  const { kinds, lines } = movementsOf([paid(1), paid(2)], ...payers)
  expect(kinds[0]).toBe('short')
  expect(lines).toEqual([])
})
