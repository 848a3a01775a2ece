import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, type Usdt, usdt } from '../../money/units.ts'
import {
  canBeCopied,
  copyDifference,
  copyingGap,
  followerHistogram,
  followerResult,
  hasLeadConflict,
  type LeadApplicant,
  validateLeadApplication,
} from './lead.ts'
import { fraction } from './pool.fixture.ts'

describe('followerResult', () => {
  const of = (money: string, profit: string) => ({ money: usdt(money), profit: usdt(profit) })

  it('adds up all orders and takes the middle return', () => {
    expect(followerResult([of('100', '10'), of('100', '-20'), of('200', '4')])).toEqual({
      orders: 3,
      putIn: usdt('400'),
      profit: usdt('-6'),
      inProfit: fraction('0.666666666'),
      median: fraction('0.02'),
    })
  })

  it('takes the smaller of two middle returns, and counts 0 as no profit', () => {
    const result = followerResult([of('100', '0'), of('100', '5'), of('100', '-9'), of('300', '-1')])
    expect(result.median).toBe(fraction('-0.003333334'))
    expect(result.inProfit).toBe(fraction('0.25'))
  })

  it('has no share and no median without orders', () => {
    expect(followerResult([])).toEqual({ orders: 0, putIn: 0n, profit: 0n, inProfit: null, median: null })
  })
})

describe('followerHistogram', () => {
  const rangesOf = (...orders: readonly (readonly [money: string, profit: string])[]) =>
    followerHistogram(orders.map(([money, profit]) => ({ money: usdt(money), profit: usdt(profit) })))

  it('counts a result on a bound in the range above it', () => {
    const counts = rangesOf(
      ['100', '-50.00000001'],
      ['100', '-50'],
      ['100', '-20'],
      ['100', '-0.00000001'],
      ['100', '0'],
      ['200', '10'],
      ['100', '49.99999999'],
      ['100', '50'],
      ['100', '900'],
    ).map(({ orders }) => orders)
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 2])
  })

  it('counts every order once, in ranges that touch', () => {
    const amounts = fc.tuple(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    )
    fc.assert(
      fc.property(fc.array(amounts), (all) => {
        const orders = all.map(([money, profit]) => ({ money: money as Usdt, profit: profit as Usdt }))
        const ranges = followerHistogram(orders)
        expect(ranges.reduce((sum, range) => sum + range.orders, 0)).toBe(orders.length)
        expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ to }) => to))
        expect([ranges[0]?.from, ranges.at(-1)?.to]).toEqual([null, null])
      }),
    )
  })
})

describe('copying gap', () => {
  const fill = (side: 'long' | 'short', lead: string, copy: string) => ({
    side,
    leadPrice: price(lead),
    price: price(copy),
  })

  it('is positive when the copy is worse', () => {
    expect(copyDifference(fill('long', '64000', '64000.1'))).toBe(price('0.1'))
    expect(copyDifference(fill('short', '64000', '64000.1'))).toBe(price('-0.1'))
  })

  it('is the mean share of the lead price', () => {
    const fills = [fill('long', '64000', '64006.4'), fill('short', '100', '100.02')]
    expect(copyingGap(fills)).toBe(fraction('-0.00005'))
    expect(copyingGap(fills.slice(0, 1))).toBe(fraction('0.0001'))
    const half = [fill('long', '1000', '1000.000001'), fill('long', '1000', '1000')]
    expect(copyingGap(half)).toBe(1n)
    expect(copyingGap([])).toBeNull()
  })
})

describe('validateLeadApplication', () => {
  const limits = { minDays: 30, minTrades: 20, minEquity: usdt('1000') }
  const good: LeadApplicant = {
    isStaff: false,
    isLeading: false,
    isInReview: false,
    isKycApproved: true,
    recordDays: 30,
    closedTrades: 20,
    equity: usdt('1000'),
    riskScore: 7,
    isScoreWaived: false,
  }
  const faults: readonly (readonly [string, Partial<LeadApplicant>])[] = [
    ['staff', { isStaff: true }],
    ['leading', { isLeading: true }],
    ['inReview', { isInReview: true }],
    ['kyc', { isKycApproved: false }],
    ['days', { recordDays: 29 }],
    ['trades', { closedTrades: 19 }],
    ['equity', { equity: usdt('999.99999999') }],
    ['riskScore', { riskScore: 8 }],
  ]

  it('accepts an applicant exactly at every limit', () => {
    expect(validateLeadApplication(good, limits)).toBeNull()
  })

  it('names the first fault in the order of the specification', () => {
    for (const [at, [reason]] of faults.entries()) {
      const rest: LeadApplicant = Object.assign({}, good, ...faults.slice(at).map(([, change]) => change))
      expect(validateLeadApplication(rest, limits)).toBe(reason)
    }
  })

  it('refuses an unknown score unless staff waived it, and never waives a known one', () => {
    expect(canBeCopied({ riskScore: null, isScoreWaived: false })).toBe(false)
    expect(canBeCopied({ riskScore: null, isScoreWaived: true })).toBe(true)
    expect(canBeCopied({ riskScore: 8, isScoreWaived: true })).toBe(false)
    expect(validateLeadApplication({ ...good, riskScore: null }, limits)).toBe('riskScore')
  })
})

describe('hasLeadConflict', () => {
  it('is the opposite side of the same market', () => {
    const other = [{ pid: 1, side: 'short' as const }]
    expect(hasLeadConflict({ pid: 1, side: 'long' }, other)).toBe(true)
    expect(hasLeadConflict({ pid: 1, side: 'short' }, other)).toBe(false)
    expect(hasLeadConflict({ pid: 2, side: 'long' }, other)).toBe(false)
    expect(hasLeadConflict({ pid: 1, side: 'long' }, [])).toBe(false)
  })
})
