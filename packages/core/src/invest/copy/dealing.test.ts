import { describe, expect, it } from 'vitest'
import { price, type Usdt, usdt } from '../../money/units.ts'
import {
  type CopyRequest,
  dealPool,
  isDrawdownStopReached,
  isStopLossReached,
  issuedUnits,
  type Pool,
} from './dealing.ts'
import {
  day,
  examplePool,
  markets,
  midnight,
  order,
  position,
  terms,
  unitPrice,
  units,
} from './pool.fixture.ts'
import type { UnitPrice } from './units.ts'

const minute = 60_000
const request = (id: number, money: string, change: Partial<CopyRequest>): CopyRequest => ({
  id,
  money: usdt(money),
  requestedAtMs: midnight - 60 * minute,
  terms,
  ...change,
})
const leaving = (mode: 'period' | 'now') => ({ exit: { mode, leavesMs: midnight } })
const worth = { in: unitPrice('1.0381852'), out: unitPrice('1.037991549') }

describe('entries', () => {
  it('buy units at the entry price and run from this midnight', () => {
    const dealing = dealPool(examplePool({ requests: [request(3, '800', {})] }), markets, midnight)
    expect(dealing.prices).toEqual({ entry: worth.in, exit: worth.out })
    expect(dealing.entries).toEqual([{ id: 3, money: usdt('800'), units: units('770.57542334') }])
    expect(dealing.pool.balance).toBe(usdt('5980.42'))
    expect(dealing.pool.orders.at(-1)).toEqual({
      id: 3,
      money: usdt('800'),
      units: units('770.57542334'),
      highWaterMark: worth.in,
      periodEndMs: midnight + 30 * day,
      exit: null,
      terms,
    })
  })

  it('wait for the next dealing when requested after 23:50', () => {
    const inTime = request(3, '800', { requestedAtMs: midnight - 10 * minute })
    const late = request(4, '800', { requestedAtMs: midnight - 10 * minute + 1 })
    const { entries, pool } = dealPool(examplePool({ requests: [inTime, late] }), markets, midnight)
    expect(entries.map(({ id }) => id)).toEqual([3])
    expect(pool.requests).toEqual([late])
    expect(dealPool(pool, markets, midnight + day).entries.map(({ id }) => id)).toEqual([4])
  })

  it('cost 1 when they are the first', () => {
    const empty: Pool = {
      balance: 0n as Usdt,
      positions: [],
      orders: [],
      requests: [request(1, '300', {})],
      highest: unitPrice('1'),
      isStopped: false,
    }
    const { entries, pool } = dealPool(empty, markets, midnight)
    expect(entries[0]?.units).toBe(units('300'))
    expect(pool.balance).toBe(usdt('300'))
  })

  it('are not checked for their stop-loss on the day they enter', () => {
    const wide = { ...markets, prices: new Map([[1, { bid: price('32000'), ask: price('64000') }]]) }
    const pool = examplePool({
      balance: usdt('1300'),
      orders: [order(1, '1000', { money: usdt('10') })],
      requests: [request(3, '800', {})],
    })
    const { entries, exits } = dealPool(pool, wide, midnight)
    expect([entries.length, exits.length]).toEqual([1, 0])
  })
})

