import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import {
  accrualOf,
  accruals,
  countsAsWealthProduct,
  type InterestTerms,
  orderInstants,
  type Rate,
  rate,
  redemptionAmounts,
  totalInterest,
  unpaidInterest,
} from './rules.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)
const terms: fc.Arbitrary<InterestTerms> = fc.record({
  method: fc.constantFrom('fixed', 'compound'),
  principal: fc.bigInt({ min: 1n, max: 10n ** 15n }) as fc.Arbitrary<Usdt>,
  rate: fc.bigInt({ min: 1n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  days: fc.integer({ min: 1, max: 400 }),
})
const fixed: InterestTerms = {
  method: 'fixed',
  principal: usdt('2700'),
  rate: rate('0.0011'),
  days: 7,
}
const compound: InterestTerms = {
  method: 'compound',
  principal: usdt('3300'),
  rate: rate('0.0135'),
  days: 90,
}

describe('interest', () => {
  it('equals the examples to the digit', () => {
    expect(totalInterest(fixed)).toBe(usdt('2.97'))
    expect(accruals(fixed).map(formatUsdt)).toEqual([...Array(6).fill('0.42428571'), '0.42428574'])
    const grown = accruals(compound)
    expect(grown.slice(0, 3).map(formatUsdt)).toEqual(['0.495', '0.49507425', '0.49514851'])
    expect(formatUsdt(grown.at(-1) ?? 0n)).toBe('0.50165205')
    expect(formatUsdt(totalInterest(compound))).toBe('44.84868351')
  })

  it('adds up to what was promised, day by day and in any order of computing', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const days = accruals(one)
        expect(days).toHaveLength(one.days)
        expect(sum(days)).toBe(totalInterest(one))
        let accrued = 0n as Usdt
        for (const [at, interest] of days.entries()) {
          expect(accrualOf(one, at + 1, accrued)).toBe(interest)
          accrued = (accrued + interest) as Usdt
        }
      }),
      { numRuns: 60 },
    )
  })

  it('never promises more than the rate, and less by no more than rounding', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const promised = totalInterest(one)
        const exact = one.principal * one.rate
        if (one.method === 'fixed') {
          expect(promised * 100_000_000n <= exact && (promised + 1n) * 100_000_000n > exact).toBe(true)
          return
        }
        // (1 + R/n)^n as fractions: within n units below the unrounded power, never above it.
        const [n, whole] = [BigInt(one.days), BigInt(one.days) * 100_000_000n]
        const power = (whole + one.rate) ** n * one.principal
        expect((one.principal + promised) * whole ** n <= power).toBe(true)
        const grownByRounding = 3n * n
        expect((one.principal + promised + grownByRounding) * whole ** n >= power).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is of a day of the cycle only', () => {
    expect(() => accrualOf(fixed, 0, usdt('0'))).toThrow(new RangeError('day 0 of a cycle of 7'))
    expect(() => accrualOf(fixed, 8, usdt('0'))).toThrow(new RangeError('day 8 of a cycle of 7'))
  })

  it('is owed by the reserve until it is paid', () => {
    fc.assert(
      fc.property(terms, fc.nat(), (one, at) => {
        const promised = totalInterest(one)
        const days = accruals(one)
        const accrued = sum(days.slice(0, at % (one.days + 1))) as Usdt
        const owed = unpaidInterest(one.method, promised, accrued)
        expect(owed).toBe(one.method === 'fixed' ? sum(days.slice(at % (one.days + 1))) : promised)
      }),
      { numRuns: 40 },
    )
  })
})

