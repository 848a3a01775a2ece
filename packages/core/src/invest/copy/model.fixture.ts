/**
 * A second, independent calculation of a dealing, straight from the sentences of the product specification, in exact
 * fractions of human units. It shares no arithmetic with the rules; a test compares both figure by figure.
 */
import type { CopyOrder, Pool } from './dealing.ts'
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
  total,
  unitsIn,
  up,
  whole,
  zero,
} from './rational.fixture.ts'
import type { DealingMarkets } from './reduction.ts'
import type { PoolPosition } from './units.ts'

/** The figures of a dealing in smallest units, by order where they belong to one. */
export type ModelDealing = {
  readonly entry: bigint
  readonly exit: bigint
  /** Units of all orders afterwards. */
  readonly units: Readonly<Record<number, bigint>>
  readonly marks: Readonly<Record<number, bigint>>
  /** Payments to followers that left. */
  readonly paid: Readonly<Record<number, bigint>>
  readonly levies: Readonly<Record<number, bigint>>
  readonly leadPaid: Readonly<Record<number, bigint>>
  readonly refunded: readonly number[]
  readonly waiting: readonly number[]
  readonly outgoing: bigint
  /** Balance of the wallet when the given share of positions has closed and all is paid. */
  readonly balance: bigint
  readonly highest: bigint
}

const bp = rational(1n, 10_000n)
const ppm = (value: number): Rational => rational(BigInt(value), 1_000_000n)

type Side = 'closing' | 'opposite'
const priceOf = (position: PoolPosition, { prices }: DealingMarkets, side: Side): Rational => {
  const best = prices.get(position.pid)
  if (best === undefined) throw new Error('no price')
  const isBid = (position.side === 'long') === (side === 'closing')
  return fromUnits(isBid ? best.bid : best.ask, 9)
}
const pnl = (position: PoolPosition, coins: Rational, at: Rational): Rational => {
  const opened = fromUnits(position.openPrice, 9)
  return times(coins, position.side === 'long' ? minus(at, opened) : minus(opened, at))
}
const fee = (position: PoolPosition, coins: Rational, at: Rational): Rational =>
  up(times(times(coins, at), ppm(position.feeRatePpm)), 8)
const coinsOf = ({ quantity }: PoolPosition): Rational => fromUnits(quantity, 8)

/** Value of the pool when all of it were closed now, and when its positions are valued at the opposite sides. */
const worth = (pool: Pool, markets: DealingMarkets) => {
  const balance = fromUnits(pool.balance, 8)
  const closing = pool.positions.map((one) => {
    const at = priceOf(one, markets, 'closing')
    return minus(down(pnl(one, coinsOf(one), at), 8), fee(one, coinsOf(one), at))
  })
  const opposite = pool.positions.map((one) =>
    up(pnl(one, coinsOf(one), priceOf(one, markets, 'opposite')), 8),
  )
  return { closed: plus(balance, total(closing)), offered: plus(balance, total(opposite)) }
}

const notBelowZero = (value: Rational): Rational => (isBelow(value, zero) ? zero : value)

/** Minutes of the day at UTC+1; a request counts for the midnight after it until minute 1430. */
const midnightFor = (requestedAtMs: number): number => {
  const shifted = requestedAtMs + 3_600_000
  const intoDay = shifted % 86_400_000
  const nextMidnight = shifted - intoDay + 86_400_000 - 3_600_000
  return intoDay > 1430 * 60_000 ? nextMidnight + 86_400_000 : nextMidnight
}

const leaves = (
  order: CopyOrder,
  pool: Pool,
  exit: Rational,
  dealingMs: number,
): 'free' | 'levied' | null => {
  if (compare(exit, zero) === 0n || pool.isStopped) return 'free'
  const value = times(fromUnits(order.units, 8), exit)
  const limit = times(
    fromUnits(order.money, 8),
    times(whole(100 - order.terms.stopLossPercent), times(whole(100), bp)),
  )
  if (!isBelow(limit, value)) return 'free'
  if (order.exit === null || order.exit.leavesMs > dealingMs) return null
  return order.exit.mode === 'now' ? 'levied' : 'free'
}

/** Lots of a position that close at a share in millionths, in markets with a minimum and a step of one lot. */
const closedLots = (lots: number, sharePpm: number): number =>
  Number(unitsIn(up(times(whole(lots), ppm(sharePpm)), 0), 0))

/** The balance after a share of each position closed, when the insurance fund pays nothing. */
const afterClosing = (balance: Rational, pool: Pool, markets: DealingMarkets, sharePpm: number): Rational =>
  pool.positions.reduce((sum, one) => {
    const lots = closedLots(one.lots, sharePpm)
    if (lots === 0) return sum
    const coins = times(coinsOf(one), rational(BigInt(lots), BigInt(one.lots)))
    const at = priceOf(one, markets, 'closing')
    return plus(sum, minus(down(pnl(one, coins, at), 8), fee(one, coins, at)))
  }, balance)

