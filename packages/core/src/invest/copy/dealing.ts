/**
 * One dealing of a copy product as a pure function: entries, exits, performance fees, levies and payments at one tick
 * per market. The caller posts the result; nothing here reads a clock or a price.
 */
import type { Usdt } from '../../money/units.ts'
import { exitLevy, type FollowerPayment, followerPayment, performanceFee } from './fees.ts'
import {
  type DealingMarkets,
  type PoolClosing,
  type Reduction,
  reduceBy,
  reduceFor,
  wholeSharePpm,
} from './reduction.ts'
import { type AnnouncedExit, dealingPointOf, type ExitMode, runningPeriodEnd } from './schedule.ts'
import {
  initialUnitPrice,
  type PoolPosition,
  type PoolUnits,
  type PoolValuation,
  poolValuation,
  type UnitPrice,
  type UnitPrices,
  unitPrices,
  unitsFor,
  unitsValue,
} from './units.ts'

/** Terms that a copy order keeps from its purchase. */
export type CopyOrderTerms = {
  /** Length of a period in days. */
  readonly periodDays: number
  /** Performance fee of the lead, in parts per million of new profit. */
  readonly leadFeePpm: number
  /** Levy of an exit between periods, in parts per million of the value. */
  readonly exitLevyPpm: number
  /** The order leaves when it has lost this share of the money put in, in percent. */
  readonly stopLossPercent: number
}

/** A running order of a pool. */
export type CopyOrder = {
  readonly id: number
  /** Money put in, USDT. */
  readonly money: Usdt
  readonly units: PoolUnits
  readonly highWaterMark: UnitPrice
  /** End of the running period, a midnight. */
  readonly periodEndMs: number
  readonly exit: AnnouncedExit | null
  readonly terms: CopyOrderTerms
}

/** An order that waits for its dealing. */
export type CopyRequest = {
  readonly id: number
  readonly money: Usdt
  readonly requestedAtMs: number
  readonly terms: CopyOrderTerms
}

/** A copy pool between two dealings. */
export type Pool = {
  /** Total of its contract wallet, USDT. */
  readonly balance: Usdt
  readonly positions: readonly PoolPosition[]
  readonly orders: readonly CopyOrder[]
  readonly requests: readonly CopyRequest[]
  /** Highest unit price of a dealing since the first unit was issued, at least 1. */
  readonly highest: UnitPrice
  /** Whether copying has ended by the drawdown stop, the lead or staff: the next dealing pays every order. */
  readonly isStopped: boolean
}

/** Why an order leaves. */
export type ExitReason = ExitMode | 'stopLoss' | 'stopped' | 'worthless'

/** Units bought by an order, at the entry price of the dealing. */
export type CopyEntry = { readonly id: number; readonly money: Usdt; readonly units: PoolUnits }
/** Money returned to an order that waited. */
export type CopyRefund = { readonly id: number; readonly money: Usdt }
/** A performance fee: units cancelled, and the amount paid to the lead, USDT. */
export type CopyFee = { readonly id: number; readonly units: PoolUnits; readonly paid: Usdt }
/** An order that leaves; the payment is its value less the levy, USDT. */
export type CopyExit = FollowerPayment & {
  readonly id: number
  readonly reason: ExitReason
  /** Units after the performance fee. */
  readonly units: PoolUnits
  /** Mark after the performance fee. */
  readonly highWaterMark: UnitPrice
  readonly value: Usdt
  readonly levy: Usdt
  readonly paid: Usdt
}

/** Everything one dealing does. */
export type Dealing = {
  readonly valuation: PoolValuation
  readonly prices: UnitPrices
  readonly entries: readonly CopyEntry[]
  readonly refunds: readonly CopyRefund[]
  readonly fees: readonly CopyFee[]
  readonly exits: readonly CopyExit[]
  /** Share of every position that was closed, in parts per million. */
  readonly sharePpm: number
  readonly closings: readonly PoolClosing[]
  /** What is left after the last unit, for the rounding account of the platform, USDT. */
  readonly dust: Usdt
  /** Whether the product ends: it was stopped, or its units are worth nothing. */
  readonly isEnded: boolean
  readonly pool: Pool
}

