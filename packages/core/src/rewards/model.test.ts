import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import {
  checkInReward,
  fitsIntoDay,
  parseCheckInRule,
  parseTask,
  rewardOf,
  rulesConflict,
  type SigninRule,
  type SigninTier,
  streakAfter,
  tierFor,
} from './rules.ts'

// The program of some weeks, kept twice: by the rules, and by a diary that writes every day down and looks back into it.

const units = (max: bigint) => fc.bigInt({ min: 0n, max }).map((of) => of as Usdt)
/** Tiers that touch each other, from 0 on, each with rewards of its own. */
const ladder: fc.Arbitrary<readonly SigninTier[]> = fc
  .array(
    fc.record({
      width: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      money: fc.bigInt({ min: 1n, max: 10n ** 10n }),
      more: fc.bigInt({ min: 0n, max: 10n ** 10n }),
      times: fc.integer({ min: 2, max: 9 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((steps) => {
    let from = 0n
    return steps.map(({ width, money, more, times }) => {
      const tier = {
        ...{
          part: 'rule',
          minAssets: from,
          maxAssets: from + width,
          money,
          streakMoney: money + more,
          times,
        },
      } as SigninTier
      from += width
      return tier
    })
  })

const dayNumber = (at: number): number => {
  const date = new Date(Date.UTC(2027, 11, 1 + at))
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

type Visit = { readonly who: number; readonly now: Usdt; readonly atMidnight: Usdt }
const weeks: fc.Arbitrary<readonly (readonly Visit[])[]> = fc.array(
  fc.uniqueArray(
    fc.record({ who: fc.nat({ max: 3 }), now: units(3n * 10n ** 12n), atMidnight: units(3n * 10n ** 12n) }),
    { selector: ({ who }) => who, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 45 },
)

it('pays every visit what a diary says, across the turn of a year, and never more than the day or the reserve', () => {
  const budgets = fc.record({ dailyMax: units(5n * 10n ** 10n), marketing: units(10n ** 12n) })
  fc.assert(
    fc.property(ladder, weeks, budgets, (tiers, story, { dailyMax, marketing }) => {
      const last = new Map<number, { day: number; streak: number }>()
      const diary = new Map<number, Set<number>>()
      let [left, leftByDiary] = [marketing as bigint, marketing as bigint]
      for (const [at, visits] of story.entries()) {
        let [paidToday, spentToday] = [0n, 0n]
        for (const { who, now, atMidnight } of visits) {
          const streak = streakAfter(last.get(who) ?? null, dayNumber(at - 1))
          last.set(who, { day: dayNumber(at), streak })
          const reward = checkInReward(tiers, { now, atMidnight }, streak)
          if (reward <= left && fitsIntoDay(reward, paidToday as Usdt, dailyMax)) {
            left -= reward
            paidToday += reward
          }
          // The diary: how many days back was there a visit, without a gap?
          const days = diary.get(who) ?? new Set<number>()
          diary.set(who, days.add(at))
          let row = 0
          while (days.has(at - row)) row += 1
          expect(streak).toBe(row)
          const counted: bigint = now > atMidnight ? atMidnight : now
          const tier = tiers.findLast(({ minAssets }) => counted >= minAssets)
          const due =
            tier === undefined || counted >= tier.maxAssets
              ? 0n
              : row < tier.times
                ? tier.money
                : tier.streakMoney
          expect(reward).toBe(due)
          if (due <= leftByDiary && spentToday + due <= dailyMax) {
            leftByDiary -= due
            spentToday += due
          }
          expect(left).toBe(leftByDiary)
        }
        expect(paidToday <= dailyMax).toBe(true)
        expect(left >= 0n).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

it('has one tier for every sum at most, where no two tiers conflict, and its edges belong to the upper one', () => {
  fc.assert(
    fc.property(ladder, units(6n * 10n ** 12n), (tiers, assets) => {
      for (const [at, tier] of tiers.entries())
        for (const other of tiers.slice(at + 1)) {
          expect(rulesConflict(tier, other)).toBe(false)
          expect(rulesConflict(other, tier)).toBe(false)
        }
      const fitting = tiers.filter(({ minAssets, maxAssets }) => minAssets <= assets && maxAssets > assets)
      expect(fitting.length <= 1).toBe(true)
      expect(tierFor(tiers, assets)).toBe(fitting[0] ?? null)
      for (const tier of tiers) {
        expect(tierFor(tiers, tier.minAssets)).toBe(tier)
        expect(tierFor(tiers, (tier.maxAssets - 1n) as Usdt)).toBe(tier)
        expect(tierFor(tiers, tier.maxAssets)).not.toBe(tier)
      }
    }),
    { numRuns: 60 },
  )
})

it('finds two tiers in conflict exactly where some sum lies in both', () => {
  const tier = fc.tuple(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 1n, max: 20n })).map(
    ([from, width]) =>
      ({
        ...{ part: 'rule', minAssets: from, maxAssets: from + width, money: 1n, streakMoney: 1n, times: 2 },
      }) as SigninTier,
  )
  fc.assert(
    fc.property(tier, tier, (one, other) => {
      const both = Array.from({ length: 61 }, (_, at) => BigInt(at)).some(
        (sum) =>
          one.minAssets <= sum && sum < one.maxAssets && other.minAssets <= sum && sum < other.maxAssets,
      )
      expect(rulesConflict(one, other)).toBe(both)
    }),
  )
})

it('pays the larger sum from the day on that a tier names, and not a day before', () => {
  fc.assert(
    fc.property(ladder, fc.integer({ min: 1, max: 400 }), ([tier], streak) => {
      if (tier === undefined) return
      expect(rewardOf(tier, streak)).toBe(streak >= tier.times ? tier.streakMoney : tier.money)
      expect(rewardOf(tier, tier.times - 1)).toBe(tier.money)
      expect(rewardOf(tier, tier.times)).toBe(tier.streakMoney)
      expect(rewardOf(tier, streak + 1) >= rewardOf(tier, streak)).toBe(true)
    }),
  )
})

it('moving money round never brings more than what was there at both instants', () => {
  fc.assert(
    fc.property(ladder, units(6n * 10n ** 12n), units(6n * 10n ** 12n), (tiers, now, atMidnight) => {
      const reward = checkInReward(tiers, { now, atMidnight }, 1)
      expect(checkInReward(tiers, { now: atMidnight, atMidnight: now }, 1)).toBe(reward)
      const smaller = now < atMidnight ? now : atMidnight
      expect(checkInReward(tiers, { now: smaller, atMidnight: smaller }, 1)).toBe(reward)
    }),
  )
})

it('reads what it would write: every rule and task returns from its fields', () => {
  const text = (amount: bigint) => formatUsdt(amount as Usdt)
  const fieldsOf = (rule: SigninRule): Record<string, string> =>
    rule.part === 'total'
      ? { part: 'total', times: String(rule.times), money: text(rule.money) }
      : {
          ...{ part: 'rule', minAssets: text(rule.minAssets), maxAssets: text(rule.maxAssets) },
          ...{ money: text(rule.money), streakMoney: text(rule.streakMoney), times: String(rule.times) },
        }
  const totals = fc.record({
    part: fc.constant('total' as const),
    times: fc.integer({ min: 1, max: 3650 }),
    money: fc.bigInt({ min: 1n, max: usdt('10000') }) as fc.Arbitrary<Usdt>,
  })
  fc.assert(
    fc.property(ladder, totals, (tiers, total) => {
      for (const rule of [...tiers, total]) expect(parseCheckInRule(fieldsOf(rule))).toEqual(rule)
    }),
    { numRuns: 60 },
  )
  const tasks = fc.record({
    id: fc.constantFrom(1, 2, 3, 4, 5),
    money: fc.bigInt({ min: 1n, max: usdt('1000') }) as fc.Arbitrary<Usdt>,
  })
  fc.assert(
    fc.property(tasks, ({ id, money }) => {
      expect(parseTask({ id: String(id), money: text(money) })).toEqual({ id, money })
    }),
    { numRuns: 40 },
  )
})