describe('exits', () => {
  const { orders } = examplePool({})

  it('now pay the figures of the specification; the levy stays in the pool', () => {
    const dealing = dealPool(
      examplePool({ orders: [order(1, '1200', leaving('now')), order(2, '3800', {})] }),
      markets,
      midnight,
    )
    expect(dealing.fees).toEqual([{ id: 1, units: units('4.39212235'), paid: usdt('4.55898588') }])
    expect(dealing.exits).toEqual([
      {
        id: 1,
        reason: 'now',
        units: units('1195.60787765'),
        highWaterMark: worth.out,
        value: usdt('1241.03087291'),
        levy: usdt('1.24103088'),
        paid: usdt('1239.78984203'),
        principal: usdt('1200'),
        income: usdt('39.78984203'),
      },
    ])
    expect(dealing.pool.balance).toBe(usdt('5180.42') - usdt('4.55898588') - usdt('1239.78984203'))
    expect(issuedUnits(dealing.pool.orders)).toBe(units('3800'))
    // The other order is not at the end of its period: no fee, although its price is the same.
    expect(dealing.pool.orders).toEqual([orders[1]])
    const after = dealPool(dealing.pool, markets, midnight + day)
    expect(after.prices.exit).toBeGreaterThan(worth.out)
  })

  it('at the end of a period are free', () => {
    const pool = examplePool({ orders: [order(1, '1200', leaving('period')), order(2, '3800', {})] })
    const { exits } = dealPool(pool, markets, midnight)
    expect(exits).toMatchObject([{ reason: 'period', levy: 0n, paid: usdt('1241.03087291') }])
  })

  it('announced for later wait', () => {
    const later = { exit: { mode: 'period' as const, leavesMs: midnight + day } }
    const pool = examplePool({ orders: [order(1, '1200', later), order(2, '3800', {})] })
    expect(dealPool(pool, markets, midnight).exits).toEqual([])
    // A dealing of several midnights made up in one go.
    expect(dealPool(pool, markets, midnight + 3 * day).exits.map(({ id }) => id)).toEqual([1])
  })

  it('owe no levy when no order stays', () => {
    const pool = examplePool({ orders: [order(1, '5000', leaving('now'))] })
    const { exits, dust, pool: after, closings } = dealPool(pool, markets, midnight)
    expect(exits[0]?.levy).toBe(0n)
    expect(closings.map(({ lots }) => lots)).toEqual([30])
    expect(after).toEqual({
      balance: 0n,
      positions: [],
      orders: [],
      requests: [],
      highest: unitPrice('1'),
      isStopped: false,
    })
    // 5000 × 0.0000000001 of the price and one cut of the payment and of the fee.
    expect(dust).toBeGreaterThanOrEqual(0n)
    expect(dust).toBeLessThan(usdt('0.00000502'))
  })

  it('owe a levy when only an entry stays', () => {
    const pool = examplePool({
      orders: [order(1, '5000', leaving('now'))],
      requests: [request(3, '9000', {})],
    })
    const { exits, closings, pool: after } = dealPool(pool, markets, midnight)
    expect(exits[0]?.levy).toBeGreaterThan(0n)
    // The entry pays the exit: no position has to close.
    expect(closings).toEqual([])
    expect(after.orders.map(({ id }) => id)).toEqual([3])
  })

  it('close shares of positions when the margin level would fall below 200 %', () => {
    const pool = examplePool({
      positions: [position(1, 1, 'long', 30, '64000', 1)],
      orders: [order(1, '3000', leaving('period')), order(2, '2000', {})],
    })
    const { closings, sharePpm, pool: after, exits, fees } = dealPool(pool, markets, midnight)
    expect(closings.map(({ lots }) => lots)).toEqual([14])
    expect(sharePpm).toBe(433_334)
    expect(after.positions.map(({ lots }) => lots)).toEqual([16])
    const out = (exits[0]?.paid ?? 0n) + (fees[0]?.paid ?? 0n)
    expect(after.balance).toBe(usdt('5180.42') + usdt('4.9014') - usdt('0.4504507') - out)
  })
})

describe('period ends', () => {
  const ending = order(1, '1200', { periodEndMs: midnight })

  it('settle the fee, raise the mark and roll over', () => {
    const { fees, exits, pool } = dealPool(
      examplePool({ orders: [ending, order(2, '3800', {})] }),
      markets,
      midnight,
    )
    expect(fees).toEqual([{ id: 1, units: units('4.39212235'), paid: usdt('4.55898588') }])
    expect(exits).toEqual([])
    expect(pool.orders[0]).toEqual({
      ...ending,
      units: units('1195.60787765'),
      highWaterMark: worth.out,
      periodEndMs: midnight + 30 * day,
    })
  })

  it('charge nothing twice at the same price', () => {
    const first = dealPool(examplePool({ orders: [ending, order(2, '3800', {})] }), markets, midnight)
    const again = dealPool(
      { ...first.pool, orders: first.pool.orders.map((one) => ({ ...one, periodEndMs: midnight + day })) },
      markets,
      midnight + day,
    )
    expect(again.fees.map(({ id }) => id)).toEqual([2])
  })

  it('keep their grid when midnights are made up in one go', () => {
    const weekly = { ...ending, terms: { ...terms, periodDays: 7 } }
    const { pool } = dealPool(
      examplePool({ orders: [weekly, order(2, '3800', {})] }),
      markets,
      midnight + 16 * day,
    )
    expect(pool.orders[0]?.periodEndMs).toBe(midnight + 21 * day)
  })
})