/** All units of a pool: N. */
export const issuedUnits = (orders: readonly Pick<CopyOrder, 'units'>[]): PoolUnits =>
  orders.reduce((sum, { units }) => sum + units, 0n) as PoolUnits

/**
 * Deals a pool: (a) prices, (b) entries, (c) exits at period ends, announced ones and stop-losses, (d) performance fees,
 * (e) reduction of positions when more goes out than may leave at a margin level of 200 %, (f) payments.
 *
 * All entries and exits use the prices of (a). Requests after 23:50 UTC+1 stay waiting. A levy stays in the pool; it is
 * not charged when no order stays. A stopped pool and one whose unit price is 0 pay every order and refund every request.
 *
 * @param dealingMs the midnight UTC+1 that is dealt
 * @throws RangeError a market has no price or no terms, the pool has positions but no units, or `dealingMs` is no midnight
 * @see product specification, investment, section 6 "A dealing"
 * @example 800 USDT enter 5000 units worth 5190.926 at the offer: 770.57542334 units at 1.0381852
 */
export const dealPool = (pool: Pool, markets: DealingMarkets, dealingMs: number): Dealing => {
  const issued = issuedUnits(pool.orders)
  if (issued === 0n && pool.positions.length > 0) throw new RangeError('a pool with positions has units')
  const valuation = poolValuation(pool.balance, pool.positions, markets.prices)
  const prices = unitPrices(valuation, issued)
  const isEnded = pool.isStopped || prices.exit === 0n
  const { entered, refunds, waiting } = admit(pool.requests, { prices, dealingMs, isEnded })
  const settled = pool.orders.map((order) => settleOrder(order, { pool, prices, dealingMs }))
  const staying = [...settled.flatMap(({ rest }) => rest ?? []), ...entered]
  const exits = settled.flatMap(({ leaving }) =>
    leaving === null ? [] : exitOf(leaving, prices.exit, staying.length > 0),
  )
  const fees = settled.flatMap(({ fee }) => fee ?? [])
  const outgoing = sum([...exits, ...fees].map(({ paid }) => paid))
  const account = {
    balance: (pool.balance + sum(entered.map(({ money }) => money))) as Usdt,
    positions: pool.positions,
  }
  const reduction = reduce(account, markets, { outgoing, isEmpty: staying.length === 0 })
  const left = (reduction.balance - outgoing) as Usdt
  const dust = (staying.length === 0 ? left : 0n) as Usdt
  return {
    valuation,
    prices,
    entries: entered.map(({ id, money, units }) => ({ id, money, units })),
    refunds,
    fees,
    exits,
    sharePpm: reduction.sharePpm,
    closings: reduction.closings,
    dust,
    isEnded,
    pool: {
      balance: (left - dust) as Usdt,
      positions: reduction.positions,
      orders: staying,
      requests: waiting,
      highest: highestAfter(pool.highest, prices.exit, staying.length),
      isStopped: isEnded,
    },
  }
}

const sum = (amounts: readonly Usdt[]): Usdt => amounts.reduce((total, one) => total + one, 0n) as Usdt

/** The first unit after an empty pool costs 1 again, so the highest price begins anew too. */
const highestAfter = (highest: UnitPrice, exit: UnitPrice, staying: number): UnitPrice => {
  if (staying === 0) return initialUnitPrice
  return exit > highest ? exit : highest
}

const reduce = (
  account: Pick<Pool, 'balance' | 'positions'>,
  markets: DealingMarkets,
  { outgoing, isEmpty }: { outgoing: Usdt; isEmpty: boolean },
): Reduction =>
  isEmpty && account.positions.length > 0
    ? reduceBy(account, markets, wholeSharePpm)
    : reduceFor(account, markets, outgoing)

type DealingState = { readonly prices: UnitPrices; readonly dealingMs: number }

/** Step (b): requests of this dealing become orders; an ended product refunds all of them. */
const admit = (
  requests: readonly CopyRequest[],
  { prices, dealingMs, isEnded }: DealingState & { readonly isEnded: boolean },
): { entered: CopyOrder[]; refunds: CopyRefund[]; waiting: CopyRequest[] } => {
  const entered: CopyOrder[] = []
  const refunds: CopyRefund[] = []
  const waiting: CopyRequest[] = []
  for (const request of requests) {
    const { id, money, terms } = request
    const isDue = dealingPointOf(request.requestedAtMs) <= dealingMs
    const units = isDue && !isEnded ? unitsFor(money, prices.entry) : (0n as PoolUnits)
    if (!isDue && !isEnded) waiting.push(request)
    else if (units === 0n) refunds.push({ id, money })
    else {
      const periodEndMs = runningPeriodEnd(dealingMs, terms.periodDays, dealingMs)
      entered.push({ id, money, units, highWaterMark: prices.entry, periodEndMs, exit: null, terms })
    }
  }
  return { entered, refunds, waiting }
}

