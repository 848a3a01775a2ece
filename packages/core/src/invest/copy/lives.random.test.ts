import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Usdt } from '../../money/units.ts'
import { dealPool, type Pool } from './dealing.ts'
import { exitLevy, followerPayment, performanceFee } from './fees.ts'
import { type FollowerOrder, followerHistogram, followerResult } from './lead.ts'
import { markets, midnight, order, unitPrice, units } from './pool.fixture.ts'
import {
  compare,
  down,
  fromUnits,
  isBelow,
  minus,
  per,
  plus,
  type Rational,
  rational,
  times,
  unitsIn,
  up,
  whole,
} from './rational.fixture.ts'
import {
  type IndexPoint,
  maxDrawdown,
  type RecordDay,
  recordIndex,
  returnOver,
  riskScore,
  riskScoreOf,
  volatility,
} from './record.ts'
import { dealingPointOf, type ExitMode, planExit, runningPeriodEnd } from './schedule.ts'
import type { PoolUnits, UnitPrice } from './units.ts'

// Long lives of one order, one schedule and one record, each beside a second calculation in fractions or in whole minutes.

const [minuteMs, dayMs] = [60_000, 86_400_000]
const ppm = (value: number): Rational => rational(BigInt(value), 1_000_000n)
const prices = fc.oneof(
  fc.bigInt({ min: 1n, max: 3_000_000_000n }),
  fc.constantFrom(1n, 999_999_999n, 1_000_000_000n, 1_000_000_001n),
)

