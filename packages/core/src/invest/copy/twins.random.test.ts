import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Usdt } from '../../money/units.ts'
import { type CopyOrder, type CopyOrderTerms, type Dealing, dealPool, type Pool } from './dealing.ts'
import { performanceFee } from './fees.ts'
import { day, markets, midnight, order, terms } from './pool.fixture.ts'
import { compare, down, fromUnits, minus, per, rational, times, unitsIn, up } from './rational.fixture.ts'
import { initialUnitPrice, type PoolUnits, type UnitPrice, unitsValue } from './units.ts'

// What two who begin alike have in the end, when one of them does something that should not pay.

const hundred = 10_000_000_000n
/** A change of what the pool is worth between two dealings, in basis points. */
const changes = fc.integer({ min: -3_000, max: 3_000 })
const after = (balance: bigint, basisPoints: number): Usdt =>
  ((balance * BigInt(10_000 + basisPoints)) / 10_000n) as Usdt
const money = fc.bigInt({ min: 1n, max: 500n }).map((hundreds) => (hundreds * hundred) as Usdt)
const fees = fc.integer({ min: 0, max: 300_000 })

/** A follower that runs from the first midnight on with units bought at 1. */
const follower = (id: number, amount: Usdt, own: Partial<CopyOrderTerms>): CopyOrder =>
  order(id, '1', {
    money: amount,
    units: amount as bigint as PoolUnits,
    periodEndMs: midnight + 1_000 * day,
    terms: { ...terms, periodDays: 1_000, stopLossPercent: 95, exitLevyPpm: 0, ...own },
  })
const poolOf = (orders: readonly CopyOrder[]): Pool => ({
  balance: orders.reduce((sum, one) => sum + one.money, 0n) as Usdt,
  positions: [],
  orders,
  requests: [],
  highest: initialUnitPrice,
  isStopped: false,
})
const leaving = (orders: readonly CopyOrder[], ids: readonly number[], atMs: number): readonly CopyOrder[] =>
  orders.map((one) => (ids.includes(one.id) ? { ...one, exit: { mode: 'now', leavesMs: atMs } } : one))
const paidTo = ({ exits }: Dealing, id: number): bigint =>
  exits.filter((one) => one.id === id).reduce((sum, { paid }) => sum + paid, 0n)
const [patient, restless, stays] = [1, 2, 3]

