import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginLevel } from '../../contracts/account.ts'
import type { Usdt } from '../../money/units.ts'
import { attributionRows, dayProfit, type PoolOrderChange, poolOrderChange } from './attribution.ts'
import { type CopyOrder, type Dealing, dealPool, issuedUnits, type Pool } from './dealing.ts'
import { modelDealing, modelMayLeave } from './model.fixture.ts'
import { day, midnight } from './pool.fixture.ts'
import {
  liveThrough,
  newWorld,
  type PoolDay,
  pnlOf,
  poolDays,
  quietDays,
  type World,
} from './poolDays.fixture.ts'
import { type DealingMarkets, type PoolClosing, reduceBy } from './reduction.ts'
import { poolValuation, unitPrices, unitsValue } from './units.ts'

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)
const byId = <Row extends { id: number }>(rows: readonly Row[], of: (row: Row) => bigint) =>
  Object.fromEntries(rows.map((row) => [row.id, of(row)]))
/** The pool shared among all units if all positions closed: E_bid − C. */
const closedWorth = (pool: Pool, markets: DealingMarkets): bigint => {
  const { bid, closingCost } = poolValuation(pool.balance, pool.positions, markets.prices)
  return bid - closingCost
}
/** Parts of a close round twice: the PnL down and the fee up. */
const roundingOf = ({ closings }: Dealing): bigint => 2n * BigInt(closings.length)

/** Fails a run whose object graph a dealing changed. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !(value instanceof Map)) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

type Dealt = {
  readonly before: Pool
  readonly markets: DealingMarkets
  readonly dealingMs: number
  readonly dealing: Dealing
  readonly world: World
}

/** Lives through days and hands every dealing to a check. */
const deal = (days: readonly PoolDay[], start: World, check: (dealt: Dealt) => void): World => {
  let world = start
  for (const [at, today] of days.entries()) {
    const lived = liveThrough(world, today, midnight + at * day)
    const dealingMs = midnight + (at + 1) * day
    if (today.isMidnightMissed) {
      world = lived
      continue
    }
    const before = frozen(lived.pool)
    const dealing = dealPool(before, lived.markets, dealingMs)
    check({ before, markets: lived.markets, dealingMs, dealing, world: lived })
    const isOver = dealing.isEnded
    world = {
      ...lived,
      pool: isOver ? { ...dealing.pool, isStopped: false } : dealing.pool,
      closings: [],
      openedIds: [],
    }
  }
  return world
}

const compareWithModel = ({ before, markets, dealingMs, dealing }: Dealt): void => {
  const model = modelDealing(before, markets, { dealingMs, sharePpm: dealing.sharePpm })
  expect({
    entry: dealing.prices.entry,
    exit: dealing.prices.exit,
    units: byId(dealing.pool.orders, (one) => one.units),
    marks: byId(dealing.pool.orders, (one) => one.highWaterMark),
    paid: byId(dealing.exits, (one) => one.paid),
    levies: byId(dealing.exits, (one) => one.levy),
    leadPaid: byId(dealing.fees, (one) => one.paid),
    refunded: dealing.refunds.map(({ id }) => id),
    waiting: dealing.pool.requests.map(({ id }) => id),
    outgoing: sum([...dealing.exits, ...dealing.fees].map(({ paid }) => paid)),
    balance: dealing.pool.balance + dealing.dust,
    highest: dealing.pool.highest,
  }).toEqual(model)
}

const checkReduction = ({ before, markets, dealing }: Dealt): void => {
  const outgoing = sum([...dealing.exits, ...dealing.fees].map(({ paid }) => paid))
  const entering = sum(dealing.entries.map(({ money }) => money))
  const may = (sharePpm: number) => modelMayLeave(before, markets, { sharePpm, entering, outgoing })
  const { sharePpm, pool } = dealing
  if (pool.orders.length === 0) {
    expect(pool.positions).toEqual([])
    return
  }
  if (outgoing === 0n) {
    expect(sharePpm).toBe(0)
    return
  }
  const margin = sum(pool.positions.map((one) => one.margin)) as Usdt
  const { bid } = poolValuation(pool.balance, pool.positions, markets.prices)
  const level = marginLevel({ balance: bid, margin, profit: 0n as Usdt })
  if (level !== null) expect(level).toBeGreaterThanOrEqual(20_000n)
  const isDrawn = dealing.closings.some(({ settlement }) => settlement.takenMargin > 0n)
  if (isDrawn) return
  expect(may(sharePpm)).toBe(true)
  if (sharePpm > 0) expect(may(sharePpm - 1)).toBe(false)
}

