import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  judgeWithdrawal,
  judgeWithdrawalRequest,
  maxWithdrawal,
  minWithdrawal,
  priceWithdrawal,
  type WithdrawalFacts,
  wholePart,
} from './judge.ts'

const facts: WithdrawalFacts = {
  min: usdt('50'),
  max: usdt('50000'),
  hasDestination: true,
  pause: null,
  capLeft: usdt('10000'),
  available: usdt('9000.5'),
}
const pause = { reason: 'new_address', untilMs: 1 } as const

const units = fc.oneof(
  fc.bigInt(0n, 400n).map((whole) => whole * 100_000_000n),
  fc.bigInt(0n, 400n * 100_000_000n),
) as fc.Arbitrary<Usdt>
const anyFacts: fc.Arbitrary<WithdrawalFacts> = fc.record({
  min: units,
  max: units,
  hasDestination: fc.boolean(),
  pause: fc.option(fc.constant(pause), { freq: 8 }),
  capLeft: fc.option(units),
  available: units,
})

describe('the verdict on a withdrawal', () => {
  it('names the problems in one order: amount, destination, pause, cap, balance', () => {
    const worst = { ...facts, hasDestination: false, pause, capLeft: usdt('10'), available: usdt('5') }
    const kindOf = (part: Partial<WithdrawalFacts>, amount: Usdt | null = usdt('100')) =>
      judgeWithdrawal({ ...worst, ...part }, amount).problem
    const limits = { min: facts.min, max: facts.max }
    expect(kindOf({}, null)).toEqual({ kind: 'notWhole', ...limits })
    expect(kindOf({}, usdt('100.5'))).toEqual({ kind: 'notWhole', ...limits })
    expect(kindOf({}, usdt('49'))).toEqual({ kind: 'belowMin', ...limits })
    expect(kindOf({ min: usdt('0') }, usdt('0'))).toMatchObject({ kind: 'belowMin' })
    expect(kindOf({}, usdt('50001'))).toEqual({ kind: 'aboveMax', ...limits })
    expect(kindOf({})).toEqual({ kind: 'noDestination' })
    expect(kindOf({ hasDestination: true })).toEqual({ kind: 'paused', pause })
    const open = { hasDestination: true, pause: null }
    expect(kindOf(open)).toEqual({ kind: 'aboveCap', capLeft: usdt('10') })
    expect(kindOf({ ...open, capLeft: null })).toEqual({ kind: 'insufficientBalance', available: usdt('5') })
    expect(kindOf({ ...open, capLeft: usdt('100'), available: usdt('100') })).toBeNull()
  })

  it('accepts both limits, the whole cap and the whole balance', () => {
    const exact = {
      ...facts,
      min: usdt('100'),
      max: usdt('100'),
      capLeft: usdt('100'),
      available: usdt('100'),
    }
    expect(judgeWithdrawal(exact, usdt('100')).plan).toEqual({
      amount: usdt('100'),
      fee: usdt('5'),
      net: usdt('95'),
    })
    expect(judgeWithdrawal({ ...exact, capLeft: null }, usdt('100')).plan).toMatchObject({ fee: 0n })
  })

  it('has a first part that says the same without the facts behind the password', () => {
    fc.assert(
      fc.property(anyFacts, units, (random, amount) => {
        const [first, whole] = [judgeWithdrawalRequest(random, amount), judgeWithdrawal(random, amount)]
        if (first.problem !== null) expect(whole.problem).toEqual(first.problem)
        else
          expect([null, 'paused', 'aboveCap', 'insufficientBalance']).toContain(whole.problem?.kind ?? null)
      }),
    )
  })

  it('plans figures that add up, within every bound', () => {
    fc.assert(
      fc.property(anyFacts, units, (random, amount) => {
        const { plan } = judgeWithdrawal(random, amount)
        if (plan === null) return
        expect(plan).toEqual(priceWithdrawal(amount, random))
        expect(plan.fee + plan.net).toBe(amount)
        expect([plan.fee >= 0n, plan.net >= 0n, amount <= maxWithdrawal(random)]).toEqual([true, true, true])
        expect(random.hasDestination && random.pause === null).toBe(true)
      }),
    )
  })

  it('accepts every whole amount between two accepted ones, and both ends where it accepts any', () => {
    fc.assert(
      fc.property(anyFacts, units, (random, amount) => {
        if (judgeWithdrawal(random, amount).plan === null) return
        for (const end of [minWithdrawal(random), maxWithdrawal(random)])
          expect(judgeWithdrawal(random, end).plan).not.toBeNull()
        const middle = minWithdrawal(random) + (amount - minWithdrawal(random)) / 2n
        const whole = (middle - (middle % usdt('1'))) as Usdt
        expect(judgeWithdrawal(random, whole).plan).not.toBeNull()
      }),
    )
  })

  it('never gets stricter with more money, a higher cap or a lower minimum', () => {
    fc.assert(
      fc.property(anyFacts, units, units, (random, amount, more) => {
        if (judgeWithdrawal(random, amount).plan === null) return
        const richer = {
          ...random,
          available: (random.available + more) as Usdt,
          capLeft: random.capLeft === null ? null : ((random.capLeft + more) as Usdt),
          min: (random.min > more ? random.min - more : 0n) as Usdt,
        }
        expect(judgeWithdrawal(richer, amount).plan).not.toBeNull()
      }),
    )
  })
})

it('rounds to whole USDT: the maximum down, the minimum up, never to nothing', () => {
  expect(wholePart(usdt('9.99999999'))).toBe(usdt('9'))
  expect(minWithdrawal({ min: usdt('9.00000001') })).toBe(usdt('10'))
  for (const [min, least] of [
    ['10', '10'],
    ['0', '1'],
  ] as const)
    expect(minWithdrawal({ min: usdt(min) })).toBe(usdt(least))
  expect(maxWithdrawal({ ...facts, max: usdt('8999.9') })).toBe(usdt('8999'))
})

it('the most that can be withdrawn is the least of limit, cap and balance, in whole USDT', () => {
  const most = (max: string, capLeft: string | null, available: string) =>
    maxWithdrawal({
      max: usdt(max),
      capLeft: capLeft === null ? null : usdt(capLeft),
      available: usdt(available),
    })
  expect(most('50000', null, '9000.5')).toBe(usdt('9000'))
  expect(most('8000', null, '9000.5')).toBe(usdt('8000'))
  expect(most('8000', '700.99', '9000.5')).toBe(usdt('700'))
  expect(most('8000', '0', '9000.5')).toBe(0n)
  expect(most('8000', '9000', '0.99999999')).toBe(0n)
})