/** An order after steps (c) and (d): either it stays (`rest`) or it leaves. */
type SettledOrder = {
  readonly fee: CopyFee | null
  readonly rest: CopyOrder | null
  readonly leaving: { readonly order: CopyOrder; readonly reason: ExitReason } | null
}

/** Steps (c) and (d) of one order: why it leaves, and its performance fee when it leaves or its period ends. */
const settleOrder = (order: CopyOrder, state: DealingState & { readonly pool: Pool }): SettledOrder => {
  const { prices, dealingMs } = state
  const reason = exitReason(order, state)
  const { units, highWaterMark, terms, periodEndMs } = order
  if (reason === null && periodEndMs > dealingMs) return { fee: null, rest: order, leaving: null }
  const fee = performanceFee({
    units,
    highWaterMark,
    unitPrice: prices.exit,
    leadFeePpm: terms.leadFeePpm,
  })
  const after: CopyOrder = {
    ...order,
    units: (units - fee.units) as PoolUnits,
    highWaterMark: fee.highWaterMark,
    periodEndMs: runningPeriodEnd(periodEndMs, terms.periodDays, dealingMs),
  }
  return {
    fee: fee.units === 0n ? null : { id: order.id, units: fee.units, paid: fee.paid },
    rest: reason === null ? after : null,
    leaving: reason === null ? null : { order: after, reason },
  }
}

/** A stop-loss comes before an announced exit, because it is free of the levy. */
const exitReason = (
  order: CopyOrder,
  { pool, prices, dealingMs }: DealingState & { readonly pool: Pool },
): ExitReason | null => {
  if (prices.exit === 0n) return 'worthless'
  if (pool.isStopped) return 'stopped'
  if (isStopLossReached(order, prices.exit)) return 'stopLoss'
  return order.exit !== null && order.exit.leavesMs <= dealingMs ? order.exit.mode : null
}

/** Step (f) of one order that leaves. */
const exitOf = (
  { order, reason }: { readonly order: CopyOrder; readonly reason: ExitReason },
  at: UnitPrice,
  hasStayers: boolean,
): CopyExit => {
  const value = unitsValue(order.units, at)
  const isLevied = reason === 'now' && hasStayers
  const levy = isLevied ? exitLevy(value, order.terms.exitLevyPpm) : (0n as Usdt)
  const paid = (value - levy) as Usdt
  return {
    id: order.id,
    reason,
    units: order.units,
    highWaterMark: order.highWaterMark,
    value,
    levy,
    paid,
    ...followerPayment(paid, order.money),
  }
}

/**
 * Whether an order's stop-loss is reached: units × U_out ≤ (1 − stop-loss) × money put in, exactly and without rounding.
 *
 * @see product specification, investment, section 6 "Stop-loss"
 * @example isStopLossReached({ units: 1000, money: usdt('1000'), terms: { stopLossPercent: 40, … } }, U_out 0.6) // true
 */
export const isStopLossReached = (
  { units, money, terms }: Pick<CopyOrder, 'units' | 'money' | 'terms'>,
  unitPrice: UnitPrice,
): boolean => units * unitPrice * 100n <= BigInt(100 - terms.stopLossPercent) * money * initialUnitPrice

/**
 * Whether the drawdown stop of a product is reached: the indicative U_out is `copyStopPercent` or more below the highest
 * unit price of a dealing.
 *
 * @see product specification, investment, section 6 "Drawdown stop"
 * @example isDrawdownStopReached(U_out 0.6, highest 1.2, 50) // true
 */
export const isDrawdownStopReached = (
  indicative: UnitPrice,
  highest: UnitPrice,
  copyStopPercent: number,
): boolean => indicative * 100n <= highest * BigInt(100 - copyStopPercent)