const checkMoney = ({ before, markets, dealing }: Dealt): void => {
  const { pool, exits, fees, entries, closings, dust } = dealing
  const realized = closings.map(({ settlement: one }) => one.profit - one.lossFromWallet - one.feeFromWallet)
  const entered = sum(entries.map(({ money }) => money))
  const paid = sum([...exits, ...fees].map((one) => one.paid))
  expect(before.balance + entered + sum(realized)).toBe(paid + dust + pool.balance)
  // Every request is one of the three; every order stays or leaves.
  expect(dealing.refunds.length + entries.length + pool.requests.length).toBe(before.requests.length)
  expect(pool.orders.length + exits.length).toBe(before.orders.length + entries.length)
  exits.forEach(({ value, levy, paid: out, principal, income }) => {
    expect(value - levy).toBe(out)
    expect(principal + income).toBe(out)
    expect(income).toBeGreaterThanOrEqual(0n)
  })
  // Σ units = N, and what all units are worth is there.
  const issued = issuedUnits(pool.orders)
  const cancelled = sum(fees.map((one) => one.units)) + sum(exits.map((one) => one.units))
  expect(issued).toBe(issuedUnits(before.orders) + sum(entries.map((one) => one.units)) - cancelled)
  const values = sum(pool.orders.map(({ units }) => unitsValue(units, dealing.prices.exit)))
  expect(values).toBeLessThanOrEqual(closedWorth(pool, markets) + roundingOf(dealing))
  if (issued === 0n) {
    expect(pool.balance).toBe(0n)
    // Less than one unit price: each division cuts less than a unit.
    expect(dust * 1_000_000_000n).toBeLessThan(
      issuedUnits(before.orders) + BigInt(2 * exits.length + 1) * 1_000_000_000n,
    )
  }
}

/** Those who stay lose nothing by entries, exits, fees and levies of others, and get the levies. */
const checkStayers = ({ before, markets, dealing }: Dealt): void => {
  const issuedBefore = issuedUnits(before.orders)
  const issued = issuedUnits(dealing.pool.orders)
  if (issuedBefore === 0n || issued === 0n) return
  const worthBefore = closedWorth(before, markets)
  const worth = closedWorth(dealing.pool, markets)
  expect((worth + roundingOf(dealing)) * issuedBefore).toBeGreaterThanOrEqual(worthBefore * issued)
  const after = unitPrices(
    poolValuation(dealing.pool.balance, dealing.pool.positions, markets.prices),
    issued,
  )
  const isSplit = dealing.closings.length > 0
  expect(after.exit).toBeGreaterThanOrEqual(dealing.prices.exit - (isSplit ? 1n : 0n))
  const levies = sum(dealing.exits.map(({ levy }) => levy))
  const entered = sum(dealing.entries.map(({ money }) => money))
  const gone = sum(dealing.exits.map(({ value }) => value)) + sum(dealing.fees.map(({ paid }) => paid))
  const kept = worth - (worthBefore + entered - gone + levies)
  expect(kept).toBeLessThanOrEqual(0n)
  expect(kept).toBeGreaterThanOrEqual(-roundingOf(dealing))
}

const checkFees = ({ before, dealing }: Dealt): void => {
  const { exit } = dealing.prices
  const orders = new Map(before.orders.map((one) => [one.id, one]))
  for (const { id, units, paid } of dealing.fees) {
    const order = orders.get(id) as CopyOrder
    expect(exit).toBeGreaterThan(order.highWaterMark)
    // The rest is worth at least what it was at the mark and its share of the new profit, within one unit of the pool.
    const gain = order.units * (exit - order.highWaterMark)
    expect((units - 1n) * exit * 1_000_000n).toBeLessThan(gain * BigInt(order.terms.leadFeePpm))
    expect(paid).toBeLessThanOrEqual((units * exit) / 1_000_000_000n)
  }
  for (const order of dealing.pool.orders) {
    const old = orders.get(order.id)
    if (old === undefined) continue
    expect(order.highWaterMark).toBeGreaterThanOrEqual(old.highWaterMark)
    // A new mark is a price at which a fee was due.
    expect([old.highWaterMark, exit]).toContain(order.highWaterMark)
    if (order.highWaterMark !== old.highWaterMark) expect(order.periodEndMs).not.toBe(old.periodEndMs)
  }
}

