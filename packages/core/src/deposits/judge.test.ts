import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  type DepositAllowance,
  type DepositLimits,
  judgeDeposit,
  judgeDepositAllowance,
  judgeDepositAmount,
} from './judge.ts'

const amounts = fc.bigInt(0n, 300n) as fc.Arbitrary<Usdt>
const anyFacts: fc.Arbitrary<DepositLimits & DepositAllowance> = fc.record({
  min: fc.option(amounts),
  max: fc.option(amounts),
  isClosed: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
  pausedUntilMs: fc.option(fc.constant(7), { freq: 1 }),
  ownLimit: fc.option(fc.record({ limit: amounts, left: amounts, untilMs: fc.constant(9) })),
  pending: fc.option(fc.integer({ min: 0, max: 12 })),
})

it('names amount, closed account, own pause, own limit and pending deposits in this order', () => {
  const worst = {
    min: usdt('10'),
    max: usdt('20'),
    isClosed: true,
    pausedUntilMs: 7,
    ownLimit: { limit: usdt('15'), left: usdt('5'), untilMs: 9 },
    pending: 10,
  }
  const problemOf = (part: Partial<DepositLimits & DepositAllowance>, amount = '12') =>
    judgeDeposit({ ...worst, ...part }, usdt(amount)).problem
  expect(problemOf({}, '9.99999999')).toMatchObject({ kind: 'belowMin', min: usdt('10') })
  expect(problemOf({}, '20.00000001')).toMatchObject({ kind: 'aboveMax', max: usdt('20') })
  expect(problemOf({})).toEqual({ kind: 'closed' })
  expect(problemOf({ isClosed: false })).toEqual({ kind: 'ownPause', untilMs: 7 })
  const open = { isClosed: false, pausedUntilMs: null }
  expect(problemOf(open)).toEqual({ kind: 'ownLimit', limit: usdt('15'), left: usdt('5'), untilMs: 9 })
  expect(problemOf({ ...open, ownLimit: null })).toEqual({ kind: 'tooManyPending', max: 10 })
  expect(problemOf({ ...open, ownLimit: null, pending: 9 })).toBeNull()
})

it('accepts both limits and the whole rest of the own limit', () => {
  const open = { isClosed: false, pausedUntilMs: null, pending: null }
  const ownLimit = { limit: usdt('50'), left: usdt('20'), untilMs: 9 }
  const exact = { ...open, min: usdt('10'), max: usdt('20'), ownLimit }
  for (const amount of ['10', '20'].map(usdt)) expect(judgeDeposit(exact, amount).plan).toBe(amount)
})

it('accepts exactly what both parts accept', () => {
  fc.assert(
    fc.property(anyFacts, amounts, (facts, amount) => {
      const [first, second] = [judgeDepositAmount(facts, amount), judgeDepositAllowance(facts, amount)]
      const whole = judgeDeposit(facts, amount)
      expect(whole.problem).toEqual(first.problem ?? second.problem)
      expect(whole.plan).toBe(whole.problem === null ? amount : null)
      if (whole.plan === null) return
      expect(amount >= (facts.min ?? 0n) && amount <= (facts.max ?? amount)).toBe(true)
      expect(amount <= (facts.ownLimit?.left ?? amount) && (facts.pending ?? 0) < 10).toBe(true)
    }),
  )
})

it('accepts a smaller amount wherever it accepts a larger one, down to the minimum', () => {
  fc.assert(
    fc.property(anyFacts, amounts, amounts, (facts, amount, less) => {
      if (judgeDeposit(facts, amount).plan === null || less > amount || less < (facts.min ?? 0n)) return
      expect(judgeDeposit(facts, less).plan).toBe(less)
    }),
  )
})
