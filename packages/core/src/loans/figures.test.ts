import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls, type DataOf } from '../calls.ts'
import { type Usdt, usdt } from '../money/units.ts'
import { isOwing, loanDaysOf, usualLoanDays, validateLoan } from './checks.ts'
import {
  type Collateral,
  type CreditScore,
  creditScoreToWire,
  isOpenLoan,
  type Loan,
  type LoanStanding,
  type LoanTerms,
  loanFromWire,
  loanStandingToWire,
  loanState,
  loansFromWire,
  loanTermsFromWire,
  loanTermsToWire,
  loanToWire,
  type PledgedOrder,
  type ScoreEvent,
} from './codec.ts'
import {
  dailyInterest,
  hasReached,
  interestToDue,
  loanLimit,
  loanShare,
  loanStep,
  ltvOf,
  ordersToPledge,
  plannedLtv,
  scoreReasons,
  settleFromCollateral,
  splitPayment,
} from './rules.ts'

const none = 0n as Usdt
const money = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }) as fc.Arbitrary<Usdt>
const small = fc.bigInt({ min: 0n, max: 60n }) as fc.Arbitrary<Usdt>
const instant = fc.integer({ min: 0, max: 4_102_444_800_000 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const percent = fc.integer({ min: 0, max: 100 })
const ltv = maybe(fc.bigInt({ min: 0n, max: 10n ** 12n }))
const id = fc.integer({ min: 1, max: 10 ** 9 })
const identities = ['notNeeded', 'approved', 'missing'] as const
const states = ['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'] as const

const collaterals: fc.Arbitrary<Collateral> = fc.record({
  ...{ id, productName: fc.string(), principal: money, value: money, endsMs: instant },
  reason: fc.constantFrom(null, 'redeeming' as const, 'pledged' as const, 'endsEarly' as const),
})
const terms: fc.Arbitrary<LoanTerms> = fc.record({
  ...{ limit: money, score: fc.integer({ min: 0, max: 1000 }), ratePpm: fc.nat(10_000) },
  ...{ days: fc.array(fc.integer({ min: 1, max: 365 })), min: money, step: money },
  ...{ orders: fc.array(collaterals, { maxLength: 4 }), ltvPercent: percent, callPercent: percent },
  ...{ liquidationPercent: percent, graceHours: fc.nat(999), identity: fc.constantFrom(...identities) },
})
const standing: fc.Arbitrary<LoanStanding> = fc.record({ atMs: instant, owed: money, value: money, ltv })
const pledge: fc.Arbitrary<PledgedOrder> = fc.record({
  ...{ id, productName: fc.string(), value: money, endsMs: instant },
  state: fc.constantFrom('pledged' as const, 'released' as const, 'seized' as const),
})
const loans: fc.Arbitrary<Loan> = fc.record({
  ...{ id, state: fc.constantFrom(...states), amount: money, ratePpm: fc.nat(10_000), days: fc.nat(365) },
  ...{
    owed: fc.record({ principal: money, interest: money }),
    isAutoRepaid: fc.boolean(),
    createdMs: instant,
  },
  ...{ paidMs: maybe(instant), dueMs: maybe(instant), graceEndsMs: maybe(instant), endedMs: maybe(instant) },
  ...{ repaid: money, surplus: money, ltv, standings: fc.array(standing, { maxLength: 4 }) },
  ...{ callPercent: percent, liquidationPercent: percent, pledged: fc.array(pledge, { maxLength: 4 }) },
  remark: maybe(fc.string()),
})
const scores: fc.Arbitrary<CreditScore> = fc.record({
  score: fc.nat(1000),
  rule: fc.record({ max: fc.nat(), repaid: fc.nat(), repaidLate: fc.integer(), settled: fc.integer() }),
  events: fc.array(
    fc.record({
      ...{ atMs: instant, reason: fc.constantFrom(...scoreReasons), change: fc.integer(), score: fc.nat() },
      ...{ loanId: maybe(id), remark: maybe(fc.string()) },
    }) as fc.Arbitrary<ScoreEvent>,
    { maxLength: 4 },
  ),
})

/** What a client receives: the answer in the schema of the call, written as JSON text. */
const sent = <T>(data: { readonly parse: (value: unknown) => T }, answer: unknown): T =>
  data.parse(JSON.parse(JSON.stringify(answer)))
const { data: termsData } = calls['/api/loan/loanTerms']
const { data: loanData } = calls['/api/loan/repay']
const { data: loansData } = calls['/api/loan/myLoan']
const { data: scoreData } = calls['/api/loan/creditScore']

describe('figures of loans over the wire', () => {
  it('return as they were sent: terms with any security, and which of it counts', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const answer = sent(termsData, loanTermsToWire(one))
        expect(loanTermsFromWire(answer)).toEqual(one)
        expect(answer.orders.map(({ counts }) => counts)).toEqual(
          one.orders.map(({ reason }) => reason === null),
        )
      }),
    )
  })
  it('return as they were sent: loans of every state, alone and in a list in the same order', () => {
    fc.assert(
      fc.property(fc.array(loans, { maxLength: 3 }), (list) => {
        expect(loansFromWire(sent(loansData, list.map(loanToWire)))).toEqual(list)
        for (const one of list) {
          expect(loanFromWire(sent(loanData, loanToWire(one)))).toEqual(one)
          expect(loanToWire(one).standings).toEqual(one.standings.map(loanStandingToWire))
          // What can be repaid is open; what only waits is open too.
          const { status } = loanToWire(one)
          expect(isOpenLoan(one)).toBe(isOwing(one.state) || one.state === 'review')
          expect(loanState({ status })).toBe(one.state)
        }
      }),
    )
  })
  it('return as they were sent: scores with every change', () => {
    fc.assert(
      fc.property(scores, ({ score, rule, events }) => {
        const answer = sent(scoreData, creditScoreToWire({ score, rule, events }))
        expect([answer.score, answer.rule]).toEqual([score, rule])
        const read = answer.events.map(({ time, loan, ...event }) => ({ ...event, atMs: time, loanId: loan }))
        expect(read).toEqual(events)
      }),
    )
  })

  const [loan] = fc.sample(loans, { numRuns: 1, seed: 1 })
  const [offer] = fc.sample(terms, { numRuns: 1, seed: 1 })
  if (loan === undefined || offer === undefined) throw new Error('no sample')
  const row: DataOf<'/api/loan/repay'> = loanToWire(loan)
  it('are refused where a field is absent, of a loan as of terms; null is no absence', () => {
    for (const [answer, data] of [
      [row, loanData],
      [loanTermsToWire(offer), termsData],
    ] as const)
      for (const name of Object.keys(answer)) {
        const rest = Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name))
        expect([name, data.safeParse(rest).success]).toEqual([name, false])
      }
    const ended = { paidtime: null, due: null, graceend: null, ended: null, ltv: null, remark: null }
    expect(loanFromWire(loanData.parse({ ...row, ...ended }))).toMatchObject({
      ...{ paidMs: null, dueMs: null, graceEndsMs: null, endedMs: null, ltv: null, remark: null },
    })
  })
  it.each([
    ['a state after the last', { status: 6 }],
    ['a state before the first', { status: -1 }],
    ['a choice that is a boolean', { autorepay: true }],
    ['half a day', { days: 7.5 }],
    ['an amount that is a number', { amount: 1500 }],
    ['no time of its request', { createtime: null }],
    [
      'a pledge of another state',
      { pledged: [{ id: 1, typename: '', value: '1', endtime: 1, state: 'free' }] },
    ],
    ['a standing without a value', { standings: [{ time: 1, owed: '1', value: null, ltv: null }] }],
  ])('of a loan are refused with %s', (_, change) => {
    expect(loanData.safeParse(row).success).toBe(true)
    expect(loanData.safeParse({ ...row, ...change }).success).toBe(false)
  })
  it.each([
    ['an interest', { interest: '0,75' }],
    ['what was paid back', { repaid: '1e3' }],
    ['a surplus', { surplus: ' 1 1' }],
    ['a value of a standing', { standings: [{ time: 1, owed: '1', value: 'x', ltv: null }] }],
    ['a loan to value of a standing', { standings: [{ time: 1, owed: '1', value: '1', ltv: '1.234' }] }],
    [
      'a value of a pledge',
      { pledged: [{ id: 1, typename: '', value: '', endtime: 1, state: 'seized' as const }] },
    ],
  ])('of a loan are refused where %s is no number, never read as zero', (_, change) => {
    expect(() => loanFromWire({ ...row, ...change })).toThrow(RangeError)
  })
})