describe('the performance fee over many periods', () => {
  it('is the share of new profit alone: losses are made up first, and nothing is charged twice', () => {
    const lives = fc.record({
      held: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      entry: prices,
      leadFeePpm: fc.constantFrom(0, 1, 100_000, 123_457, 300_000, 1_000_000),
      ends: fc.array(prices, { minLength: 1, maxLength: 25 }),
    })
    fc.assert(
      fc.property(lives, ({ held, entry, leadFeePpm, ends }) => {
        let [mine, mark]: [bigint, bigint] = [held, entry]
        let [all, at] = [fromUnits(held, 8), fromUnits(entry, 9)]
        let received = 0n
        for (const price of ends) {
          const fee = performanceFee({
            units: mine as PoolUnits,
            highWaterMark: mark as UnitPrice,
            unitPrice: price as UnitPrice,
            leadFeePpm,
          })
          const now = fromUnits(price, 9)
          if (isBelow(at, now)) {
            const gain = times(all, minus(now, at))
            const cancelled = up(per(times(gain, ppm(leadFeePpm)), now), 8)
            expect(fee.units).toBe(unitsIn(cancelled, 8))
            expect(fee.paid).toBe(unitsIn(down(times(cancelled, now), 8), 8))
            all = minus(all, cancelled)
            at = now
          } else expect([fee.units, fee.paid]).toEqual([0n, 0n])
          mine -= fee.units
          mark = fee.highWaterMark
          received += fee.paid
          expect(mark).toBe(unitsIn(at, 9))
          expect(mine).toBe(unitsIn(all, 8))
          // The same price again costs nothing.
          const again = performanceFee({
            units: mine as PoolUnits,
            highWaterMark: mark as UnitPrice,
            unitPrice: price as UnitPrice,
            leadFeePpm,
          })
          expect([again.units, again.highWaterMark]).toEqual([0n, mark])
        }
        const highest = ends.reduce((top, price) => (price > top ? price : top), entry)
        expect(mark).toBe(highest)
        // The lead never receives more than the share of what the units could have gained, a rounding a period aside.
        const most = times(
          times(fromUnits(held, 8), minus(fromUnits(highest, 9), fromUnits(entry, 9))),
          ppm(leadFeePpm),
        )
        const roundings = rational(BigInt(ends.length) * (highest / 1_000_000_000n + 1n), 100_000_000n)
        expect(compare(fromUnits(received, 8), plus(most, roundings)) <= 0n).toBe(true)
        if (leadFeePpm === 0) expect([mine, received]).toEqual([held, 0n])
      }),
      { numRuns: 300 },
    )
  })

  it('never takes so much that the units are worth less than at the entry, on the way up in one step or in many', () => {
    const ways = fc.record({
      held: fc.bigInt({ min: 10n ** 8n, max: 10n ** 13n }),
      steps: fc.array(fc.bigInt({ min: 1n, max: 10n ** 8n }), { minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(ways, ({ held, steps }) => {
        const terms = { leadFeePpm: 100_000 }
        const top = steps.reduce((sum, one) => sum + one, 1_000_000_000n) as UnitPrice
        const once = performanceFee({
          ...terms,
          ...{ units: held as PoolUnits, highWaterMark: unitPrice('1'), unitPrice: top },
        })
        let [mine, mark] = [held, 1_000_000_000n]
        for (const step of steps) {
          const price = (mark + step) as UnitPrice
          const fee = performanceFee({
            ...terms,
            ...{ units: mine as PoolUnits, highWaterMark: mark as UnitPrice, unitPrice: price },
          })
          mine -= fee.units
          mark = fee.highWaterMark
        }
        const worth = (of: bigint) => (of * top) / 1_000_000_000n
        // Each step may round a unit.
        expect(worth(mine) >= held - BigInt(steps.length)).toBe(true)
        expect(worth(held - once.units) >= held - 1n).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('and the levy leave a follower what the sentences of the specification say', () => {
    const exits = fc.record({
      value: fc.bigInt({ min: 0n, max: 10n ** 15n }),
      money: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      levyPpm: fc.integer({ min: 0, max: 20_000 }),
    })
    fc.assert(
      fc.property(exits, ({ value, money, levyPpm }) => {
        const levy = exitLevy(value as Usdt, levyPpm)
        expect(levy).toBe(unitsIn(up(times(fromUnits(value, 8), ppm(levyPpm)), 8), 8))
        expect(levy <= value).toBe(true)
        const paid = (value - levy) as Usdt
        const { principal, income } = followerPayment(paid, money as Usdt)
        expect(principal + income).toBe(paid)
        expect(principal <= money && income >= 0n).toBe(true)
        expect(income > 0n).toBe(paid > money)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the schedule of an order in whole minutes', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 24 * 60 })

  it('counts a request until 23:50 for the next midnight, every later one for the one after', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: minuteMs - 1 }), (minute, ms) => {
        const asked = midnight + minute * minuteMs + ms
        const day = Math.floor(minute / 1440)
        const isLate = minute % 1440 > 1430 || (minute % 1440 === 1430 && ms > 0)
        expect(dealingPointOf(asked)).toBe(midnight + (day + (isLate ? 2 : 1)) * dayMs)
      }),
      { numRuns: 500 },
    )
  })

  it('ends a period on its grid, however many midnights were missed', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 365 }), fc.integer({ min: -400, max: 400 }), minutes)
    fc.assert(
      fc.property(cases, ([days, offset, minute]) => {
        const end = midnight + offset * dayMs
        const after = midnight + minute * minuteMs
        let expected = end
        while (expected <= after) expected += days * dayMs
        expect(runningPeriodEnd(end, days, after)).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('lets an order leave free with three days of notice, levied at the next dealing, and takes nothing else back', () => {
    type ExitRequest = { readonly mode: ExitMode; readonly minute: number }
    const lives = fc.record({
      periodDays: fc.integer({ min: 1, max: 40 }),
      requests: fc.array(fc.record({ mode: fc.constantFrom<ExitMode>('period', 'now'), minute: minutes }), {
        minLength: 1,
        maxLength: 6,
      }),
    })
    fc.assert(
      fc.property(lives, ({ periodDays, requests }) => {
        const firstEnd = midnight + periodDays * dayMs
        let announced: ReturnType<typeof planExit> = null
        const inOrder = requests.toSorted((a: ExitRequest, b: ExitRequest) => a.minute - b.minute)
        for (const { mode, minute } of inOrder) {
          const requestedAtMs = midnight + minute * minuteMs
          if (announced !== null && announced.leavesMs <= requestedAtMs) return
          const exit = planExit({ mode, requestedAtMs, periodEndMs: firstEnd, periodDays, announced })
          let end = firstEnd
          while (end <= requestedAtMs) end += periodDays * dayMs
          if (mode === 'period') {
            const isInTime = end - requestedAtMs >= 72 * 60 * minuteMs
            const leavesMs = isInTime ? end : end + periodDays * dayMs
            expect(exit).toEqual(announced === null ? { mode, leavesMs } : null)
          } else {
            const next = dealingPointOf(requestedAtMs)
            const isSooner = announced === null || announced.leavesMs > next
            expect(exit).toEqual(isSooner ? { mode, leavesMs: next } : null)
          }
          if (exit === null) continue
          expect((exit.leavesMs - midnight) % dayMs).toBe(0)
          expect(exit.leavesMs > requestedAtMs).toBe(true)
          // Money is never locked in: now is at most two midnights away, a period at most one period and three days.
          const longest = mode === 'now' ? 2 * dayMs : (2 * periodDays + 3) * dayMs
          expect(exit.leavesMs - requestedAtMs <= longest).toBe(true)
          announced = exit
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a dealing without followers', () => {
  const empty: Pool = {
    ...{ balance: 0n as Usdt, positions: [], orders: [], requests: [] },
    ...{ highest: unitPrice('1'), isStopped: false },
  }
  it('does nothing and ends nothing', () => {
    const { prices: dealt, pool, ...rest } = dealPool(empty, markets, midnight)
    expect(dealt).toEqual({ entry: unitPrice('1'), exit: unitPrice('1') })
    expect(pool).toEqual(empty)
    expect(rest).toMatchObject({ entries: [], exits: [], fees: [], refunds: [], dust: 0n, isEnded: false })
  })

  it('of equal followers treats them alike to the unit, in whatever order they came', () => {
    const exit = { mode: 'now' as const, leavesMs: midnight }
    const orders = [1, 2, 3, 4].map((id) => order(id, '1250', { exit: id % 2 === 0 ? exit : null }))
    const deal = (all: typeof orders) =>
      dealPool({ ...empty, balance: 600_000_000_000n as Usdt, orders: all }, markets, midnight)
    const [forward, backward] = [deal(orders), deal(orders.toReversed())]
    const paidOf = (dealing: typeof forward) => new Map(dealing.exits.map(({ id, paid }) => [id, paid]))
    expect(paidOf(forward)).toEqual(paidOf(backward))
    expect(new Set(paidOf(forward).values()).size).toBe(1)
    expect(forward.pool.orders.map(({ units: held }) => held)).toEqual([units('1250'), units('1250')])
    expect(forward.pool.balance).toBe(backward.pool.balance)
  })
})

describe('a record beside a second calculation', () => {
  const amounts = fc.oneof(
    fc.bigInt({ min: -(10n ** 9n), max: 10n ** 13n }),
    fc.constantFrom(0n, 999_999_999n, 1_000_000_000n, 10n ** 11n),
  )
  const moved = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0n) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 12n }) },
  )
  const days = fc.array(fc.record({ end: amounts, deposited: moved, withdrawn: moved }), { maxLength: 60 })
  const recordOf = (
    all: readonly { end: bigint; deposited: bigint; withdrawn: bigint }[],
  ): readonly RecordDay[] =>
    all.map(({ end, deposited, withdrawn }, at) => ({
      ...{ day: '20270110', start: (at === 0 ? 0n : (all[at - 1]?.end ?? 0n)) as Usdt, end: end as Usdt },
      ...{ deposited: deposited as Usdt, withdrawn: withdrawn as Usdt },
    }))

  const ten = whole(10)
  /** Index, returns and drawdowns in fractions, cut at nine decimals where the specification cuts them. */
  const modelOf = (record: readonly RecordDay[]) => {
    let [index, peak] = [whole(1), whole(1)]
    return record.map(({ start, end, deposited, withdrawn }) => {
      const before = plus(fromUnits(start, 8), fromUnits(deposited, 8))
      const raw = plus(fromUnits(end, 8), fromUnits(withdrawn, 8))
      const after = isBelow(raw, whole(0)) ? whole(0) : raw
      const hasReturn = !isBelow(before, ten)
      if (hasReturn) index = down(per(times(index, after), before), 9)
      if (isBelow(peak, index)) peak = index
      return {
        dailyReturn: hasReturn ? unitsIn(minus(down(per(after, before), 9), whole(1)), 9) : null,
        index: unitsIn(index, 9),
        drawdown: unitsIn(up(minus(whole(1), per(index, peak)), 9), 9),
      }
    })
  }

  it('has the same index, returns and falls', () => {
    fc.assert(
      fc.property(days, (all) => {
        const points = recordIndex(recordOf(all))
        expect(points.map(({ dailyReturn, index, drawdown }) => ({ dailyReturn, index, drawdown }))).toEqual(
          modelOf(recordOf(all)),
        )
      }),
      { numRuns: 200 },
    )
  })

  /** The deepest fall since a day, by looking at every pair of days. */
  const deepest = (points: readonly IndexPoint[], count: number): bigint => {
    const first = Math.max(0, points.length - count)
    const values = [
      first === 0 ? 1_000_000_000n : (points[first - 1]?.index ?? 0n),
      ...points.slice(first).map(({ index }) => index),
    ]
    let fall = 0n
    for (const [at, low] of values.entries())
      for (const high of values.slice(0, at))
        if (high > 0n) {
          const scaled = (high - low) * 1_000_000_000n
          const rounded = scaled <= 0n ? 0n : (scaled + high - 1n) / high
          if (rounded > fall) fall = rounded
        }
    return fall
  }

  it('has the deepest fall of every pair of days, and returns that compare two values of the index', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 70 }), (all, count) => {
        const points = recordIndex(recordOf(all))
        expect(maxDrawdown(points, count)).toBe(deepest(points, count))
        const over = returnOver(points, count)
        if (count > points.length) {
          expect(over).toBeNull()
          return
        }
        const before = points[points.length - 1 - count]?.index ?? 1_000_000_000n
        const now = points.at(-1)?.index ?? 0n
        expect(over).toBe(
          before === 0n
            ? null
            : unitsIn(minus(down(per(fromUnits(now, 9), fromUnits(before, 9)), 9), whole(1)), 9),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('has a volatility whose square is the smallest that is not below the variance, and a score of the larger step', () => {
    const steps = (value: bigint, limits: readonly number[]) =>
      1 + limits.filter((limit) => value >= BigInt(Math.round(limit * 10)) * 1_000_000n).length
    fc.assert(
      fc.property(days, (all) => {
        const points = recordIndex(recordOf(all))
        const returns = points.flatMap(({ dailyReturn }) => dailyReturn ?? []).slice(-30)
        const found = volatility(points)
        const n = BigInt(returns.length)
        if (n < 2n) {
          expect(found).toBeNull()
          return
        }
        const mean = rational(
          returns.reduce((sum, one) => sum + one, 0n),
          n,
        )
        const squares = returns
          .map((one) => minus(rational(one, 1n), mean))
          .map((off) => times(off, off))
          .reduce(plus, whole(0))
        const variance = per(squares, whole(n - 1n))
        const deviation = found ?? 0n
        expect(compare(whole(deviation * deviation), variance) >= 0n).toBe(true)
        if (deviation > 0n) {
          // One unit less is too little, for the variance rounded up to a whole number.
          const less = whole((deviation - 1n) * (deviation - 1n))
          expect(compare(less, up(variance, 0)) < 0n).toBe(true)
        }
        const fall = deepest(points, 90)
        const score = Math.max(
          steps(deviation, [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12]),
          steps(fall, [5, 10, 15, 20, 25, 30, 40, 50, 70]),
        )
        expect(riskScoreOf(deviation as IndexPoint['index'], fall as IndexPoint['index'])).toBe(score)
        expect(riskScore(points)).toBe(n < 7n ? null : score)
      }),
      { numRuns: 200 },
    )
  })
})

describe('results of followers beside a second calculation', () => {
  const orders = fc.array(
    fc.record({
      money: fc.bigInt({ min: 1n, max: 10n ** 13n }) as fc.Arbitrary<Usdt>,
      profit: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }) as fc.Arbitrary<Usdt>,
    }),
    { maxLength: 40 },
  ) as fc.Arbitrary<readonly FollowerOrder[]>

  it('counts every order, the losing ones too, and takes the lower of two middle results', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const result = followerResult(all)
        expect(result.orders).toBe(all.length)
        expect([result.putIn, result.profit]).toEqual([
          all.reduce((sum, { money }) => sum + money, 0n),
          all.reduce((sum, { profit }) => sum + profit, 0n),
        ])
        if (all.length === 0) return
        const median = result.median ?? 0n
        const shares = all.map(({ money, profit }) =>
          unitsIn(down(per(fromUnits(profit, 8), fromUnits(money, 8)), 9), 9),
        )
        const below = shares.filter((one) => one < median).length
        const upTo = shares.filter((one) => one <= median).length
        const place = Math.floor((all.length - 1) / 2)
        expect(shares).toContain(median)
        expect(below <= place && upTo > place).toBe(true)
        const winners = all.filter(({ profit }) => profit > 0n).length
        expect(result.inProfit).toBe((BigInt(winners) * 1_000_000_000n) / BigInt(all.length))
        const ranges = followerHistogram(all)
        for (const { from, to, orders: count } of ranges)
          expect(count).toBe(
            shares.filter((one) => (from === null || one >= from) && (to === null || one < to)).length,
          )
      }),
      { numRuns: 200 },
    )
  })
})
