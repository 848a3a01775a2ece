import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startOfDay } from '../calendar/days.ts'
import { hourMs } from '../calendar/durations.ts'
import type { Usdt } from '../money/units.ts'
import { judgeWithdrawal, maxWithdrawal, minWithdrawal } from './judge.ts'
import {
  pendingReasonFor,
  remainingDailyCap,
  requiredApprovals,
  withdrawalCooldown,
  withdrawalFee,
} from './rules.ts'

// A customer who withdraws over days, judged by a model of its own: whole USDT as numbers, hours as numbers, days that
// begin at 23:00 UTC. Only the final comparison uses the units of the product.

const unitsOf = (whole: number): Usdt => (BigInt(whole) * 100_000_000n) as Usdt
/** Monday 2026-06-15, 23:00 UTC: midnight of the product's calendar. */
const zeroMs = Date.UTC(2026, 5, 14, 23)

const settings = { min: 20, max: 50_000, cap: 10_000, secondAbove: 5000 }

/** Edges meet exactly: pieces that add up to the cap and to the balance. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 12_000 }),
  fc.constantFrom(19, 20, 2500, 5000, 5001, 7500, 10_000, 10_001),
)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), amount }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('back' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('address' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('product' as const), runs: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      amount: fc.integer({ min: 1, max: 9000 }),
    }),
  },
)

type Requested = { amount: number; day: number; isBack: boolean }

it('caps, fees, pauses and balances of random days are those of a model of its own', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.array(step, { minLength: 10, maxLength: 60 }),
      (begin, steps) => {
        let hours = begin
        let free = 30_000
        let hasProduct = false
        let addressHour: number | null = null
        const requests: Requested[] = []
        for (const one of steps) {
          const day = Math.floor(hours / 24)
          const nowMs = zeroMs + hours * hourMs
          if (one.kind === 'hours') hours += one.hours
          else if (one.kind === 'address') addressHour = hours
          else if (one.kind === 'product') hasProduct = one.runs
          else if (one.kind === 'deposit') free += one.amount
          else if (one.kind === 'back') {
            const back = requests.filter(({ isBack }) => !isBack)[one.which]
            if (back === undefined) continue
            back.isBack = true
            free += back.amount
          } else {
            const today = requests
              .filter((other) => !other.isBack && other.day === day)
              .reduce((sum, { amount }) => sum + amount, 0)
            const isPaused = addressHour !== null && hours < addressHour + 24
            const left = hasProduct ? Number.POSITIVE_INFINITY : Math.max(0, settings.cap - today)
            const expected =
              one.amount < settings.min
                ? 'belowMin'
                : isPaused
                  ? 'paused'
                  : one.amount > left
                    ? 'aboveCap'
                    : one.amount > free
                      ? 'insufficientBalance'
                      : 'accepted'
            seen.add(expected)
            const changes = {
              destinationMs: addressHour === null ? null : zeroMs + addressHour * hourMs,
              passwordMs: null,
              registeredMs: zeroMs - 48 * hourMs,
              accountPause: null,
            }
            const sumToday = requests
              .filter((other) => !other.isBack && zeroMs + other.day * 24 * hourMs >= startOfDay(nowMs))
              .reduce((sum, { amount }) => sum + unitsOf(amount), 0n) as Usdt
            const facts = {
              min: unitsOf(settings.min),
              max: unitsOf(settings.max),
              hasDestination: true,
              pause: withdrawalCooldown(changes, nowMs),
              capLeft: remainingDailyCap(unitsOf(settings.cap), sumToday, hasProduct),
              available: unitsOf(free),
            }
            const { plan, problem } = judgeWithdrawal(facts, unitsOf(one.amount))
            expect(problem?.kind ?? 'accepted').toBe(expected)
            expect(pendingReasonFor(changes, nowMs)).toBe(isPaused ? 'new_address' : 'amount_review')
            expect(maxWithdrawal(facts)).toBe(unitsOf(Math.min(settings.max, left, free)))
            expect(minWithdrawal(facts)).toBe(unitsOf(settings.min))
            if (plan === null) continue
            // Five percent of whole USDT are whole hundredths.
            const feeUnits = hasProduct ? 0n : BigInt(one.amount * 5) * 1_000_000n
            expect([plan.fee, plan.net]).toEqual([feeUnits, unitsOf(one.amount) - feeUnits])
            expect(requiredApprovals(plan.amount, unitsOf(settings.secondAbove))).toBe(
              one.amount > settings.secondAbove ? 2 : 1,
            )
            free -= one.amount
            requests.push({ amount: one.amount, day, isBack: false })
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual(
    ['aboveCap', 'accepted', 'belowMin', 'insufficientBalance', 'paused'].sort(),
  )
})

it('a day without a product never pays out more than the cap, in any pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 40 }), (pieces) => {
      let today = 0n as Usdt
      for (const piece of pieces) {
        const capLeft = remainingDailyCap(unitsOf(settings.cap), today, false)
        const facts = {
          min: unitsOf(1),
          max: unitsOf(settings.max),
          hasDestination: true,
          pause: null,
          capLeft,
          available: unitsOf(1_000_000),
        }
        const { plan } = judgeWithdrawal(facts, unitsOf(piece))
        if (plan !== null) today = (today + plan.amount) as Usdt
      }
      expect(today <= unitsOf(settings.cap)).toBe(true)
      // What was refused would not have fitted: nothing is refused that the cap allows.
      const sum = pieces.reduce((total, piece) => total + piece, 0)
      if (sum <= settings.cap) expect(today).toBe(unitsOf(sum))
    }),
  )
})

it('splitting an amount never saves fee, and costs less than one unit per piece', () => {
  const units = fc.bigInt(1n, 10n ** 14n) as fc.Arbitrary<Usdt>
  fc.assert(
    fc.property(fc.array(units, { minLength: 1, maxLength: 20 }), (pieces) => {
      const whole = pieces.reduce((sum, piece) => sum + piece, 0n) as Usdt
      const apart = pieces.reduce((sum, piece) => sum + withdrawalFee(piece, false), 0n)
      expect(apart >= withdrawalFee(whole, false)).toBe(true)
      expect(apart - withdrawalFee(whole, false) < BigInt(pieces.length)).toBe(true)
    }),
  )
})

it('the fee of the largest amount on the wire is exact', () => {
  const largest = 99_999_999_999_999_999_999_999n as Usdt
  expect(withdrawalFee(largest, false)).toBe(5_000_000_000_000_000_000_000n)
  expect(withdrawalFee((largest - 19n) as Usdt, false)).toBe(4_999_999_999_999_999_999_999n)
})