describe('stop-loss', () => {
  it('is reached exactly at the limit', () => {
    const at = { units: units('1000'), money: usdt('1000'), terms }
    expect(isStopLossReached(at, unitPrice('0.6'))).toBe(true)
    expect(isStopLossReached(at, unitPrice('0.600000001'))).toBe(false)
  })

  it('leaves without a levy, also when an exit was announced for now', () => {
    const sunk = order(1, '1200', { money: usdt('2100'), ...leaving('now') })
    const { exits } = dealPool(examplePool({ orders: [sunk, order(2, '3800', {})] }), markets, midnight)
    expect(exits).toMatchObject([{ reason: 'stopLoss', levy: 0n, income: 0n }])
  })
})

describe('a stopped pool', () => {
  const pool = examplePool({
    isStopped: true,
    orders: [order(1, '1200', leaving('now')), order(2, '3800', {})],
    requests: [request(3, '800', {}), request(4, '100', { requestedAtMs: midnight })],
  })

  it('pays every order without a levy and refunds every request', () => {
    const dealing = dealPool(pool, markets, midnight)
    expect(dealing.exits.map(({ id, reason, levy }) => [id, reason, levy])).toEqual([
      [1, 'stopped', 0n],
      [2, 'stopped', 0n],
    ])
    expect(dealing.refunds).toEqual([
      { id: 3, money: usdt('800') },
      { id: 4, money: usdt('100') },
    ])
    expect(dealing).toMatchObject({
      isEnded: true,
      sharePpm: 1_000_000,
      pool: { balance: 0n, isStopped: true },
    })
    const paid = dealing.exits.reduce((sum, exit) => sum + exit.paid, 0n)
    const fees = dealing.fees.reduce((sum, fee) => sum + fee.paid, 0n)
    expect(paid + fees + dealing.dust).toBe(usdt('5189.9577485'))
  })
})

describe('a pool worth nothing', () => {
  it('ends: orders leave with 0, requests are refunded, positions close', () => {
    const crash = { ...markets, prices: new Map([[1, { bid: price('10'), ask: price('11') }]]) }
    const pool = examplePool({ balance: usdt('1000'), requests: [request(3, '800', {})] })
    const dealing = dealPool(pool, crash, midnight)
    expect(dealing.prices.exit).toBe(0n)
    expect(dealing.exits.map(({ reason, paid }) => [reason, paid])).toEqual([
      ['worthless', 0n],
      ['worthless', 0n],
    ])
    expect(dealing).toMatchObject({ isEnded: true, entries: [], fees: [], dust: 0n })
    expect(dealing.refunds).toEqual([{ id: 3, money: usdt('800') }])
    expect(dealing.closings[0]?.settlement.lossUnpaid).toBe(usdt('919.7') - 0n)
    expect(dealing.pool).toMatchObject({ balance: 0n, positions: [], orders: [] })
  })
})

describe('the highest price', () => {
  it('follows the dealing price and never falls', () => {
    expect(dealPool(examplePool({}), markets, midnight).pool.highest).toBe(worth.out)
    const high = unitPrice('1.5')
    expect(dealPool(examplePool({ highest: high }), markets, midnight).pool.highest).toBe(high)
  })

  it('begins at 1 again after the last unit', () => {
    const pool = examplePool({ highest: unitPrice('3'), orders: [order(1, '5000', leaving('period'))] })
    expect(dealPool(pool, markets, midnight).pool.highest).toBe(unitPrice('1'))
  })

  it('is the measure of the drawdown stop, the limit included', () => {
    expect(isDrawdownStopReached(unitPrice('0.6'), unitPrice('1.2'), 50)).toBe(true)
    expect(isDrawdownStopReached(unitPrice('0.600000001'), unitPrice('1.2'), 50)).toBe(false)
    expect(isDrawdownStopReached(0n as UnitPrice, unitPrice('1'), 95)).toBe(true)
  })
})

describe('dealPool', () => {
  it('throws for positions without units and for a market without a price', () => {
    expect(() => dealPool(examplePool({ orders: [] }), markets, midnight)).toThrow('has units')
    expect(() => dealPool(examplePool({}), { ...markets, prices: new Map() }, midnight)).toThrow(
      'no price of market 1',
    )
  })
})
