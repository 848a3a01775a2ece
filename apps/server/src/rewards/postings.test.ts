import { journal } from '@glasshouse/core/ledger/journal'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signInPaidPosting, taskPaidPosting, totalPaidPosting } from './postings.ts'

const marketing = 'house/marketing/USDT'
const rewards = {
  signIn: (amount: bigint, id = 1) => signInPaidPosting({ id, uid: 10_001, day: 20270101, reward: amount }),
  total: (amount: bigint, id = 1) => totalPaidPosting({ id, uid: 10_001, rule_id: 4, amount }),
  task: (amount: bigint, id = 1) => taskPaidPosting({ id, uid: 10_001, task: 2, amount }),
}

it.each(Object.entries(rewards))(
  'a reward (%s) comes out of marketing, and once, whatever its row and its amount',
  (_name, reward) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 2 }), (amount, other) => {
        const story = [reward(amount), reward(amount), reward(amount + 1n, other)]
        const { kinds, moved } = movementsOf(story, marketing)
        expect(kinds).toEqual(['accepted', 'repeated', 'repeated'])
        expect([moved('customer/10001/wallet/USDT'), moved(marketing)]).toEqual([amount, -amount])
      }),
      { numRuns: 20 },
    )
    expect(movementsOf([reward(5n)]).kinds).toEqual(['short'])
  },
)

it('days, totals and tasks are counted apart and told apart in the journal', () => {
  const all = [
    ...[rewards.signIn(1n), rewards.total(1n), rewards.task(1n)],
    signInPaidPosting({ id: 1, uid: 10_001, day: 20270102, reward: 1n }),
    signInPaidPosting({ id: 1, uid: 10_002, day: 20270101, reward: 1n }),
    totalPaidPosting({ id: 1, uid: 10_001, rule_id: 5, amount: 1n }),
    taskPaidPosting({ id: 1, uid: 10_001, task: 3, amount: 1n }),
  ]
  expect(new Set(movementsOf(all, marketing).kinds)).toEqual(new Set(['accepted']))
  expect(all.slice(0, 3).map(({ transfers }) => transfers[0]?.type)).toEqual([
    ...[journal.signIn, journal.cumulativeSignIn, journal.task],
  ])
})
