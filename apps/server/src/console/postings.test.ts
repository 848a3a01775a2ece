import type { Usdt } from '@glasshouse/core/money/units'
import { usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { experienceGrantedPosting } from './postings.ts'

const marketing = 'house/marketing/USDT'
const held = (uid: number): string => `customer/${uid}/experience/USDT`
const amounts = fc.bigInt(1n, 10n ** 23n - 1n) as fc.Arbitrary<Usdt>
const uids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

it('a grant is one entry of type 24 out of the marketing reserve and one into the trial funds', () => {
  fc.assert(
    fc.property(uids, uids, amounts, (uid, id, amount) => {
      const grant = experienceGrantedPosting(uid, id, amount)
      expect(grant.cause).toEqual({ kind: 'experienceGrant', id })
      const { lines } = movementsOf([grant], marketing)
      const ordered = lines.map(({ account, amount: moved, type }) => [account, moved, type])
      expect(ordered).toEqual([
        [marketing, -amount, 24],
        [held(uid), amount, 24],
      ])
    }),
  )
})

it('a grant that the marketing reserve does not cover moves nothing', () => {
  const { kinds, lines } = movementsOf([experienceGrantedPosting(10_001, 1, usdt('0.00000001'))])
  expect([kinds, lines]).toEqual([['short'], []])
})

it('a grant is booked once however often it is posted, and another of the same amount beside it', () => {
  fc.assert(
    fc.property(amounts, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), (amount, ids) => {
      const story = ids.map((id) => experienceGrantedPosting(10_001, id, amount))
      const { kinds, moved } = movementsOf(story, marketing)
      const grants = BigInt(new Set(ids).size)
      expect(moved(held(10_001))).toBe(grants * amount)
      expect(moved(marketing)).toBe(-grants * amount)
      expect(kinds).toEqual(ids.map((id, at) => (ids.indexOf(id) === at ? 'accepted' : 'repeated')))
    }),
  )
})

it('a grant of nothing, or one that takes funds back, is no transaction', () => {
  for (const amount of ['0', '-1'])
    expect(() => movementsOf([experienceGrantedPosting(10_001, 1, usdt(amount))], marketing), amount).toThrow(
      RangeError,
    )
})