describe('days of a loan where none were asked for', () => {
  it('are 30 where it is offered, else the last of what the setting says, and never one that is not offered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 365 }), { minLength: 1 }),
        fc.boolean(),
        (list, is30) => {
          const offered = loanDaysOf([...list, ...(is30 ? [30] : [])].join(','))
          const usual = usualLoanDays(offered)
          expect(usual).toBe(is30 || list.includes(30) ? 30 : Math.max(...list))
          expect(offered).toContain(usual)
        },
      ),
    )
    expect([usualLoanDays([]), usualLoanDays([29, 31]), usualLoanDays([1]), usualLoanDays([30])]).toEqual([
      ...[undefined, 31, 1, 30],
    ])
  })
})

describe('exact figures', () => {
  it('show the loan to value as the smallest hundredth of a percent that is not below the fraction, of huge amounts too', () => {
    fc.assert(
      fc.property(fc.oneof(money, small), fc.oneof(money, small), (owed, value) => {
        const whole = value === 0n ? null : (owed * 10_000n) / value
        const isExact = value !== 0n && (owed * 10_000n) % value === 0n
        expect(ltvOf(owed, value)).toBe(whole === null || isExact ? whole : whole + 1n)
      }),
    )
    const most = 10n ** 23n - 1n
    expect(ltvOf(most as Usdt, most as Usdt)).toBe(10_000n)
    expect(ltvOf(most as Usdt, 1n as Usdt)).toBe(most * 10_000n)
    // One unit owed on the most of value is shown as 0.01 %, not as nothing.
    expect([ltvOf(1n as Usdt, most as Usdt), ltvOf(none, most as Usdt), ltvOf(none, none)]).toEqual([
      1n,
      0n,
      null,
    ])
  })
  it('charge over the nights of a loan that is paid down what each night’s fraction comes to, within a unit a night', () => {
    const payments = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(money, fc.nat(2000), payments, (lent, ppm, list) => {
        let [owed, charged, millionths] = [{ principal: lent, interest: none }, 0n, 0n]
        for (const payment of list) {
          const night = dailyInterest(owed.principal, ppm)
          charged += night
          millionths += owed.principal * BigInt(ppm)
          const paid = splitPayment({ ...owed, interest: (owed.interest + night) as Usdt }, payment as Usdt)
          owed = {
            principal: (owed.principal - paid.principal) as Usdt,
            interest: (owed.interest + night - paid.interest) as Usdt,
          }
          expect(owed.principal >= 0n && owed.interest >= 0n).toBe(true)
        }
        expect(charged * 1_000_000n >= millionths).toBe(true)
        expect(charged * 1_000_000n < millionths + BigInt(list.length) * 1_000_000n).toBe(true)
        // Paying early never costs more than keeping the loan to its end.
        expect(charged <= interestToDue(lent, ppm, list.length)).toBe(true)
      }),
    )
  })
  it('plan no less loan to value for a later midnight, and reach each threshold that is shown as exceeded', () => {
    fc.assert(
      fc.property(
        money,
        small,
        money,
        fc.nat(60),
        fc.integer({ min: 1, max: 100 }),
        (principal, interest, value, nights, at) => {
          fc.pre(value > 0n)
          const owed = { principal, interest }
          const [now, later] = [nights, nights + 1].map((night) => plannedLtv(owed, 500, value, night) ?? -1n)
          expect((later ?? -1n) >= (now ?? 0n)).toBe(true)
          const total = (principal + interest) as Usdt
          if ((ltvOf(total, value) ?? 0n) > BigInt(at) * 100n) expect(hasReached(total, value, at)).toBe(true)
        },
      ),
    )
  })
})

