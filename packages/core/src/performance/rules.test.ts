import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart } from '../calendar/days.ts'
import { recentPeriod } from '../ledger/statement.ts'
import {
  daysOf,
  type EquityChange,
  equityCurve,
  resultRate,
  runningResult,
  signOf,
  startOfPage,
  sumByDay,
  sumTrades,
  type TradeGroup,
  tradeResults,
  winRate,
} from './rules.ts'

const amount = fc.bigInt(-(10n ** 14n), 10n ** 14n)
const group: fc.Arbitrary<TradeGroup> = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  result: fc.constantFrom(-1 as const, 0 as const, 1 as const),
  trades: fc.integer({ min: 1, max: 50 }),
  profit: amount,
  fees: fc.bigInt(0n, 10n ** 10n),
})

describe('sums of trades', () => {
  it('are the same by day as in all, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(group), (groups) => {
        const days = sumByDay(groups)
        const all = sumTrades(groups.toReversed())
        expect(days.map(({ day }) => day)).toEqual(
          [...new Set(groups.map(({ day }) => day))].toSorted((a, b) => b - a),
        )
        for (const key of ['trades', 'won', 'lost'] as const)
          expect(days.reduce((sum, { sum: of }) => sum + of[key], 0)).toBe(all[key])
        for (const key of ['pnl', 'fees'] as const)
          expect(days.reduce((sum, { sum: of }) => sum + of[key], 0n)).toBe(all[key])
      }),
    )
  })
  it('count a trade as won or lost by its sign, and take the fees off the profit', () => {
    const of = (result: -1 | 0 | 1, trades: number, profit: bigint, fees: bigint): TradeGroup => ({
      ...{ day: 1, result, trades, profit, fees },
    })
    expect(sumTrades([])).toEqual({ trades: 0, won: 0, lost: 0, pnl: 0n, fees: 0n })
    expect(sumTrades([of(1, 2, 30n, 4n), of(-1, 5, -70n, 6n), of(0, 1, 3n, 3n), of(1, 4, 9n, 1n)])).toEqual({
      ...{ trades: 12, won: 6, lost: 5, pnl: -42n, fees: 14n },
    })
    expect(tradeResults.map(signOf)).toEqual([1, -1, 0])
  })
  it('never count more won and lost than there were, and every trade that is neither is even', () => {
    fc.assert(
      fc.property(fc.array(group), (groups) => {
        const { trades, won, lost } = sumTrades(groups)
        const even = groups.reduce((sum, one) => (one.result === 0 ? sum + one.trades : sum), 0)
        expect(won + lost + even).toBe(trades)
      }),
    )
  })
  it('of a period are of its first and last day, the end excluded', () => {
    const [first, second] = ['20270110', '20270112'].map((day) => dayStart(day) ?? 0) as [number, number]
    expect(daysOf({ fromMs: first, untilMs: second })).toEqual({ fromDay: 20_828, toDay: 20_829 })
    expect(daysOf({ fromMs: first, untilMs: second + 1 })).toMatchObject({ toDay: 20_830 })
  })
  it('give a win rate that is rounded down, and none without trades', () => {
    expect(winRate({ won: 33, trades: 63 })).toBe(5238n)
    expect(winRate({ won: 0, trades: 0 })).toBeNull()
    expect(winRate({ won: 7, trades: 7 })).toBe(10_000n)
  })
})

it('a page begins in its day: what is left out and the offset are the rows before it', () => {
  const days = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
  fc.assert(
    fc.property(days, fc.nat(500), (counts, offset) => {
      const listed = counts.map((trades, at) => ({ day: 100 - at, trades }))
      const rows = listed.flatMap(({ day, trades }) =>
        Array.from({ length: trades }, (_, at) => ({ day, at })),
      )
      const start = startOfPage(listed, offset)
      const row = rows[offset]
      expect(start).toEqual(row === undefined ? null : { day: row.day, offset: row.at })
    }),
  )
})

describe('the equity curve', () => {
  const change: fc.Arbitrary<EquityChange> = fc.record({
    day: fc.integer({ min: 10, max: 30 }),
    change: amount,
    result: amount,
    fees: amount,
    earned: amount,
  })
  it('ends at the balance, and every step is the change of its day', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(change, { selector: ({ day }) => day }),
        amount,
        fc.integer({ min: 10, max: 30 }),
        (changes, balance, toDay) => {
          const points = equityCurve(balance, changes, 10, toDay)
          expect(points.map(({ day }) => day)).toEqual(Array.from({ length: toDay - 9 }, (_, at) => 10 + at))
          const later = changes.filter(({ day }) => day > toDay).reduce((sum, { change: by }) => sum + by, 0n)
          expect(points.at(-1)?.balance).toBe(balance - later)
          points.forEach((point, at) => {
            const before = points[at - 1]
            if (before) expect(point.balance - before.balance).toBe(point.change)
          })
        },
      ),
    )
  })
  it('of results has a drawdown from the highest value before it, the start included', () => {
    expect(runningResult([5n, -8n, 2n])).toEqual([
      { value: 5n, drawdown: 0n },
      { value: -3n, drawdown: -8n },
      { value: -1n, drawdown: -6n },
    ])
    fc.assert(
      fc.property(fc.array(amount), (results) => {
        const points = runningResult(results)
        points.forEach(({ value, drawdown }, at) => {
          const before = [0n, ...points.slice(0, at + 1).map((point) => point.value)]
          expect(drawdown).toBe(value - before.reduce((high, one) => (one > high ? one : high), 0n))
        })
      }),
    )
  })
})

it('a period without days is the last 366, and longer ones are refused', () => {
  const now = (dayStart('20260616') ?? 0) + 5
  expect(recentPeriod({}, now)).toEqual({ fromMs: dayStart('20250616'), untilMs: dayStart('20260617') })
  expect(recentPeriod({ from: '20240101' }, now)).toEqual({ max: '20241231' })
  expect(recentPeriod({ from: '20260101', to: '20251231' }, now)).toEqual({ min: '20260101' })
  expect(recentPeriod({ from: 'x' }, now)).toEqual({ field: 'from' })
})

describe('the rate of a result', () => {
  it.each([
    [-125_000_000n, 10_000_000_000n, -125n],
    [1n, 30_000n, 0n],
    [-1n, 30_000n, -1n],
    [5n, 0n, 0n],
  ])('%d on %d is %d hundredths of a percent', (pnl, invested, rate) => {
    expect(resultRate(pnl, invested)).toBe(rate)
  })
})
