import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rate } from '../invest/rules.ts'
import { type Usdt, usdt } from '../money/units.ts'
import { loanDaysOf, validateLoan } from './checks.ts'
import { modelSettlement } from './model.fixture.ts'
import {
  type CollateralOrder,
  collateralValue,
  dailyInterest,
  hasReached,
  interestToDue,
  loanDueMs,
  loanLimit,
  loanShare,
  ltvOf,
  ordersToPledge,
  redemptionValue,
  scoreAfter,
  settleFromCollateral,
  splitPayment,
  totalOwed,
} from './rules.ts'

const fixed: CollateralOrder = {
  id: 1,
  method: 'fixed',
  principal: usdt('2700'),
  accrued: usdt('0.84857142'),
  redeemFee: rate('1'),
  endsMs: 1000,
  isRedeeming: false,
  isPledged: false,
}
const compound: CollateralOrder = {
  ...fixed,
  id: 2,
  method: 'compound',
  principal: usdt('3300'),
  accrued: usdt('1.48'),
  endsMs: 2000,
}
const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Usdt)
const valued = fc
  .array(fc.record({ value: amounts, endsMs: fc.integer({ min: 0, max: 5 }) }), { maxLength: 8 })
  .map((orders) => orders.map((order, at) => ({ id: at + 1, ...order })))

describe('the limit', () => {
  it('is that of the documented example', () => {
    const values = [fixed, compound].map((order) => collateralValue(order, 1000))
    expect(values).toEqual([usdt('2699.15142858'), usdt('3300')])
    expect(loanLimit(values, loanShare(100, 50))).toBe(usdt('2990'))
    expect(loanLimit(values, loanShare(60, 50))).toBe(usdt('1790'))
    expect(loanLimit(values, loanShare(1000, 50))).toBe(usdt('2990'))
    expect(loanLimit(values, loanShare(100, 0))).toBe(0n)
  })
  it('leaves out what redeems, is pledged or ends before the due day', () => {
    expect(collateralValue(fixed, 1001)).toBe(0n)
    expect(collateralValue({ ...fixed, isRedeeming: true }, 1)).toBe(0n)
    expect(collateralValue({ ...fixed, isPledged: true }, 1)).toBe(0n)
  })
  it('never exceeds the share of the values, and the next step would', () => {
    fc.assert(
      fc.property(valued, fc.integer({ min: 0, max: 120 }), (orders, score) => {
        const share = loanShare(score, 50)
        const total = orders.reduce((sum, { value }) => sum + value, 0n)
        const limit = loanLimit(
          orders.map(({ value }) => value),
          share,
        )
        expect(limit * 200n <= total * share).toBe(true)
        expect((limit + usdt('10')) * 200n > total * share).toBe(true)
      }),
    )
  })
})

describe('the pledge', () => {
  it('takes the orders that end last until they cover the amount, and no more', () => {
    fc.assert(
      fc.property(valued, amounts, fc.integer({ min: 1, max: 100 }), (orders, amount, score) => {
        const share = loanShare(score, 50)
        const pledged = ordersToPledge(orders, amount, share)
        const sumOf = (some: typeof orders) => some.reduce((sum, { value }) => sum + value, 0n)
        if (pledged === null) {
          expect(sumOf(orders) * share < amount * 200n).toBe(true)
          return
        }
        expect(sumOf([...pledged]) * share >= amount * 200n).toBe(true)
        expect(sumOf(pledged.slice(0, -1)) * share < amount * 200n).toBe(true)
        const earliest = Math.min(...pledged.map(({ endsMs }) => endsMs))
        for (const order of orders)
          if (order.endsMs > earliest) expect(pledged.map(({ id }) => id)).toContain(order.id)
      }),
    )
  })
  it('covers whatever the limit allows', () => {
    fc.assert(
      fc.property(valued, fc.integer({ min: 1, max: 100 }), (orders, score) => {
        const share = loanShare(score, 50)
        const limit = loanLimit(
          orders.map(({ value }) => value),
          share,
        )
        if (limit > 0n) expect(ordersToPledge(orders, limit, share)).not.toBeNull()
      }),
    )
  })
})

