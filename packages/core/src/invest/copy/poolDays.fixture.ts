/** Random days of a copy pool: markets move, the lead trades, followers come and go. */
import fc from 'fast-check'
import { availableBalance, marginLevel } from '../../contracts/account.ts'
import {
  closingPrice,
  fillPrice,
  liquidationMarginLevelPercent,
  quantityOf,
  unrealizedPnl,
} from '../../contracts/rules.ts'
import { drawMargin, openingCosts } from '../../contracts/settlement.ts'
import { type Price, price, type Usdt, usdt } from '../../money/units.ts'
import { copySize } from './copySize.ts'
import { type CopyOrderTerms, isDrawdownStopReached, issuedUnits, type Pool } from './dealing.ts'
import { lot } from './pool.fixture.ts'
import { type DealingMarkets, type PoolClosing, reduceBy, wholeSharePpm } from './reduction.ts'
import { type ExitMode, planExit } from './schedule.ts'
import {
  bestPricesOf,
  grossNotional,
  initialUnitPrice,
  type PoolPosition,
  poolValuation,
  unitPrices,
} from './units.ts'

type Trade = {
  readonly pid: 1 | 2
  readonly side: 'long' | 'short'
  readonly lots: number
  readonly leverage: number
  /** Close the position with this place in the list, if there is one, in place of opening. */
  readonly closes: number | null
}
type Exit = { readonly place: number; readonly mode: ExitMode; readonly minute: number }
type Purchase = { readonly hundreds: number; readonly minute: number; readonly terms: CopyOrderTerms }

/** What happens between two midnights. */
export type PoolDay = {
  /** Price moves of the two markets, in parts per million, and the spread. */
  readonly moves: readonly [number, number]
  readonly spreadPpm: number
  readonly trades: readonly Trade[]
  readonly purchases: readonly Purchase[]
  readonly exits: readonly Exit[]
  readonly isMidnightMissed: boolean
  readonly isStopped: boolean
}

const minuteOfDay = fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.constantFrom(1429, 1430, 1431))
const rarely = fc.integer({ min: 0, max: 30 }).map((value) => value === 30)
const terms: fc.Arbitrary<CopyOrderTerms> = fc.record({
  periodDays: fc.constantFrom(1, 4, 7),
  leadFeePpm: fc.constantFrom(0, 100_000, 123_456, 300_000),
  exitLevyPpm: fc.constantFrom(0, 1_000, 20_000),
  stopLossPercent: fc.constantFrom(5, 40, 95),
})
const trade: fc.Arbitrary<Trade> = fc.record({
  pid: fc.constantFrom(1 as const, 2 as const),
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.integer({ min: 1, max: 2_000 }),
  leverage: fc.constantFrom(1, 5, 10),
  closes: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
})

/** A day with small or large moves; `moving` false keeps all prices where they are. */
const poolDay = (moving: boolean): fc.Arbitrary<PoolDay> => {
  const move = fc.oneof(
    fc.integer({ min: -30_000, max: 30_000 }),
    fc.integer({ min: -400_000, max: 400_000 }),
  )
  return fc.record({
    moves: moving ? fc.tuple(move, move) : fc.constant([0, 0] as const),
    spreadPpm: fc.constantFrom(0, 2, 500),
    trades: fc.array(trade, { maxLength: 2 }),
    purchases: fc.array(
      fc.record({ hundreds: fc.integer({ min: 1, max: 80 }), minute: minuteOfDay, terms }),
      {
        maxLength: 2,
      },
    ),
    exits: fc.array(
      fc.record({
        place: fc.integer({ min: 0, max: 5 }),
        mode: fc.constantFrom('period' as const, 'now' as const),
        minute: minuteOfDay,
      }),
      { maxLength: 2 },
    ),
    isMidnightMissed: rarely,
    isStopped: rarely,
  })
}

/** Days with moving markets. */
export const poolDays: fc.Arbitrary<readonly PoolDay[]> = fc.array(poolDay(true), {
  minLength: 5,
  maxLength: 25,
})

/** A pool, its markets and the fills since the last dealing. */
export type World = {
  readonly pool: Pool
  readonly markets: DealingMarkets
  readonly middles: readonly [bigint, bigint]
  readonly nextId: number
  readonly closings: readonly PoolClosing[]
  readonly openedIds: readonly number[]
}

const marketsAt = (middles: readonly [bigint, bigint], spreadPpm: number): DealingMarkets => {
  const around = (middle: bigint) => {
    const half = (middle * BigInt(spreadPpm)) / 2_000_000n
    return { bid: (middle - half) as Price, ask: (middle + half) as Price }
  }
  const one = { lot, minLots: 1, stepLots: 1 }
  return {
    prices: new Map([
      [1, around(middles[0])],
      [2, around(middles[1])],
    ]),
    lots: new Map([
      [1, one],
      [2, one],
    ]),
  }
}

const emptyPool: Pool = {
  balance: 0n as Usdt,
  positions: [],
  orders: [],
  requests: [],
  highest: initialUnitPrice,
  isStopped: false,
}
const firstPrices = [price('64000'), price('2300')] as const
export const newWorld: World = {
  pool: emptyPool,
  markets: marketsAt(firstPrices, 2),
  middles: firstPrices,
  nextId: 1,
  closings: [],
  openedIds: [],
}

const figures = ({ pool, markets }: World) => {
  const margin = pool.positions.reduce((sum, one) => sum + one.margin, 0n) as Usdt
  const { bid } = poolValuation(pool.balance, pool.positions, markets.prices)
  return { balance: pool.balance, margin, hold: 0n as Usdt, profit: (bid - pool.balance) as Usdt }
}