describe('early redemption', () => {
  it('equals the example to the digit', () => {
    const back = redemptionAmounts({
      method: 'fixed',
      principal: fixed.principal,
      accrued: usdt('0.84857142'),
      share: rate('1'),
    })
    expect(formatUsdt(back.fee)).toBe('0.84857142')
    expect(formatUsdt(back.principal)).toBe('2699.15142858')
    expect(back.principal + usdt('0.84857142')).toBe(usdt('2700'))
    const feeOf = (accrued: bigint, share: string) =>
      redemptionAmounts({ ...fixed, accrued: accrued as Usdt, share: rate(share) }).fee
    expect([feeOf(1n, '0.5'), feeOf(3n, '0'), feeOf(3n, '0.5'), feeOf(3n, '1')]).toEqual([1n, 0n, 2n, 3n])
  })

  it('of a fixed order that was paid more interest than its principal takes no more than the principal', () => {
    // 36 % a year for three years: the last 81 days begin with more interest paid than money put in.
    const long: InterestTerms = { method: 'fixed', principal: usdt('100'), rate: rate('1.08'), days: 1095 }
    const accrued = sum(accruals(long).slice(0, 1050)) as Usdt
    expect(accrued > long.principal).toBe(true)
    expect(redemptionAmounts({ ...long, accrued, share: rate('1') })).toEqual({
      ...{ fee: usdt('100'), interest: 0n, principal: 0n },
    })
    // A compound order pays it out of interest that was not paid yet.
    expect(redemptionAmounts({ ...long, method: 'compound', accrued, share: rate('1') })).toEqual({
      ...{ fee: accrued, interest: 0n, principal: usdt('100') },
    })
  })

  it('gives back what was put in and never more than the interest accrued on top, whatever the pattern', () => {
    const step = fc.record({ terms, at: fc.nat(), share: fc.bigInt({ min: 0n, max: 100_000_000n }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
        for (const { terms: one, at, share } of steps) {
          const accrued = sum(accruals(one).slice(0, at % one.days)) as Usdt
          const back = redemptionAmounts({ ...one, accrued, share: share as Rate })
          const paid = one.method === 'fixed' ? accrued : 0n
          const received = paid + back.interest + back.principal
          // Money put in comes back whole; what is on top is less than the whole promise by what was not waited for.
          expect(received >= one.principal).toBe(true)
          expect(received).toBe(one.principal + accrued - back.fee)
          expect(received - one.principal <= totalInterest(one)).toBe(true)
          expect(back.principal >= 0n && back.interest >= 0n).toBe(true)
          const isCapped = back.fee === accrued || (one.method === 'fixed' && back.fee === one.principal)
          expect(back.fee * 100_000_000n >= accrued * share || isCapped).toBe(true)
          if (share === 100_000_000n && accrued <= one.principal) expect(received).toBe(one.principal)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('never pays more in parts than in one: dividing an order gains nothing', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 1n, max: 10n ** 15n }), (one, more) => {
        const whole = totalInterest({ ...one, principal: (one.principal + more) as Usdt })
        const parts = totalInterest(one) + totalInterest({ ...one, principal: more as Usdt })
        expect(parts <= whole + (one.method === 'fixed' ? 0n : BigInt(3 * one.days))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('instants', () => {
  it('book the day of buying at the next midnight, however late it was bought', () => {
    const midnight = Date.UTC(2027, 0, 10, 23)
    for (const bought of [midnight - dayMs, midnight - 1]) {
      const { firstMs, endMs, redeemableMs } = orderInstants(bought, 7, 1)
      expect(dayOf(bought)).toBe('20270110')
      expect(firstMs).toBe(midnight)
      expect(endMs).toBe(midnight + 6 * dayMs)
      expect(redeemableMs).toBe(midnight)
    }
    expect(orderInstants(midnight, 7, 1).firstMs).toBe(midnight + dayMs)
  })

  it('open redemption at once, after some midnights, or never', () => {
    const bought = Date.UTC(2027, 0, 10, 11)
    expect(orderInstants(bought, 7, 0).redeemableMs).toBe(bought)
    expect(orderInstants(bought, 7, 3).redeemableMs).toBe(Date.UTC(2027, 0, 12, 23))
    const { endMs } = orderInstants(bought, 7, 7)
    expect(orderInstants(bought, 7, 7).redeemableMs).toBe(endMs)
    expect(orderInstants(bought, 7, 30).redeemableMs).toBe(endMs)
  })

  it('make a wealth product of own money past its first midnight', () => {
    const createdMs = Date.UTC(2027, 0, 10, 11)
    const { firstMs } = orderInstants(createdMs, 7, 1)
    const order = { principal: usdt('100'), createdMs }
    expect(countsAsWealthProduct(order, firstMs - 1)).toBe(false)
    expect(countsAsWealthProduct(order, firstMs)).toBe(true)
    expect(countsAsWealthProduct({ ...order, principal: usdt('0') }, firstMs)).toBe(false)
  })
})
