import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Rate, rate } from '../invest/rules.ts'
import { type Usdt, usdt } from '../money/units.ts'
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
  type Owed,
  ordersToPledge,
  plannedLtv,
  redemptionValue,
  scoreAfter,
  scorePoints,
  settleFromCollateral,
  splitPayment,
  totalOwed,
} from './rules.ts'

// Nights of loans beside arithmetic that shares nothing with the rules: fractions are compared by cross-multiplication,
// sums are counted one by one, and dates are walked hour by hour.

const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Usdt)
const none = 0n as Usdt

describe('the nights of a loan', () => {
  const payments = fc.array(fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }), { nil: null, freq: 3 }), {
    minLength: 1,
    maxLength: 40,
  })
  it('owe what was lent and each night’s interest less what was paid, and the last payment ends at zero', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 2000 }), payments, (lent, ppm, nights) => {
        let owed: Owed = { principal: lent, interest: dailyInterest(lent, ppm) }
        let [charged, paidInterest, paidPrincipal] = [owed.interest as bigint, 0n, 0n]
        for (const payment of nights) {
          if (payment !== null) {
            const paid = splitPayment(owed, payment as Usdt)
            // Interest comes first: no principal is paid while interest is left.
            expect(paid.principal === 0n || paid.interest === owed.interest).toBe(true)
            paidInterest += paid.interest
            paidPrincipal += paid.principal
            owed = {
              principal: (owed.principal - paid.principal) as Usdt,
              interest: (owed.interest - paid.interest) as Usdt,
            }
          }
          const night = dailyInterest(owed.principal, ppm)
          // Rounded up: the smallest amount that is no less than the exact one.
          expect(night * 1_000_000n >= owed.principal * BigInt(ppm)).toBe(true)
          if (night > 0n) expect((night - 1n) * 1_000_000n < owed.principal * BigInt(ppm)).toBe(true)
          charged += night
          owed = { ...owed, interest: (owed.interest + night) as Usdt }
          expect(totalOwed(owed)).toBe(lent + charged - paidInterest - paidPrincipal)
        }
        const last = splitPayment(owed, (totalOwed(owed) + 1n) as Usdt)
        expect(last).toEqual(owed)
      }),
      { numRuns: 120 },
    )
  })
  it('cost simple interest: twice the days cost twice as much, and nothing is charged on interest', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 1, max: 180 }),
        (lent, ppm, days) => {
          let total = 0n
          for (let night = 0; night < days; night += 1) total += dailyInterest(lent, ppm)
          expect(interestToDue(lent, ppm, days)).toBe(total)
          expect(interestToDue(lent, ppm, 2 * days)).toBe(2n * total)
        },
      ),
    )
    expect(interestToDue(usdt('1500'), 500, 7)).toBe(usdt('5.25'))
    expect(dailyInterest(usdt('1500'), 0)).toBe(0n)
    expect(dailyInterest(none, 500)).toBe(0n)
  })
  it('end at the days-th midnight UTC+1 after the payout, walked hour by hour', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 40 }), (paidMs, days) => {
        let [at, midnights] = [Math.floor(paidMs / 3_600_000) * 3_600_000, 0]
        while (midnights < days) {
          at += 3_600_000
          if (new Date(at + 3_600_000).getUTCHours() === 0) midnights += 1
        }
        expect(loanDueMs(paidMs, days)).toBe(at)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the security of a loan', () => {
  const orders: fc.Arbitrary<readonly CollateralOrder[]> = fc
    .array(
      fc.record({
        method: fc.constantFrom('fixed' as const, 'compound' as const),
        principal: fc.bigInt({ min: 10n ** 10n, max: 10n ** 13n }) as fc.Arbitrary<Usdt>,
        accrued: fc.bigInt({ min: 0n, max: 10n ** 9n }) as fc.Arbitrary<Usdt>,
        redeemFee: fc.bigInt({ min: 0n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
        endsMs: fc.integer({ min: 0, max: 4 }),
        isRedeeming: fc.boolean(),
        isPledged: fc.boolean(),
      }),
      { maxLength: 8 },
    )
    .map((list) => list.map((order, at) => ({ id: at + 1, ...order })))

  it('is the principal less what early redemption costs of it now: of a fixed order the fee, of a compound one nothing', () => {
    fc.assert(
      fc.property(orders, (list) => {
        for (const order of list) {
          const { method, principal, accrued, redeemFee } = order
          const lost = principal - redemptionValue(order)
          if (method === 'compound') expect(lost).toBe(0n)
          else {
            // The fee rounded up, and never more than what was paid of interest.
            expect(lost * 10n ** 8n >= accrued * redeemFee).toBe(true)
            expect(lost <= accrued).toBe(true)
            if (lost > 0n) expect((lost - 1n) * 10n ** 8n < accrued * redeemFee).toBe(true)
          }
        }
      }),
    )
    const paid = { principal: usdt('2700'), accrued: usdt('0.84857142'), redeemFee: rate('1') }
    expect(redemptionValue({ method: 'fixed', ...paid })).toBe(usdt('2699.15142858'))
  })
  it('leaves out exactly what redeems, is pledged or ends before the due day', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 4 }), (list, dueMs) => {
        for (const order of list) {
          const isOut = order.isRedeeming || order.isPledged || order.endsMs < dueMs
          expect(collateralValue(order, dueMs)).toBe(isOut ? 0n : redemptionValue(order))
        }
      }),
    )
  })
  it('lends the largest whole ten that half the score and the setting allow, of 2699.15142858 and 3300 too', () => {
    const values = ['2699.15142858', '3300'].map(usdt)
    const limits = [100, 90, 80, 60, 50, 10, 1, 0].map((score) => loanLimit(values, loanShare(score, 50)))
    expect(limits).toEqual(['2990', '2690', '2390', '1790', '1490', '290', '20', '0'].map(usdt))
    const bySetting = [50, 40, 25, 1, 0].map((ltv) => loanLimit(values, loanShare(100, ltv)))
    expect(bySetting).toEqual(['2990', '2390', '1490', '50', '0'].map(usdt))
  })
  it('is pledged so that without its last order it would not cover the loan, and whole orders only', () => {
    fc.assert(
      fc.property(orders, amounts, fc.integer({ min: 1, max: 100 }), (list, amount, score) => {
        const valued = list.map((order) => ({ ...order, value: collateralValue(order, 2) }))
        const share = loanShare(score, 50)
        const pledged = ordersToPledge(valued, amount, share)
        const all = valued.reduce((sum, { value }) => sum + value, 0n)
        expect(pledged === null).toBe(all * share < amount * 200n)
        if (pledged === null) return
        expect(new Set(pledged.map(({ id }) => id)).size).toBe(pledged.length)
        for (const { value } of pledged) expect(value > 0n).toBe(true)
        const without = pledged.slice(0, -1).reduce((sum, { value }) => sum + value, 0n)
        expect(without * share < amount * 200n).toBe(true)
      }),
    )
  })
})

