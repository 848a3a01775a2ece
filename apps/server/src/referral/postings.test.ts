import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { promiseTo, referralLevels, referralShare } from '@glasshouse/core/referral/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  firstPurchasePaidPosting,
  incomePaidPosting,
  promiseFundedPosting,
  promiseReturnedPosting,
} from './postings.ts'
import type { PayoutRow, ReturnRow } from './schema.ts'

const [marketing, referral] = ['house/marketing/USDT', 'house/referral/USDT']
const inviter = (level: number) => `customer/${10_000 + level}/wallet/USDT`
const payout = (level: 1 | 2 | 3, amount: bigint): PayoutRow =>
  ({ id: level, month: 202701, client: 10_009, level, receiver: 10_000 + level, amount }) as PayoutRow
const back = (amount: bigint): ReturnRow =>
  ({ id: 1, reason: 'finished', subject: 5, at_ms: 1, amount }) as ReturnRow

it('what an order may bring is set aside, paid to its inviters or returned, to the unit', () => {
  const interest = fc.bigInt({ min: 1000n, max: 10n ** 13n }) as fc.Arbitrary<Usdt>
  fc.assert(
    fc.property(interest, fc.integer({ min: 0, max: 100 }), (promised, kept) => {
      const promises = referralLevels.map((level) =>
        promiseTo(level, promised, { share: 10 * level, first: level }, true),
      )
      const rows = promises.map(({ level, interest: share, first }) => ({
        ...{ level, promised: share, first_promised: first },
      }))
      const funded = rows.reduce((sum, { promised: share, first_promised: first }) => sum + share + first, 0n)
      const paid = promises.map((one) => ({ ...one, income: referralShare(one.interest, kept) }))
      const rest = paid.reduce((left, { income, first }) => left - income - first, funded)
      const story = [
        promiseFundedPosting(5, rows),
        ...paid.flatMap(({ level, income, first }) => [
          ...(income > 0n ? [incomePaidPosting(payout(level, income))] : []),
          firstPurchasePaidPosting({ id: level, order_id: 5, level, receiver: 10_000 + level }, first),
        ]),
        ...(rest > 0n ? [promiseReturnedPosting(back(rest))] : []),
      ]
      const { kinds, moved } = movementsOf(story, marketing)
      expect(new Set(kinds)).toEqual(new Set(['accepted']))
      expect(moved(referral)).toBe(0n)
      for (const { level, income, first } of paid) expect(moved(inviter(level))).toBe(income + first)
      expect(moved(marketing)).toBe(rest - funded)
    }),
    { numRuns: 40 },
  )
})

it('a promise of nothing takes nothing from marketing', () => {
  const row = (level: 1 | 2 | 3, promised: bigint) => ({
    ...{ level, promised: promised as Usdt, first_promised: usdt('0') },
  })
  expect(promiseFundedPosting(5, [row(1, 0n), row(2, 3n)]).transfers.map(({ amount }) => amount)).toEqual([
    3n,
  ])
  expect(promiseFundedPosting(5, [row(3, 0n)]).transfers).toEqual([])
})

it('a month of a client pays each level once, and a first purchase each level once', () => {
  const month = incomePaidPosting(payout(1, usdt('1')))
  const first = firstPurchasePaidPosting({ id: 9, order_id: 5, level: 2, receiver: 10_002 }, 3n)
  const repeated = { ...payout(1, usdt('2')), id: 77 }
  const story = [month, incomePaidPosting(repeated), incomePaidPosting(payout(2, 1n)), first, first]
  expect(movementsOf(story, referral).kinds).toEqual([
    ...['accepted', 'repeated', 'accepted', 'accepted', 'repeated'],
  ])
})

it('the journal tells the levels apart, and income from that of a first purchase', () => {
  const types = referralLevels.map((level) => [
    incomePaidPosting(payout(level, 1n)).transfers[0]?.type,
    firstPurchasePaidPosting({ id: 1, order_id: 5, level, receiver: 10_001 }, 1n).transfers[0]?.type,
  ])
  expect(types).toEqual([
    [10, 17],
    [11, 18],
    [16, 19],
  ])
  expect(() => incomePaidPosting(payout(4 as 3, 1n))).toThrow(RangeError)
})
