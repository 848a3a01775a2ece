import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accruals, type Rate, redemptionAmounts } from '../invest/rules.ts'
import type { Usdt } from '../money/units.ts'
import { fundedLevels, keptShare, promiseTo, referralLevels, referralShare, withinMonth } from './rules.ts'

// The life of what inviters earn: promised at the sale, due day by day, capped by the month, taken back by a redemption.

const order = fc.record({
  principal: fc.bigInt({ min: 10n ** 10n, max: 10n ** 14n }) as fc.Arbitrary<Usdt>,
  rate: fc.bigInt({ min: 10_000n, max: 3_000_000n }) as fc.Arbitrary<Rate>,
  days: fc.integer({ min: 1, max: 60 }),
  method: fc.constantFrom('fixed' as const, 'compound' as const),
})
const rates = fc.record({ share: fc.integer({ min: 0, max: 30 }), first: fc.integer({ min: 0, max: 30 }) })
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)

it('pays each level over all months no more than was set aside for it, and leaves the rest for its return', () => {
  const cases = fc.record({
    ...{ order, rates: fc.tuple(rates, rates, rates) },
    free: fc.bigInt({ min: 0n, max: 10n ** 13n }) as fc.Arbitrary<Usdt>,
    max: fc.bigInt({ min: 0n, max: 10n ** 10n }) as fc.Arbitrary<Usdt>,
    redeemAfter: fc.option(fc.nat({ max: 59 }), { nil: null }),
    feeShare: fc.bigInt({ min: 0n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  })
  fc.assert(
    fc.property(cases, ({ order: terms, rates: of, free, max, redeemAfter, feeShare }) => {
      const interest = accruals(terms)
      const whole = sum(interest) as Usdt
      const promises = referralLevels.map((level, at) =>
        promiseTo(level, whole, of[at] ?? { share: 0, first: 0 }, true),
      )
      const funded = fundedLevels(free, promises)
      const setAside = promises.filter(({ level }) => funded.has(level))
      expect(sum(setAside.map((one) => one.interest + one.first)) <= free).toBe(true)
      for (const { level, interest: promised, first } of setAside) {
        const share = of[level - 1]?.share ?? 0
        const kept = redeemAfter === null ? terms.days : Math.min(redeemAfter, terms.days)
        let [paid, unpaid, accrued] = [0n, 0n, 0n]
        for (const [at, amount] of interest.slice(0, kept).entries()) {
          accrued += amount
          unpaid += referralShare(amount, share)
          // Every thirty days a month ends: what fits is paid, and the rest of the share is gone.
          if ((at + 1) % 30 !== 0) continue
          paid += withinMonth(unpaid as Usdt, 0n as Usdt, max)
          unpaid = 0n
        }
        if (kept < terms.days) {
          const { fee } = redemptionAmounts({ ...terms, accrued: accrued as Usdt, share: feeShare })
          const rest = keptShare(unpaid as Usdt, accrued as Usdt, fee)
          expect(rest <= unpaid).toBe(true)
          // A fee of everything leaves nothing of what was not paid yet.
          if (fee === accrued) expect(rest).toBe(0n)
          unpaid = rest
        }
        paid += withinMonth(unpaid as Usdt, 0n as Usdt, max)
        expect(paid <= promised).toBe(true)
        expect(promised + first - paid >= first).toBe(true)
      }
    }),
    { numRuns: 120 },
  )
})

it('never earns an inviter more by dividing an order among more days, months or clients', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 30 }), (parts, share) => {
      const together = referralShare(sum(parts) as Usdt, share)
      const apart = sum(parts.map((part) => referralShare(part as Usdt, share)))
      expect(apart <= together && together - apart < BigInt(parts.length)).toBe(true)
    }),
  )
})

it('takes back no less for a larger fee, and nothing without one', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(units, units, units, units, (unpaid, accrued, one, other) => {
      const [low, high] = [one, other].map((fee) => fee % (accrued + 1n)).toSorted((a, b) => (a < b ? -1 : 1))
      const kept = (fee = 0n) => keptShare(unpaid as Usdt, accrued as Usdt, fee as Usdt)
      expect(kept(low) >= kept(high)).toBe(true)
      expect(kept(0n)).toBe(accrued === 0n ? 0n : unpaid)
      expect(kept(accrued)).toBe(0n)
    }),
  )
})