describe('loan to value', () => {
  it('reaches a threshold exactly where what is owed is that part of the value, and is shown no lower', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 99 }), (owed, value, percent) => {
        expect(hasReached(owed, value, percent)).toBe(owed * 100n >= value * BigInt(percent))
        const shown = ltvOf(owed, value) ?? none
        if (hasReached(owed, value, percent)) expect(shown >= BigInt(percent) * 100n).toBe(true)
      }),
    )
    for (const [owed, percent, isReached] of [
      ['64.99999999', 65, false],
      ['65', 65, true],
      ['79.99999999', 80, false],
      ['80', 80, true],
      ['80.00000001', 80, true],
    ] as const)
      expect([owed, hasReached(usdt(owed), usdt('100'), percent)]).toEqual([owed, isReached])
    // Nothing of value is left: whatever is owed has reached every threshold.
    expect(hasReached(1n as Usdt, none, 80)).toBe(true)
  })
  it('of the nights to come is that of the interest they add', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 60 }), (principal, value, nights) => {
        const owed = { principal, interest: dailyInterest(principal, 500) }
        let later = totalOwed(owed) as bigint
        for (let at = 0; at < nights; at += 1) later += dailyInterest(principal, 500)
        expect(plannedLtv(owed, 500, value, nights)).toBe(ltvOf(later as Usdt, value))
      }),
    )
  })
})

describe('the settlement', () => {
  const security = fc
    .array(amounts, { minLength: 1, maxLength: 7 })
    .map((values) => values.map((value, at) => ({ id: at + 1, value })))
  it('takes no order that it does not need: without any of them the debt would not be covered', () => {
    fc.assert(
      fc.property(security, amounts, amounts, (orders, principal, interest) => {
        const { seizures, left } = settleFromCollateral(orders, { principal, interest })
        if (totalOwed(left) > 0n) {
          expect(seizures).toHaveLength(orders.length)
          return
        }
        const [last] = seizures.slice(-1)
        const others = seizures.slice(0, -1)
        expect(others.every(({ surplus }) => surplus === 0n)).toBe(true)
        const before = others.reduce((sum, { order }) => sum + order.value, 0n)
        expect(before < principal + interest).toBe(true)
        // No smaller order that was left would have been enough for the rest.
        const rest = principal + interest - before
        const taken = new Set(seizures.map(({ order }) => order.id))
        for (const { id, value } of orders)
          if (!taken.has(id) && value >= rest) expect(value >= (last?.order.value ?? 0n)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
  it('pays interest before principal over all orders together, and loses principal last', () => {
    fc.assert(
      fc.property(security, amounts, amounts, (orders, principal, interest) => {
        const { seizures, left } = settleFromCollateral(orders, { principal, interest })
        const value = orders.reduce((sum, one) => sum + one.value, 0n)
        const paidInterest = seizures.reduce((sum, one) => sum + one.interest, 0n)
        expect(paidInterest).toBe(value < interest ? value : interest)
        if (left.interest > 0n) expect(left.principal).toBe(principal)
      }),
    )
  })
  it('of nothing owed takes nothing, and of no security leaves everything', () => {
    const owed = { principal: usdt('5'), interest: usdt('1') }
    const orders = [{ id: 1, value: usdt('3') }]
    expect(settleFromCollateral(orders, { principal: none, interest: none }).seizures).toEqual([])
    expect(settleFromCollateral([], owed)).toEqual({ seizures: [], left: owed })
  })
})

it('a score walks by 5, −10 and −20 between 0 and 100, whatever happens in which order', () => {
  const events = fc.array(fc.constantFrom('repaid' as const, 'repaidLate' as const, 'settled' as const), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(events, (story) => {
      let [score, model] = [100, 100]
      for (const event of story) {
        score = scoreAfter(score, event)
        model += event === 'repaid' ? 5 : event === 'repaidLate' ? -10 : -20
        if (model > 100) model = 100
        if (model < 0) model = 0
        expect(score).toBe(model)
      }
    }),
  )
  expect(Object.values(scorePoints)).toEqual([5, -10, -20])
})