/** Amounts of pool orders since the last dealing, from all their fills. */
const changesSince = (
  pnlBefore: ReadonlyMap<number, Usdt>,
  { world, dealing, markets }: Dealt,
): readonly PoolOrderChange[] => {
  const closings: readonly PoolClosing[] = [...world.closings, ...dealing.closings]
  const open = new Map(dealing.pool.positions.map((one) => [one.id, one]))
  const seen = new Map(
    [...dealing.pool.positions, ...closings.map(({ position }) => position)].map((one) => [one.id, one]),
  )
  return [...seen.values()].map((position) => {
    const own = closings.filter((one) => one.position.id === position.id)
    const left = open.get(position.id)
    const isNew = world.openedIds.includes(position.id)
    const change = poolOrderChange({
      pnlBefore: pnlBefore.get(position.id) ?? (0n as Usdt),
      pnlNow: (sum(own.map(({ profit }) => profit)) +
        (left === undefined ? 0n : pnlOf(left, markets))) as Usdt,
      openFee: isNew ? position.openFee : (0n as Usdt),
      closeFee: sum(own.map(({ charged }) => charged)) as Usdt,
    })
    const { id, pid, side, openPrice } = position
    return { id, pid, side, change, openPrice, closePrice: own[0]?.price ?? null, atMs: 0 }
  })
}

describe('random days of a pool', () => {
  it('agree with the independent model and keep every invariant', () => {
    // What the days must contain for this test to mean something.
    const seen: Record<string, number> = {}
    const count = (what: string, times: number) => {
      seen[what] = (seen[what] ?? 0) + times
    }
    fc.assert(
      fc.property(poolDays, (days) => {
        deal(days, newWorld, (dealt) => {
          const { entries, exits, fees, closings, refunds, pool } = dealt.dealing
          count('dealing', 1)
          count('entry', entries.length)
          count('refund', refunds.length)
          count('waiting', pool.requests.length)
          count('fee', fees.length)
          count('levy', exits.filter(({ levy }) => levy > 0n).length)
          count('income', exits.filter(({ income }) => income > 0n).length)
          count('reduction', closings.length > 0 && pool.orders.length > 0 ? 1 : 0)
          for (const { reason } of exits) count(reason, 1)
          compareWithModel(dealt)
          checkReduction(dealt)
          checkMoney(dealt)
          checkStayers(dealt)
          checkFees(dealt)
        })
      }),
      { numRuns: 300 },
    )
    const expected = {
      ...{ dealing: 1_500, entry: 1_200, refund: 5, waiting: 150, fee: 400, levy: 120, income: 200 },
      ...{ reduction: 150, now: 200, period: 60, stopLoss: 80, stopped: 150, worthless: 15 },
    }
    for (const [what, least] of Object.entries(expected)) expect(seen[what], what).toBeGreaterThan(least)
  })

  it('attribute every profit exactly', () => {
    fc.assert(
      fc.property(poolDays, (days) => {
        let values: Readonly<Record<number, bigint>> = {}
        let pnl: ReadonlyMap<number, Usdt> = new Map()
        const booked = new Map<number, bigint>()
        const flows = new Map<number, bigint>()
        const add = (to: Map<number, bigint>, id: number, amount: bigint) =>
          to.set(id, (to.get(id) ?? 0n) + amount)
        const end = deal(days, newWorld, (dealt) => {
          const { before, dealing } = dealt
          const changes = changesSince(pnl, dealt)
          const issued = issuedUnits(before.orders)
          const held = byId(before.orders, ({ units }) => units)
          const now = byId(dealing.pool.orders, ({ units }) => unitsValue(units, dealing.prices.exit))
          const out = byId(dealing.exits, ({ paid }) => paid)
          const put = byId(dealing.entries, ({ money }) => money)
          const fees = byId(dealing.fees, ({ paid }) => paid)
          for (const { id } of [...before.orders, ...dealing.entries]) {
            const profit = dayProfit({
              before: (values[id] ?? 0n) as Usdt,
              now: (now[id] ?? 0n) as Usdt,
              paidOut: (out[id] ?? 0n) as Usdt,
              putIn: (put[id] ?? 0n) as Usdt,
            })
            const rows = attributionRows({
              units: (held[id] ?? 0n) as CopyOrder['units'],
              issued,
              changes,
              feePaid: (fees[id] ?? 0n) as Usdt,
              profit,
            })
            const booking = sum(rows.map((row) => row.profit))
            expect(booking).toBe(profit)
            add(booked, id, booking)
            add(flows, id, (out[id] ?? 0n) - (put[id] ?? 0n))
          }
          values = now
          pnl = new Map(dealing.pool.positions.map((one) => [one.id, pnlOf(one, dealt.markets)]))
        })
        // Over its life an order's rows add up to what it took out and still holds, less what it put in.
        const running = new Set(end.pool.orders.map(({ id }) => id))
        for (const [id, profit] of booked)
          expect(profit).toBe((flows.get(id) ?? 0n) + (running.has(id) ? (values[id] ?? 0n) : 0n))
      }),
      { numRuns: 150 },
    )
  })
})

