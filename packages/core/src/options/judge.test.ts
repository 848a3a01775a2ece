import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Price, price, type Usdt, usdt } from '../money/units.ts'
import { judgeOption, judgeOptionOffer, type OptionFacts } from './judge.ts'
import { maxOpen, maxProfitOf } from './rules.ts'

const facts: OptionFacts = {
  choices: [
    { seconds: 30, percent: 70 },
    { seconds: 60, percent: 80 },
  ],
  stakes: { min: usdt('10'), max: usdt('100'), step: usdt('10') },
  openCount: 0,
  entry: { price: price('100'), seen: price('100') },
  available: usdt('50'),
}
const request = { stake: usdt('40'), seconds: 60 }

it('names expiry, stake, open options, price and balance in this order', () => {
  const worst: OptionFacts = { ...facts, openCount: maxOpen, entry: 'stale', available: usdt('5') }
  const problemOf = (part: Partial<OptionFacts>, asked: Partial<typeof request> = {}) =>
    judgeOption({ ...worst, ...part }, { ...request, ...asked }).problem
  expect(problemOf({}, { seconds: 61, stake: usdt('1') })).toEqual({ kind: 'notOffered', seconds: [30, 60] })
  expect(problemOf({}, { stake: usdt('41') })).toMatchObject({ kind: 'stake', nearest: usdt('40') })
  expect(problemOf({})).toEqual({ kind: 'tooMany', max: maxOpen })
  const few = { openCount: maxOpen - 1 }
  expect(problemOf(few)).toEqual({ kind: 'noPrice', why: 'stale' })
  const moved = { price: price('100.06'), seen: price('100') }
  expect(problemOf({ ...few, entry: moved })).toEqual({ kind: 'priceMoved', price: moved.price })
  const still = { ...few, entry: { ...moved, price: price('100.05') } }
  expect(problemOf(still)).toEqual({
    kind: 'insufficientBalance',
    needed: usdt('40'),
    available: usdt('5'),
  })
  expect(problemOf({ ...still, available: usdt('40') })).toBeNull()
})

it('plans the stake and the win of its expiry', () => {
  expect(judgeOption(facts, request).plan).toEqual({
    stake: usdt('40'),
    choice: { seconds: 60, percent: 80 },
    win: usdt('32'),
  })
})

it('accepts what its first part accepts and no known fact rejects', () => {
  const stakes = fc.bigInt(0n, 12n).map((tens) => (tens * 1_000_000_000n) as Usdt)
  const random = fc.record({
    openCount: fc.option(fc.integer({ min: 0, max: maxOpen })),
    entry: fc.option(
      fc.oneof(
        fc.constant('clockUnsteady' as const),
        fc.record({ price: fc.constantFrom(price('100'), price('101')), seen: fc.constant(price('100')) }),
      ),
    ),
    available: fc.option(stakes),
  })
  fc.assert(
    fc.property(random, stakes, fc.constantFrom(30, 60, 90), (part, stake, seconds) => {
      const asked = { stake, seconds }
      const known = { ...facts, ...part }
      const [offer, whole] = [judgeOptionOffer(known, asked), judgeOption(known, asked)]
      if (offer.problem !== null) {
        expect(whole.problem).toEqual(offer.problem)
        return
      }
      const { openCount, entry, available } = part
      const isLive = entry === null || (entry !== 'clockUnsteady' && entry.price === (price('100') as Price))
      const isPossible =
        (openCount === null || openCount < maxOpen) && isLive && (available === null || stake <= available)
      expect(whole.plan !== null).toBe(isPossible)
      if (whole.plan === null) return
      expect(whole.plan).toEqual(offer.plan)
      expect(whole.plan.win).toBe(maxProfitOf(stake, whole.plan.choice.percent))
      // A smaller stake on offer is accepted too.
      const less = judgeOption(known, { ...asked, stake: usdt('10') })
      expect(less.plan).not.toBeNull()
    }),
  )
})
