import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rate } from '../invest/rules.ts'
import { type Usdt, usdt } from '../money/units.ts'
import { isOwing, type LoanRequest, loanDaysOf, loanStates, usualLoanDays, validateLoan } from './checks.ts'
import { loanState } from './codec.ts'
import {
  type CollateralOrder,
  collateralValue,
  dailyInterest,
  interestToDue,
  loanDueMs,
  loanLimit,
  loanShare,
  ltvOf,
  nextToSeize,
  ordersToPledge,
  plannedLtv,
  reasonNotCounted,
  scoreAfter,
  scorePoints,
  splitPayment,
} from './rules.ts'

const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units as Usdt)
const order: CollateralOrder = {
  ...{ id: 1, method: 'fixed', principal: usdt('2700'), accrued: usdt('0.84857142'), redeemFee: rate('1') },
  ...{ endsMs: 1000, isRedeeming: false, isPledged: false },
}

describe('a request for a loan', () => {
  const good: LoanRequest = {
    ...{ amount: usdt('200'), min: usdt('100'), max: usdt('500'), hasOther: false, available: usdt('200') },
  }
  it('is accepted at both limits and to the last unit of the reserve', () => {
    for (const amount of ['100', '500', '110'])
      expect(validateLoan({ ...good, amount: usdt(amount), available: usdt(amount) })).toBeNull()
  })
  it('names the limits it would be accepted in, with their step', () => {
    const limits = { code: 'outOfRange', min: usdt('100'), max: usdt('500'), step: usdt('10') }
    for (const amount of ['90', '510', '100.00000001', '0'])
      expect(validateLoan({ ...good, amount: usdt(amount) })).toEqual(limits)
  })
  it('is refused for its range before the reserve is named', () => {
    const both = { ...good, amount: usdt('505'), available: usdt('0') }
    expect(validateLoan(both)).toMatchObject({ code: 'outOfRange' })
    expect(validateLoan({ ...both, hasOther: true })).toEqual({ code: 'oneLoan' })
  })
})

it('the days of loans are ascending and each once, whatever the setting says', () => {
  const days = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(days, (list) => {
      const read = loanDaysOf(list.join(','))
      expect(new Set(read)).toEqual(new Set(list))
      for (const [at, day] of read.entries()) expect(day).toBeGreaterThan(read[at - 1] ?? 0)
    }),
    { numRuns: 40 },
  )
})

it('owes money while it runs and while it is overdue, and in no other state', () => {
  const owing = loanStates.filter(isOwing)
  expect(owing).toEqual(['running', 'overdue'])
  expect(([0, 1, 2, 3, 4, 5] as const).map((status) => loanState({ status }))).toEqual([
    ...['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'],
  ])
})

describe('the security', () => {
  it('is named by the first reason for which it does not count', () => {
    expect(reasonNotCounted({ ...order, isRedeeming: true, isPledged: true, endsMs: 0 }, 9)).toBe('redeeming')
    expect(reasonNotCounted({ ...order, isPledged: true, endsMs: 0 }, 9)).toBe('pledged')
    expect(reasonNotCounted({ ...order, endsMs: 999 }, 1000)).toBe('endsEarly')
    expect(reasonNotCounted(order, 1000)).toBeNull()
    expect(collateralValue(order, 1000)).toBe(usdt('2699.15142858'))
  })
  it('lends at most the lower of the setting and half the score, of which 100 count', () => {
    expect([loanShare(100, 50), loanShare(60, 50), loanShare(100, 20), loanShare(100, 80)]).toEqual([
      ...[100n, 60n, 40n, 100n],
    ])
    expect([loanShare(0, 50), loanShare(-5, 50), loanShare(101, 80)]).toEqual([0n, 0n, 100n])
    expect(loanLimit([], 100n)).toBe(0n)
    // Half of it is half a unit below the step: nothing is rounded up on the way.
    expect(loanLimit([usdt('19.99999999')], 100n)).toBe(0n)
    expect(loanLimit([usdt('20')], 100n)).toBe(usdt('10'))
  })
  it('of the same end is pledged in the order it was bought, and without value never', () => {
    const same = [3, 1, 2].map((id) => ({ id, value: usdt('100'), endsMs: 5 }))
    expect(ordersToPledge(same, usdt('70'), 100n)?.map(({ id }) => id)).toEqual([1, 2])
    const empty = [
      { id: 1, value: 0n as Usdt, endsMs: 9 },
      { id: 2, value: usdt('100'), endsMs: 5 },
    ]
    expect(ordersToPledge(empty, usdt('50'), 100n)?.map(({ id }) => id)).toEqual([2])
    expect(ordersToPledge(empty, usdt('50.00000001'), 100n)).toBeNull()
    expect(ordersToPledge([], 0n as Usdt, 100n)).toEqual([])
  })
  it('is redeemed by the smallest that suffices, else the largest, of equal ones the older', () => {
    const orders = [usdt('300'), usdt('100'), usdt('300'), usdt('100')].map((value, id) => ({ id, value }))
    expect(nextToSeize(orders, usdt('100'))?.id).toBe(1)
    expect(nextToSeize(orders, usdt('100.00000001'))?.id).toBe(0)
    expect(nextToSeize(orders, usdt('301'))?.id).toBe(0)
    expect(nextToSeize(orders.toReversed(), usdt('301'))?.id).toBe(0)
    expect(nextToSeize([], usdt('1'))).toBeNull()
  })
})