describe('a settlement from security', () => {
  // Few small values, so that orders are equal, without value and exactly sufficient often.
  const security = fc
    .array(small, { maxLength: 6 })
    .map((values) => values.map((value, at) => ({ id: at + 1, value })))
  it('takes and returns what a till of single units does, in the order of the rule', () => {
    fc.assert(
      fc.property(security, small, small, (orders, principal, interest) => {
        const till = { interest: interest as bigint, principal: principal as bigint }
        const open = [...orders]
        const expected: unknown[] = []
        while (till.interest + till.principal > 0n && open.length > 0) {
          const rest = till.interest + till.principal
          const enough = open.filter(({ value }) => value >= rest)
          const wanted = (enough.length > 0 ? enough : open).reduce((best, one) =>
            (enough.length > 0 ? one.value < best.value : one.value > best.value) ? one : best,
          )
          open.splice(open.indexOf(wanted), 1)
          const used = { interest: 0n, principal: 0n, surplus: 0n }
          for (let unit = 0n; unit < wanted.value; unit += 1n) {
            const pot = till.interest > 0n ? 'interest' : till.principal > 0n ? 'principal' : 'surplus'
            if (pot !== 'surplus') till[pot] -= 1n
            used[pot] += 1n
          }
          expected.push({ order: wanted, ...used })
        }
        const { seizures, left } = settleFromCollateral(orders, { principal, interest })
        expect(seizures).toEqual(expected)
        expect(left).toEqual(till)
        const paid = seizures.reduce((sum, one) => sum + one.interest + one.principal, 0n)
        expect(paid + left.interest + left.principal).toBe(principal + interest)
      }),
      { numRuns: 300 },
    )
  })
})

