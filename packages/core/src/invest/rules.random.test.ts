import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, dayStart } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { cycleCapacity, isFunded } from './capacity.ts'
import {
  compare,
  down,
  fromUnits,
  minus,
  per,
  plus,
  type Rational,
  times,
  total,
  unitsIn,
  up,
  whole,
} from './copy/rational.fixture.ts'
import {
  accrualOf,
  accruals,
  countsAsWealthProduct,
  type InterestMethod,
  type InterestTerms,
  orderInstants,
  type Rate,
  rate,
  redemptionAmounts,
  totalInterest,
  unpaidInterest,
} from './rules.ts'

// A second calculation of cycles, in fractions of whole USDT and with a calendar that counts days by hand. It shares no
// arithmetic with the rules.

type Civil = { readonly year: number; readonly month: number; readonly day: number }
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = ({ year, month }: Civil): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
const nextDay = (civil: Civil): Civil => {
  const { year, month, day } = civil
  if (day < lengthOf(civil)) return { year, month, day: day + 1 }
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 }
}
const later = (civil: Civil, days: number): Civil => {
  let at = civil
  for (let passed = 0; passed < days; passed += 1) at = nextDay(at)
  return at
}
const labelOf = ({ year, month, day }: Civil): string =>
  `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
/** An instant of a civil day at UTC+1. */
const instantOf = ({ year, month, day }: Civil, ms: number): number =>
  Date.UTC(year, month - 1, day) - 3_600_000 + ms

const civilDays = fc
  .record({
    year: fc.integer({ min: 2024, max: 2104 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .filter((civil) => civil.day <= lengthOf(civil))
const within = fc.oneof(fc.integer({ min: 0, max: dayMs - 1 }), fc.constantFrom(0, 1, dayMs - 1))

/** Interest of every day of a cycle, whole USDT. */
const modelOf = ({ method, principal, rate: of, days }: InterestTerms): readonly Rational[] => {
  const [money, share, n] = [fromUnits(principal, 8), fromUnits(of, 8), whole(days)]
  if (method === 'fixed') {
    const all = down(times(money, share), 8)
    const each = down(per(all, n), 8)
    return Array.from({ length: days }, (_, at) =>
      at < days - 1 ? each : minus(all, times(each, whole(days - 1))),
    )
  }
  const daily: Rational[] = []
  let grown = money
  while (daily.length < days) {
    const today = down(times(grown, per(share, n)), 8)
    daily.push(today)
    grown = plus(grown, today)
  }
  return daily
}
const unitsOf = (amount: Rational): bigint => unitsIn(amount, 8)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

const terms: fc.Arbitrary<InterestTerms> = fc.record({
  method: fc.constantFrom('fixed', 'compound'),
  principal: fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 17n }),
    fc.bigInt({ min: 1n, max: 10_000n }).map((hundreds) => hundreds * 10n ** 10n),
  ) as fc.Arbitrary<Usdt>,
  rate: fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 6n }),
    fc.bigInt({ min: 1n, max: 10n ** 9n }),
  ) as fc.Arbitrary<Rate>,
  days: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constantFrom(1, 2, 7, 365, 366)),
})

type Example = readonly [InterestMethod, string, string, number, string, string, string, string, string]
/** Whole interest, first and last day, and after half the days what accrued and a third of it as a fee. */
const examples: readonly Example[] = [
  ['fixed', '100', '0.0011', 7, '0.11', '0.01571428', '0.01571432', '0.04714284', '0.01571428'],
  ['fixed', '2700', '0.0011', 7, '2.97', '0.42428571', '0.42428574', '1.27285713', '0.42428571'],
  ['fixed', '100', '0.00000001', 7, '0.000001', '0.00000014', '0.00000016', '0.00000042', '0.00000014'],
  ['fixed', '100', '0.00000001', 101, '0.000001', '0', '0.000001', '0', '0'],
  [
    'fixed',
    '1000000000',
    '0.36',
    365,
    '360000000',
    '986301.36986301',
    '986301.36986436',
    '179506849.31506782',
    '59835615.83999978',
  ],
  ['fixed', '300', '0.00333333', 30, '0.999999', '0.0333333', '0.0333333', '0.4999995', '0.1666665'],
  ['fixed', '99900', '0.00000003', 1095, '0.002997', '0.00000273', '0.00001038', '0.00149331', '0.00049777'],
  ['fixed', '500.5', '0.0006', 3, '0.3003', '0.1001', '0.1001', '0.1001', '0.03336667'],
  ['fixed', '12.34567891', '0.0123', 9, '0.15185185', '0.01687242', '0.01687249', '0.06748968', '0.02249656'],
  ['compound', '100', '0.0135', 90, '1.35905059', '0.015', '0.01520157', '0.67723208', '0.22574403'],
  ['compound', '3300', '0.0135', 90, '44.84868351', '0.495', '0.50165205', '22.34866558', '7.44955512'],
  ['compound', '100', '0.00000001', 7, '0.00000098', '0.00000014', '0.00000014', '0.00000042', '0.00000014'],
  [
    'compound',
    '1000000000',
    '0.36',
    365,
    '433075139.25557059',
    '986301.36986301',
    '1412051.26486754',
    '196521244.27053227',
    '65507080.76843995',
  ],
  [
    'compound',
    '700',
    '1.08',
    1095,
    '1360.17884796',
    '0.69041095',
    '2.02995507',
    '500.29339045',
    '166.76446182',
  ],
  ['compound', '100', '0.002', 1, '0.2', '0.2', '0.2', '0', '0'],
  ['compound', '5600', '0.005', 2, '28.035', '14', '14.035', '14', '4.66666662'],
  ['compound', '0.00000001', '1', 3, '0', '0', '0', '0', '0'],
]

describe('worked examples', () => {
  it.each(examples)(
    '%s: %s at %s for %i days',
    (method, money, share, days, all, first, last, accrued, fee) => {
      const one: InterestTerms = { method, principal: usdt(money), rate: rate(share), days }
      const daily = accruals(one)
      expect([totalInterest(one), daily[0], daily.at(-1)].map((amount) => formatUsdt(amount ?? -1n))).toEqual(
        [...[all, first, last]],
      )
      const half = sum(daily.slice(0, Math.floor(days / 2))) as Usdt
      expect(formatUsdt(half)).toBe(accrued)
      const back = redemptionAmounts({ ...one, accrued: half, share: rate('0.33333333') })
      expect(formatUsdt(back.fee)).toBe(fee)
    },
  )
})

describe('random cycles', () => {
  it('earn on every day what the second calculation says, and promise its sum', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const model = modelOf(one).map(unitsOf)
        expect(accruals(one)).toEqual(model)
        expect(totalInterest(one)).toBe(sum(model))
        let accrued = 0n
        for (const [at, amount] of model.entries()) {
          expect(accrualOf(one, at + 1, accrued as Usdt)).toBe(amount)
          accrued += amount
        }
      }),
      { numRuns: 150 },
    )
  })

  it('never earn less on a later day of a compound cycle, and on the last day of a fixed one its rest', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const daily = accruals(one)
        for (const [at, amount] of daily.entries()) {
          const before = daily[at - 1]
          if (before === undefined) continue
          if (one.method === 'compound') expect(amount >= before).toBe(true)
          else if (at < daily.length - 1) expect(amount).toBe(before)
          else expect(amount - before >= 0n && amount - before < BigInt(one.days)).toBe(true)
        }
      }),
      { numRuns: 80 },
    )
  })

  it('are redeemed as the second calculation says, and the principal never becomes less than what is left to take', () => {
    const shares = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 8n }),
      fc.constantFrom(0n, 1n, 50_000_000n, 99_999_999n, 100_000_000n),
    )
    fc.assert(
      fc.property(terms, fc.nat(), shares, (one, at, share) => {
        const accrued = total(modelOf(one).slice(0, at % one.days))
        const asked = up(times(accrued, fromUnits(share, 8)), 8)
        const limits = [accrued, ...(one.method === 'fixed' ? [fromUnits(one.principal, 8)] : [])]
        const fee = limits.reduce((least, limit) => (compare(limit, least) < 0n ? limit : least), asked)
        const back = redemptionAmounts({
          ...one,
          accrued: unitsOf(accrued) as Usdt,
          share: share as Rate,
        })
        expect(back.fee).toBe(unitsOf(fee))
        const principal = fromUnits(one.principal, 8)
        const [interest, rest] =
          one.method === 'fixed' ? [whole(0), minus(principal, fee)] : [minus(accrued, fee), principal]
        expect([back.interest, back.principal]).toEqual([unitsOf(interest), unitsOf(rest)])
        // Paid before and paid now together are at least what was put in.
        const paidBefore = one.method === 'fixed' ? unitsOf(accrued) : 0n
        expect(paidBefore + back.interest + back.principal >= one.principal).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the calendar of an order', () => {
  it('names its days one after the other, over leap days and turns of years, whatever the hour of the purchase', () => {
    const cases = fc.tuple(civilDays, within, fc.integer({ min: 1, max: 400 }))
    fc.assert(
      fc.property(cases, ([civil, ms, days]) => {
        const { firstMs, endMs } = orderInstants(instantOf(civil, ms), days, 1)
        let day = civil
        for (let number = 1; number <= days; number += 1) {
          const midnight = firstMs + (number - 1) * dayMs
          // The row is of the day that ended, booked at the midnight that begins the next one.
          expect(dayOf(midnight - dayMs)).toBe(labelOf(day))
          day = nextDay(day)
          expect(dayStart(labelOf(day))).toBe(midnight)
          if (number === days) expect(endMs).toBe(midnight)
        }
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a leap year', { year: 2028, month: 2, day: 28 }, ['20280228', '20280229', '20280301']],
    ['a common year', { year: 2027, month: 2, day: 28 }, ['20270228', '20270301', '20270302']],
    ['a century that is none', { year: 2100, month: 2, day: 28 }, ['21000228', '21000301', '21000302']],
    ['the turn of a year', { year: 2027, month: 12, day: 30 }, ['20271230', '20271231', '20280101']],
    [
      'the example of the specification',
      { year: 2027, month: 1, day: 10 },
      ['20270110', '20270111', '20270112'],
    ],
  ])('in %s', (_, civil, labels) => {
    for (const ms of [0, 1, 43_200_000, dayMs - 1]) {
      const { firstMs, endMs } = orderInstants(instantOf(civil, ms), 3, 1)
      expect([0, 1, 2].map((at) => dayOf(firstMs + (at - 1) * dayMs))).toEqual(labels)
      expect(dayOf(endMs - dayMs)).toBe(labels[2])
    }
  })

  it('opens redemption at the midnight that the terms count, never after the end, at once where they say so', () => {
    const cases = fc.tuple(
      civilDays,
      within,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 90 }),
    )
    fc.assert(
      fc.property(cases, ([civil, ms, days, redeemDays]) => {
        const bought = instantOf(civil, ms)
        const { redeemableMs, endMs } = orderInstants(bought, days, redeemDays)
        const expected = redeemDays === 0 ? bought : instantOf(later(civil, Math.min(redeemDays, days)), 0)
        expect(redeemableMs).toBe(expected)
        expect(redeemableMs <= endMs).toBe(true)
        if (redeemDays >= days) expect(redeemableMs).toBe(endMs)
      }),
      { numRuns: 150 },
    )
  })

  it('makes a wealth product of own money from the first midnight on, not a millisecond before', () => {
    fc.assert(
      fc.property(civilDays, within, (civil, ms) => {
        const createdMs = instantOf(civil, ms)
        const midnight = instantOf(nextDay(civil), 0)
        const own = { principal: 1n as Usdt, createdMs }
        expect(
          [midnight - 1, midnight, midnight + dayMs].map((now) => countsAsWealthProduct(own, now)),
        ).toEqual([false, true, true])
        expect(countsAsWealthProduct({ ...own, principal: 0n as Usdt }, midnight)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a product over its life', () => {
  type HeldOrder = {
    readonly terms: InterestTerms
    readonly model: readonly bigint[]
    accrued: number
    isOver: boolean
  }
  const steps = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('sell' as const),
        method: fc.constantFrom<InterestMethod>('fixed', 'compound'),
        permille: fc.integer({ min: 0, max: 1000 }),
      }),
      fc.record({ kind: fc.constant('nights' as const), missed: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('redeem' as const), place: fc.nat() }),
    ),
    { maxLength: 40 },
  )
  const cycles = {
    fixed: { method: 'fixed', rate: rate('0.00411111'), days: 7 },
    compound: { method: 'compound', rate: rate('0.01777777'), days: 30 },
  } as const
  const feeShare = rate('0.37')

  it('never owes more than its reserve holds, whatever is sold, redeemed, missed and made up', () => {
    fc.assert(
      fc.property(steps, fc.bigInt({ min: 0n, max: 10n ** 11n }), (all, funded) => {
        let [reserve, promised, sold, paid] = [funded, 0n, 0n, 0n]
        const orders: HeldOrder[] = []
        const running = () => orders.filter(({ isOver }) => !isOver)
        const finish = (order: HeldOrder, interest: bigint, fee: bigint) => {
          order.isOver = true
          sold -= order.terms.principal
          const accrued = sum(order.model.slice(0, order.accrued)) as Usdt
          promised -= unpaidInterest(order.terms.method, sum(order.model) as Usdt, accrued)
          reserve += fee - interest
          paid += interest - fee
        }
        const night = (order: HeldOrder) => {
          const today = order.model[order.accrued] ?? 0n
          order.accrued += 1
          if (order.terms.method === 'fixed') {
            reserve -= today
            promised -= today
            paid += today
          }
          if (order.accrued < order.model.length) return
          finish(order, order.terms.method === 'compound' ? sum(order.model) : 0n, 0n)
        }
        for (const step of all) {
          if (step.kind === 'sell') {
            const limits = {
              freeReserve: (reserve - promised) as Usdt,
              sold: sold as Usdt,
              quota: usdt('30000'),
            }
            const cycle = cycles[step.method]
            const most = cycleCapacity(cycle, limits)
            const principal = ((most * BigInt(step.permille)) / 1000n / 10n ** 10n) * 10n ** 10n
            if (principal === 0n) continue
            const one: InterestTerms = { ...cycle, principal: principal as Usdt }
            expect(isFunded(cycle, one.principal, limits)).toBe(true)
            const model = modelOf(one).map(unitsOf)
            orders.push({ terms: one, model, accrued: 0, isOver: false })
            promised += sum(model)
            sold += principal
          } else if (step.kind === 'nights') {
            for (let passed = 0; passed < step.missed; passed += 1)
              for (const order of running()) night(order)
          } else {
            const candidates = running()
            const order = candidates[step.place % Math.max(1, candidates.length)]
            if (order === undefined) continue
            const accrued = sum(order.model.slice(0, order.accrued)) as Usdt
            const back = redemptionAmounts({ ...order.terms, accrued, share: feeShare })
            const [interest, fee] = order.terms.method === 'fixed' ? [0n, back.fee] : [back.interest, 0n]
            finish(order, interest, fee)
          }
          expect(promised >= 0n && promised <= reserve).toBe(true)
          expect(sold).toBe(sum(running().map((order) => order.terms.principal)))
          // What customers have more is what the reserve has less.
          expect(reserve + paid).toBe(funded)
        }
        for (let left = 0; left < 30; left += 1) for (const order of running()) night(order)
        expect([promised, sold]).toEqual([0n, 0n])
        expect(reserve >= 0n).toBe(true)
      }),
      { numRuns: 120 },
    )
  })
})