describe('of two who begin alike', () => {
  const story = fc.record({
    amount: money,
    other: money,
    fee: fees,
    levy: fc.integer({ min: 0, max: 20_000 }),
    before: fc.array(changes, { minLength: 1, maxLength: 4 }),
    later: fc.array(changes, { minLength: 1, maxLength: 4 }),
  })

  it('who leaves at a dealing and enters again at the same price has never more in the end than who stays', () => {
    let paidFees = 0
    fc.assert(
      fc.property(story, ({ amount, other, fee, levy, before, later }) => {
        const own = { leadFeePpm: fee, exitLevyPpm: levy }
        let pool = poolOf([
          follower(patient, amount, { ...own, exitLevyPpm: 0 }),
          follower(restless, amount, own),
          follower(stays, other, { leadFeePpm: 0 }),
        ])
        let atMs = midnight
        const deal = (change: number, ids: readonly number[]): Dealing => {
          atMs += day
          const moved = {
            ...pool,
            balance: after(pool.balance, change),
            orders: leaving(pool.orders, ids, atMs),
          }
          const dealing = dealPool(moved, markets, atMs)
          pool = dealing.pool
          return dealing
        }
        for (const change of before.slice(1)) deal(change, [])
        const left = deal(before[0] ?? 0, [restless])
        const back = paidTo(left, restless) as Usdt
        if (left.fees.some(({ id }) => id === restless)) paidFees += 1
        // All of it goes in again, at the price of the same moment.
        const request = {
          ...{ id: restless, money: back, requestedAtMs: atMs + 1 },
          terms: { ...terms, ...own, periodDays: 1_000, stopLossPercent: 95, exitLevyPpm: 0 },
        }
        pool = { ...pool, requests: back > 0n ? [request] : [] }
        const { prices: again } = deal(0, [])
        for (const change of later) deal(change, [])
        const end = deal(0, [patient, restless])
        // A levy that the restless one left behind is worth something to the patient one, never to the restless one.
        expect(paidTo(end, restless)).toBeLessThanOrEqual(paidTo(end, patient))
        // Its mark is the price at which it came back: of a rise since then there is a fee, of a loss before it no relief.
        const isHigher = back > 0n && end.prices.exit > again.entry
        expect(end.fees.some(({ id }) => id === restless)).toBe(isHigher && fee > 0)
      }),
      { numRuns: 300 },
    )
    expect(paidFees).toBeGreaterThan(60)
  })

  it('who divides the money into several orders pays at least the fee of one and is paid no more', () => {
    const parts = fc.array(money, { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(parts, money, fees, fc.integer({ min: 1, max: 9_000 }), (amounts, other, fee, gain) => {
        const whole = amounts.reduce((sum, one) => sum + one, 0n) as Usdt
        const own = { leadFeePpm: fee }
        const divided = amounts.map((amount, at) => follower(100 + at, amount, own))
        const orders = [follower(patient, whole, own), ...divided, follower(stays, other, {})]
        const ids = orders.filter(({ id }) => id !== stays).map(({ id }) => id)
        const pool = poolOf(leaving(orders, ids, midnight + day))
        const dealing = dealPool({ ...pool, balance: after(pool.balance, gain) }, markets, midnight + day)
        const feeOf = (id: number) => dealing.fees.find((one) => one.id === id)?.units ?? 0n
        const sum = (of: (id: number) => bigint) => divided.reduce((total, { id }) => total + of(id), 0n)
        expect(sum(feeOf)).toBeGreaterThanOrEqual(feeOf(patient))
        expect(sum(feeOf)).toBeLessThanOrEqual(feeOf(patient) + BigInt(amounts.length))
        const [one, several] = [paidTo(dealing, patient), sum((id) => paidTo(dealing, id))]
        expect(several).toBeLessThanOrEqual(one)
        // Rounding takes less than the price of a unit and a unit of money from each part.
        expect(one - several).toBeLessThanOrEqual(
          BigInt(amounts.length) * (dealing.prices.exit / initialUnitPrice + 2n),
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('the fees of one order over any prices', () => {
  const prices = fc.array(fc.bigInt({ min: 1n, max: 4_000_000_000n }), { minLength: 1, maxLength: 12 })

  it('are those of a calculation in fractions, and never more than the share of the rise above the entry', () => {
    fc.assert(
      fc.property(prices, money, fees, (path, held, leadFeePpm) => {
        let state = { units: held as bigint as PoolUnits, highWaterMark: initialUnitPrice }
        let left = fromUnits(held, 8)
        let mark = fromUnits(initialUnitPrice, 9)
        let lead = 0n
        for (const price of path) {
          const unitPrice = price as UnitPrice
          const fee = performanceFee({ ...state, unitPrice, leadFeePpm })
          state = { units: (state.units - fee.units) as PoolUnits, highWaterMark: fee.highWaterMark }
          lead += fee.paid
          const at = fromUnits(unitPrice, 9)
          if (compare(at, mark) > 0n) {
            const gain = times(left, minus(at, mark))
            left = minus(left, up(per(times(gain, rational(BigInt(leadFeePpm), 1_000_000n)), at), 8))
            mark = at
          }
          expect([state.units, state.highWaterMark]).toEqual([unitsIn(left, 8), unitsIn(mark, 9)])
          // What is left is worth what was put in and its share of the rise, but for what is cut at each step.
          const kept = down(times(left, mark), 8)
          const least = minus(
            times(fromUnits(held, 8), mark),
            times(
              times(fromUnits(held, 8), minus(mark, fromUnits(initialUnitPrice, 9))),
              rational(BigInt(leadFeePpm) * BigInt(path.length), 1_000_000n),
            ),
          )
          expect(compare(kept, minus(least, rational(1n, 1_000_000n)))).toBeGreaterThanOrEqual(0n)
        }
        const highest = path.reduce((most, one) => (one > most ? one : most), initialUnitPrice as bigint)
        expect(state.highWaterMark).toBe(highest)
        // The lead never takes more than the share of what the first units rose by.
        const rise = unitsValue(held as bigint as PoolUnits, (highest - initialUnitPrice) as UnitPrice)
        expect(lead * 1_000_000n).toBeLessThanOrEqual(
          (rise + 1n) * BigInt(leadFeePpm) + BigInt(path.length) * 5_000_000n,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('come once: the same price a second time, or any lower one after it, costs nothing', () => {
    fc.assert(
      fc.property(prices, fees, (path, leadFeePpm) => {
        let highWaterMark = initialUnitPrice
        const units = hundred as PoolUnits
        for (const price of path) {
          const first = performanceFee({ units, highWaterMark, unitPrice: price as UnitPrice, leadFeePpm })
          const again = { units, highWaterMark: first.highWaterMark, leadFeePpm }
          for (const lower of [price, price - 1n, price / 2n])
            expect(performanceFee({ ...again, unitPrice: lower as UnitPrice })).toEqual({
              ...{ units: 0n, paid: 0n, highWaterMark: first.highWaterMark },
            })
          highWaterMark = first.highWaterMark
        }
      }),
      { numRuns: 100 },
    )
  })
})