/** Whether an amount may leave at a margin level of 200 % after a share of each position closed. */
export const modelMayLeave = (
  pool: Pool,
  markets: DealingMarkets,
  { sharePpm, entering, outgoing }: { sharePpm: number; entering: bigint; outgoing: bigint },
): boolean => {
  const start = plus(fromUnits(pool.balance, 8), fromUnits(entering, 8))
  const left = minus(afterClosing(start, pool, markets, sharePpm), fromUnits(outgoing, 8))
  const open = pool.positions.map((one) => {
    const lots = one.lots - closedLots(one.lots, sharePpm)
    const coins = times(coinsOf(one), rational(BigInt(lots), BigInt(one.lots)))
    const needed = up(per(times(coins, fromUnits(one.openPrice, 9)), whole(one.leverage)), 8)
    const held = fromUnits(one.margin, 8)
    return {
      margin: isBelow(held, needed) ? held : needed,
      profit: down(pnl(one, coins, priceOf(one, markets, 'closing')), 8),
    }
  })
  const margin = total(open.map((one) => one.margin))
  const profit = total(open.map((one) => one.profit))
  const losses = isBelow(profit, zero) ? profit : zero
  if (isBelow(minus(plus(left, losses), margin), zero)) return false
  return !isBelow(plus(left, profit), times(whole(2), margin))
}

/** Calculates a dealing; `sharePpm` is the share of positions that closes, which `modelMayLeave` checks. */
export const modelDealing = (
  pool: Pool,
  markets: DealingMarkets,
  { dealingMs, sharePpm }: { dealingMs: number; sharePpm: number },
): ModelDealing => {
  const issued = total(pool.orders.map(({ units }) => fromUnits(units, 8)))
  const { closed, offered } = worth(pool, markets)
  const isFirst = compare(issued, zero) === 0n
  const entry = isFirst ? whole(1) : notBelowZero(up(per(offered, issued), 9))
  const exit = isFirst ? whole(1) : notBelowZero(down(per(closed, issued), 9))
  const isEnding = pool.isStopped || compare(exit, zero) === 0n
  const due = pool.requests.filter((one) => midnightFor(one.requestedAtMs) <= dealingMs)
  const entering = isEnding ? [] : due
  const refunded = isEnding ? pool.requests.map(({ id }) => id) : []
  const units: Record<number, bigint> = {}
  const marks: Record<number, bigint> = {}
  const paid: Record<number, bigint> = {}
  const levies: Record<number, bigint> = {}
  const leadPaid: Record<number, bigint> = {}
  for (const one of entering) {
    units[one.id] = unitsIn(down(per(fromUnits(one.money, 8), entry), 8), 8)
    marks[one.id] = unitsIn(entry, 9)
  }
  const decided = pool.orders.map((order) => ({ order, how: leaves(order, pool, exit, dealingMs) }))
  const isEmpty = entering.length === 0 && decided.every(({ how }) => how !== null)
  for (const { order, how } of decided) {
    let held = fromUnits(order.units, 8)
    let mark = fromUnits(order.highWaterMark, 9)
    const isCharged = how !== null || order.periodEndMs <= dealingMs
    if (isCharged && isBelow(mark, exit)) {
      const gain = times(held, minus(exit, mark))
      const cancelled = up(per(times(gain, ppm(order.terms.leadFeePpm)), exit), 8)
      const received = unitsIn(down(times(cancelled, exit), 8), 8)
      if (compare(cancelled, zero) !== 0n) leadPaid[order.id] = received
      held = minus(held, cancelled)
      mark = exit
    }
    if (how === null) {
      units[order.id] = unitsIn(held, 8)
      marks[order.id] = unitsIn(mark, 9)
    } else {
      const value = down(times(held, exit), 8)
      const levy = how === 'levied' && !isEmpty ? up(times(value, ppm(order.terms.exitLevyPpm)), 8) : zero
      levies[order.id] = unitsIn(levy, 8)
      paid[order.id] = unitsIn(minus(value, levy), 8)
    }
  }
  const outgoing = [...Object.values(paid), ...Object.values(leadPaid)].reduce((sum, one) => sum + one, 0n)
  const money = total(entering.map((one) => fromUnits(one.money, 8)))
  const start = plus(fromUnits(pool.balance, 8), money)
  const after = minus(afterClosing(start, pool, markets, sharePpm), fromUnits(outgoing, 8))
  const before = fromUnits(pool.highest, 9)
  return {
    entry: unitsIn(entry, 9),
    exit: unitsIn(exit, 9),
    units,
    marks,
    paid,
    levies,
    leadPaid,
    refunded,
    waiting: isEnding ? [] : pool.requests.filter((one) => !due.includes(one)).map(({ id }) => id),
    outgoing,
    balance: unitsIn(notBelowZero(after), 8),
    highest: unitsIn(isEmpty ? whole(1) : isBelow(before, exit) ? exit : before, 9),
  }
}