describe('judgement at the limits', () => {
  it('accepts exactly the multiples of ten from the smallest to the largest that the reserve holds', () => {
    const units = fc.constantFrom(0n, 0n, 1n, -1n, loanStep / 10n, -loanStep / 10n)
    const tens = fc.bigInt({ min: 0n, max: 12n }).map((ten) => ten * loanStep)
    fc.assert(
      fc.property(tens, units, tens, tens, tens, (ten, off, min, max, available) => {
        const request = { amount: ten + off, min, max, hasOther: false, available } as Parameters<
          typeof validateLoan
        >[0]
        const accepted = Array.from({ length: 13 }, (_, at) => BigInt(at) * loanStep).filter(
          (one) => one >= min && one <= max,
        )
        const expected = !accepted.includes(ten + off)
          ? 'outOfRange'
          : ten > available
            ? 'insufficientReserve'
            : null
        expect(validateLoan(request)?.code ?? null).toBe(expected)
        expect(validateLoan({ ...request, hasOther: true })).toEqual({ code: 'oneLoan' })
      }),
      { numRuns: 300 },
    )
  })
  it('pledges for the whole limit what there is, and for the next step nothing', () => {
    const values = fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }) as fc.Arbitrary<Usdt>, {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 60 }),
        (list, score, setting) => {
          const orders = list.map((value, at) => ({ id: at, value, endsMs: at % 3 }))
          const share = loanShare(score, setting)
          const limit = loanLimit(list, share)
          expect(ordersToPledge(orders, limit, share)).not.toBeNull()
          expect(ordersToPledge(orders, (limit + loanStep) as Usdt, share)).toBeNull()
          // No setting and no score lends more than half of the security.
          expect(2n * limit <= list.reduce((sum, one) => sum + one, 0n)).toBe(true)
        },
      ),
    )
    expect(usdt('10')).toBe(loanStep)
  })
})
