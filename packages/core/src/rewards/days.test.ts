import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { checkInReward, fitsIntoDay, type SigninTier, streakAfter } from './rules.ts'

// Months of a customer who signs in on some days and not on others, beside a count that knows the whole calendar.

const tierOf = (min: string, max: string, money: string, streakMoney: string, times: number): SigninTier => ({
  ...{ part: 'rule', minAssets: usdt(min), maxAssets: usdt(max), times },
  ...{ money: usdt(money), streakMoney: usdt(streakMoney) },
})
const tiers = [tierOf('0', '1000', '0.1', '0.2', 7), tierOf('1000', '50000', '1', '3', 3)]
const dayNumber = (at: number): number => {
  const date = new Date(Date.UTC(2027, 0, 1 + at))
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}
const assets = fc.bigInt({ min: 0n, max: usdt('60000') }) as fc.Arbitrary<Usdt>
const days = fc.array(fc.record({ isThere: fc.boolean(), now: assets, atMidnight: assets }), {
  minLength: 1,
  maxLength: 90,
})

it('counts the days in a row across months, and pays each by the smaller of two sums', () => {
  fc.assert(
    fc.property(days, (story) => {
      let last: { day: number; streak: number } | null = null
      for (const [at, { isThere, now, atMidnight }] of story.entries()) {
        if (!isThere) continue
        const streak = streakAfter(last, dayNumber(at - 1))
        // Backwards from today until a day without a sign-in.
        let inRow = 0
        while (at - inRow >= 0 && story[at - inRow]?.isThere) inRow += 1
        expect(streak).toBe(inRow)
        last = { day: dayNumber(at), streak }
        const smaller = now < atMidnight ? now : atMidnight
        const expected =
          smaller >= usdt('50000')
            ? '0'
            : smaller >= usdt('1000')
              ? inRow >= 3
                ? '3'
                : '1'
              : inRow >= 7
                ? '0.2'
                : '0.1'
        expect(checkInReward(tiers, { now, atMidnight }, streak)).toBe(usdt(expected))
        // Money that comes after midnight, or that left before today, earns nothing.
        const richer = { now: (now + usdt('60000')) as Usdt, atMidnight }
        if (atMidnight <= now) expect(checkInReward(tiers, richer, streak)).toBe(usdt(expected))
      }
    }),
    { numRuns: 60 },
  )
})

it('never pays more in a day than marketing may, and goes on to what still fits', () => {
  const rewards = fc.array(fc.bigInt({ min: 1n, max: 400n }), { maxLength: 30 })
  fc.assert(
    fc.property(rewards, fc.bigInt({ min: 0n, max: 2_000n }), (all, max) => {
      let paid = 0n
      for (const reward of all) {
        const fits = fitsIntoDay(reward as Usdt, paid as Usdt, max as Usdt)
        if (fits) paid += reward
        else expect(paid + reward > max).toBe(true)
      }
      expect(paid <= max).toBe(true)
    }),
  )
})