const openCopy = (world: World, { pid, side, lots, leverage }: Trade): World => {
  const { pool, markets } = world
  const account = figures(world)
  const at = fillPrice(side, bestPricesOf(markets.prices, pid))
  const size = copySize(
    {
      leadLots: lots,
      leadLeverage: leverage,
      leadEquity: usdt('2500'),
      poolEquity: (account.balance + account.profit) as Usdt,
      openNotional: grossNotional(pool.positions, markets.prices),
      available: availableBalance(account),
      price: at,
    },
    { minLeadEquity: usdt('1000'), maxLeverage: 10, maxGrossMultiple: 5 },
    { lot, minLots: 1, stepLots: 1, leverages: [1, 5, 10], feeRatePpm: 500 },
  )
  if (size.skipped !== null) return world
  const position = { side, quantity: quantityOf(size.lots, lot), openPrice: at }
  const costs = openingCosts(position, size.leverage, 500, 0n as Usdt)
  const opened: PoolPosition = {
    ...position,
    id: world.nextId,
    pid,
    lots: size.lots,
    leverage: size.leverage,
    margin: costs.margin,
    openFee: costs.charged,
    feeRatePpm: 500,
  }
  return {
    ...world,
    pool: {
      ...pool,
      balance: (pool.balance - costs.charged) as Usdt,
      positions: [...pool.positions, opened],
    },
    nextId: world.nextId + 1,
    openedIds: [...world.openedIds, world.nextId],
  }
}

/** Closes some positions whole; what the others hold as margin never exceeds the balance. */
const closeWhole = (world: World, isChosen: (position: PoolPosition) => boolean): World => {
  const { pool, markets } = world
  const chosen = pool.positions.filter(isChosen)
  const others = pool.positions.filter((one) => !isChosen(one))
  const { balance, closings } = reduceBy({ balance: pool.balance, positions: chosen }, markets, wholeSharePpm)
  const held = others.reduce((sum, one) => sum + one.margin, 0n)
  const drawn = new Map(
    drawMargin(others, (held > balance ? held - balance : 0n) as Usdt).map(({ id, margin }) => [id, margin]),
  )
  return {
    ...world,
    pool: {
      ...pool,
      balance,
      positions: others.map((one) => ({ ...one, margin: drawn.get(one.id) ?? one.margin })),
    },
    closings: [...world.closings, ...closings],
  }
}

/** Liquidation at a margin level of 50 % and the drawdown stop at 50 %. */
const guard = (world: World): World => {
  const level = marginLevel(figures(world))
  const isLiquidated = level !== null && level <= BigInt(liquidationMarginLevelPercent) * 100n
  const after = isLiquidated ? closeWhole(world, () => true) : world
  const { pool, markets } = after
  const issued = issuedUnits(pool.orders)
  const { exit } = unitPrices(poolValuation(pool.balance, pool.positions, markets.prices), issued)
  if (!isDrawdownStopReached(exit, pool.highest, 50)) return after
  return closeWhole({ ...after, pool: { ...pool, isStopped: true } }, () => true)
}

const announce = (pool: Pool, exits: readonly Exit[], midnightMs: number): Pool => {
  const orders = [...pool.orders]
  for (const { place, mode, minute } of exits) {
    const order = orders[place]
    if (order === undefined) continue
    const exit = planExit({
      mode,
      requestedAtMs: midnightMs + minute * 60_000,
      periodEndMs: order.periodEndMs,
      periodDays: order.terms.periodDays,
      announced: order.exit,
    })
    if (exit !== null) orders[place] = { ...order, exit }
  }
  return { ...pool, orders }
}

/** The world at the end of a day that begins at a midnight. */
export const liveThrough = (world: World, today: PoolDay, midnightMs: number): World => {
  const moved = (middle: bigint, ppm: number): bigint => (middle * BigInt(1_000_000 + ppm)) / 1_000_000n
  const middles = [moved(world.middles[0], today.moves[0]), moved(world.middles[1], today.moves[1])] as const
  let now = guard({ ...world, middles, markets: marketsAt(middles, today.spreadPpm) })
  for (const one of today.trades) {
    const chosen = one.closes === null ? undefined : now.pool.positions[one.closes]
    if (chosen !== undefined) now = closeWhole(now, ({ id }) => id === chosen.id)
    else if (!now.pool.isStopped) now = openCopy(now, one)
  }
  const requests = today.purchases.map(({ hundreds, minute, terms: ofOrder }, at) => ({
    id: now.nextId + at,
    money: usdt(`${hundreds * 100}`),
    requestedAtMs: midnightMs + minute * 60_000,
    terms: ofOrder,
  }))
  const { pool } = now
  const isStopped = pool.isStopped || (today.isStopped && pool.orders.length > 0)
  return {
    ...now,
    nextId: now.nextId + requests.length,
    pool: announce(
      { ...pool, isStopped, requests: isStopped ? pool.requests : [...pool.requests, ...requests] },
      today.exits,
      midnightMs,
    ),
  }
}

/** Unrealized PnL of a position at the closing side. */
export const pnlOf = (position: PoolPosition, { prices }: DealingMarkets): Usdt =>
  unrealizedPnl(position, closingPrice(position.side, bestPricesOf(prices, position.pid)))

/** Days at unchanged prices. */
export const quietDays: fc.Arbitrary<readonly PoolDay[]> = fc.array(poolDay(false), {
  minLength: 3,
  maxLength: 15,
})