describe('at unchanged prices', () => {
  it('no pattern of entering and leaving gains anything', () => {
    fc.assert(
      fc.property(poolDays, quietDays, (past, quiet) => {
        // Some days make positions; then one order stays for good while all others are one customer's.
        const settled = deal(
          past.map((one) => ({ ...one, isStopped: false })),
          newWorld,
          () => {},
        )
        const [stayer] = settled.pool.orders
        const last = past.at(-1)
        if (stayer === undefined || last === undefined) return
        const resting = { ...stayer, exit: null, terms: { ...stayer.terms, stopLossPercent: 95 } }
        let balance = 0n
        let worth = 0n
        const start: World = {
          ...settled,
          pool: { ...settled.pool, orders: [resting, ...settled.pool.orders.slice(1)], requests: [] },
        }
        const others = (pool: Pool) => pool.orders.filter(({ id }) => id !== stayer.id)
        const priceBefore = unitPrices(
          poolValuation(start.pool.balance, start.pool.positions, start.markets.prices),
          issuedUnits(start.pool.orders),
        )
        balance -= sum(
          others(start.pool).map(({ units }) => (units * priceBefore.entry) / 1_000_000_000n + 1n),
        )
        const days = quiet.map((one) => ({
          ...one,
          spreadPpm: last.spreadPpm,
          trades: [],
          isStopped: false,
          exits: one.exits.filter(({ place }) => place > 0),
        }))
        deal(days, start, ({ dealing }) => {
          balance += sum(dealing.exits.filter(({ id }) => id !== stayer.id).map(({ paid }) => paid))
          balance -= sum(dealing.entries.map(({ money }) => money))
          const { exit } = dealing.prices
          worth = sum(others(dealing.pool).map(({ units }) => unitsValue(units, exit)))
        })
        expect(balance + worth).toBeLessThanOrEqual(0n)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the share of a reduction', () => {
  it('is the same for every position, rounded up to lots', () => {
    fc.assert(
      fc.property(poolDays, (days) => {
        deal(days, newWorld, ({ before, markets, dealing }) => {
          if (dealing.sharePpm === 0) return
          for (const { position, lots } of dealing.closings) {
            const exact = BigInt(position.lots) * BigInt(dealing.sharePpm)
            expect(BigInt(lots) * 1_000_000n).toBeGreaterThanOrEqual(exact)
            expect(BigInt(lots - 1) * 1_000_000n).toBeLessThan(exact)
          }
          const again = reduceBy(
            { balance: before.balance, positions: before.positions },
            markets,
            dealing.sharePpm,
          )
          expect(dealing.closings.map(({ lots }) => lots)).toEqual(again.closings.map(({ lots }) => lots))
        })
      }),
      { numRuns: 100 },
    )
  })
})