describe('what is owed', () => {
  it('grows by a day’s interest at each midnight, rounded up once a day', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 60 }),
        (of, ppm, days) => {
          const daily = dailyInterest(of, ppm)
          expect(daily * 1_000_000n >= of * BigInt(ppm)).toBe(true)
          expect((daily - 1n) * 1_000_000n < of * BigInt(ppm)).toBe(true)
          expect(interestToDue(of, ppm, days)).toBe(daily * BigInt(days))
        },
      ),
    )
  })
  it('is compared with the security rounded up, so that no page shows less than what counts', () => {
    fc.assert(
      fc.property(amounts, amounts, (owed, value) => {
        const ltv = ltvOf(owed, value) ?? 0n
        expect(ltv * value >= owed * 10_000n && (ltv - 1n) * value < owed * 10_000n).toBe(true)
      }),
    )
  })
  it('is planned with the interest of the midnights to come', () => {
    const owed = { principal: usdt('1500'), interest: usdt('0.75') }
    expect(plannedLtv(owed, 500, usdt('3300'), 29)).toBe(4614n)
    expect(plannedLtv(owed, 500, usdt('3300'), 0)).toBe(ltvOf(usdt('1500.75'), usdt('3300')))
    expect(plannedLtv(owed, 500, 0n as Usdt, 3)).toBeNull()
  })
  it('is due at a midnight of the calendar, the first one for a loan of a day', () => {
    const paid = Date.UTC(2027, 0, 10, 22, 59, 59, 999)
    expect(loanDueMs(paid, 1)).toBe(paid + 1)
    expect(loanDueMs(paid + 1, 1)).toBe(paid + 1 + 86_400_000)
  })
  it('is paid to the last unit and not beyond', () => {
    const owed = { principal: usdt('10'), interest: usdt('1') }
    expect(splitPayment(owed, usdt('0.4'))).toEqual({ interest: usdt('0.4'), principal: 0n })
    expect(splitPayment(owed, usdt('1'))).toEqual({ interest: usdt('1'), principal: 0n })
    expect(splitPayment(owed, usdt('11'))).toEqual(owed)
    expect(splitPayment(owed, usdt('500'))).toEqual(owed)
  })
})

it('a score that a manager set above 100 is kept by a repaid loan and lowered by others', () => {
  expect(scorePoints).toEqual({ repaid: 5, repaidLate: -10, settled: -20 })
  expect(scoreAfter(120, 'repaid')).toBe(120)
  expect(scoreAfter(120, 'settled')).toBe(100)
  expect(scoreAfter(5, 'repaidLate')).toBe(0)
})

it.each([
  [[7, 14, 30, 60], 30],
  [[7, 14, 60], 60],
  [[], undefined],
])('of the days %j a loan has %s where none are asked for', (offered, days) => {
  expect(usualLoanDays(offered)).toBe(days)
})