describe('interest and payments', () => {
  it('are those of the documented example', () => {
    expect(dailyInterest(usdt('1500'), 500)).toBe(usdt('0.75'))
    expect(dailyInterest(1n as Usdt, 500)).toBe(1n)
    expect(interestToDue(usdt('1500'), 500, 30)).toBe(usdt('22.5'))
    expect(loanDueMs(Date.UTC(2027, 0, 10, 11), 7)).toBe(Date.UTC(2027, 0, 16, 23))
    expect(splitPayment({ principal: usdt('1500'), interest: usdt('0.75') }, usdt('100'))).toEqual({
      interest: usdt('0.75'),
      principal: usdt('99.25'),
    })
  })
  it('pay interest first and never more than is owed', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (principal, interest, amount) => {
        const paid = splitPayment({ principal, interest }, amount)
        const owed = principal + interest
        expect(totalOwed(paid)).toBe(amount < owed ? amount : owed)
        if (paid.principal > 0n) expect(paid.interest).toBe(interest)
      }),
    )
  })
  it('reach a threshold exactly', () => {
    expect(hasReached(usdt('80'), usdt('100'), 80)).toBe(true)
    expect(hasReached((usdt('80') - 1n) as Usdt, usdt('100'), 80)).toBe(false)
    expect(ltvOf(usdt('1500.75'), usdt('3300'))).toBe(4548n)
    expect(ltvOf(usdt('1'), 0n as Usdt)).toBeNull()
  })
})

describe('the settlement from security', () => {
  it('redeems the smallest order that suffices', () => {
    const orders = [
      { id: 1, value: usdt('500') },
      { id: 2, value: usdt('2000') },
      { id: 3, value: usdt('1600') },
    ]
    const { seizures, left } = settleFromCollateral(orders, {
      principal: usdt('1500'),
      interest: usdt('22.5'),
    })
    expect(seizures).toEqual([
      { order: orders[2], interest: usdt('22.5'), principal: usdt('1500'), surplus: usdt('77.5') },
    ])
    expect(totalOwed(left)).toBe(0n)
  })
  it('agrees with the model: same orders, same surplus, same loss, and no unit is created', () => {
    fc.assert(
      fc.property(valued, amounts, amounts, (orders, principal, interest) => {
        const { seizures, left } = settleFromCollateral(orders, { principal, interest })
        const model = modelSettlement(orders, principal + interest)
        expect(seizures.map(({ order }) => order.id)).toEqual(model.ids)
        expect(seizures.reduce((sum, { surplus }) => sum + surplus, 0n)).toBe(model.surplus)
        expect(totalOwed(left)).toBe(model.left)
        for (const { order, surplus, ...paid } of seizures)
          expect(totalOwed(paid) + surplus).toBe(order.value)
        const paidBack = seizures.reduce((sum, paid) => sum + totalOwed(paid), 0n)
        expect(paidBack + totalOwed(left)).toBe(principal + interest)
      }),
      { numRuns: 300 },
    )
  })
})

it('a value is what an early redemption returns', () => {
  expect(redemptionValue({ ...compound, redeemFee: rate('0.5') })).toBe(usdt('3300'))
  expect(redemptionValue({ ...fixed, redeemFee: rate('0') })).toBe(usdt('2700'))
})

it('a score rises to 100 at most, and falls to 0 at least', () => {
  expect(['repaid', 'repaidLate', 'settled'].map((reason) => scoreAfter(60, reason as 'repaid'))).toEqual([
    65, 50, 40,
  ])
  expect([scoreAfter(98, 'repaid'), scoreAfter(100, 'repaid'), scoreAfter(15, 'settled')]).toEqual([
    100, 100, 0,
  ])
})

it('a request is refused for another loan, its amount or the reserve, in this order', () => {
  const good = {
    amount: usdt('200'),
    min: usdt('100'),
    max: usdt('500'),
    hasOther: false,
    available: usdt('200'),
  }
  expect(validateLoan(good)).toBeNull()
  expect(validateLoan({ ...good, hasOther: true, amount: usdt('1') })).toEqual({ code: 'oneLoan' })
  for (const amount of ['0', '90', '105', '510'])
    expect(validateLoan({ ...good, amount: usdt(amount) })).toMatchObject({ code: 'outOfRange' })
  expect(validateLoan({ ...good, available: usdt('199') })).toEqual({
    code: 'insufficientReserve',
    max: usdt('199'),
  })
  expect(loanDaysOf('30,7,14,7')).toEqual([7, 14, 30])
})
