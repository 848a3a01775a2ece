import { dayNumber } from '../calendar/days.ts'
import type { Period } from '../ledger/statement.ts'
import { divide } from '../money/units.ts'

export const tradeKinds = ['contract', 'option'] as const
export type TradeKind = (typeof tradeKinds)[number]
export const tradeSides = ['long', 'short', 'call', 'put'] as const
export type TradeSide = (typeof tradeSides)[number]
export const tradeResults = ['won', 'lost', 'even'] as const
/** The sign of a profit after fees. */
export type TradeResult = (typeof tradeResults)[number]

/** Maximum days of one equity curve. */
export const maxEquityDays = 366

/** The sign of a result as −1, 0 or 1. */
export const signOf = (result: TradeResult): -1 | 0 | 1 => (result === 'won' ? 1 : result === 'lost' ? -1 : 0)

/** Trades of one group: how many, their profit before fees and the fees, USDT. */
export type TradeGroup = {
  readonly day: number
  readonly result: -1 | 0 | 1
  readonly trades: number
  readonly profit: bigint
  readonly fees: bigint
}

/** What some trades came to. `pnl` is after fees. */
export type TradeSum = {
  readonly trades: number
  readonly won: number
  readonly lost: number
  readonly pnl: bigint
  readonly fees: bigint
}

/**
 * Adds up groups of trades.
 *
 * @example sumTrades([]) // 0 trades, pnl 0
 */
export const sumTrades = (groups: readonly TradeGroup[]): TradeSum =>
  groups.reduce<TradeSum>(
    (sum, { result, trades, profit, fees }) => ({
      trades: sum.trades + trades,
      won: sum.won + (result === 1 ? trades : 0),
      lost: sum.lost + (result === -1 ? trades : 0),
      pnl: sum.pnl + profit - fees,
      fees: sum.fees + fees,
    }),
    { trades: 0, won: 0, lost: 0, pnl: 0n, fees: 0n },
  )

/** Sums per day, newest first; a day without trades is left out. */
export const sumByDay = (
  groups: readonly TradeGroup[],
): readonly { readonly day: number; readonly sum: TradeSum }[] => {
  const days = Map.groupBy(groups, ({ day }) => day)
  return [...days].map(([day, of]) => ({ day, sum: sumTrades(of) })).toSorted((a, b) => b.day - a.day)
}

/**
 * Win rate in hundredths of a percent, rounded down: trades with a profit after fees, of all closed ones. Null without
 * trades.
 *
 * @example winRate({ won: 33, trades: 63 }) // 5238n, 52.38%
 */
export const winRate = ({ won, trades }: Pick<TradeSum, 'won' | 'trades'>): bigint | null =>
  trades === 0 ? null : divide(BigInt(won) * 10_000n, BigInt(trades), 'floor')

/**
 * Where a page begins: the newest day that it can contain, and how many trades of that day and older ones come before.
 * Days that lie wholly before the page are left out, so that a page costs as much as it is deep within its day.
 *
 * @example startOfPage([{ day: 9, trades: 30 }, { day: 8, trades: 5 }], 32) // { day: 8, offset: 2 }
 */
export const startOfPage = (
  days: readonly { readonly day: number; readonly trades: number }[],
  offset: number,
): { readonly day: number; readonly offset: number } | null => {
  let left = offset
  for (const { day, trades } of days) {
    if (left < trades) return { day, offset: left }
    left -= trades
  }
  return null
}

/** Numbers of the first and the last day of a period. */
export const daysOf = ({
  fromMs,
  untilMs,
}: Period): { readonly fromDay: number; readonly toDay: number } => ({
  fromDay: dayNumber(fromMs),
  toDay: dayNumber(untilMs - 1),
})

/** One day of an equity curve, in USDT units; the parts sum to the change. */
export type EquityChange = {
  readonly day: number
  readonly change: bigint
  readonly result: bigint
  readonly fees: bigint
  readonly earned: bigint
}

/** One point of an equity curve: the balance at the end of a day, and what the day added. */
export type EquityPoint = EquityChange & { readonly balance: bigint }

/**
 * Equity curve of some days, each with the balance at its end; the last one ends at the balance now.
 *
 * @example equityCurve(100n, [{ day: 9, change: -5n, … }], 8, 10) // balances 105, 100, 100
 */
export const equityCurve = (
  balance: bigint,
  changes: readonly EquityChange[],
  fromDay: number,
  toDay: number,
): readonly EquityPoint[] => {
  const known = new Map(changes.map((change) => [change.day, change]))
  let end = balance
  // Days after the last one shown are undone first.
  for (const { day, change } of changes) if (day > toDay) end -= change
  const points: EquityPoint[] = []
  for (let day = toDay; day >= fromDay; day -= 1) {
    const of = known.get(day) ?? { day, change: 0n, result: 0n, fees: 0n, earned: 0n }
    points.push({ ...of, balance: end })
    end -= of.change
  }
  return points.toReversed()
}

/** A running sum with its distance from the highest value before, at most zero. */
export type CurvePoint = { readonly value: bigint; readonly drawdown: bigint }

/**
 * Running sum of daily results from zero, with the drawdown from the highest value so far, the start included.
 *
 * @example runningResult([5n, -8n, 2n]) // values 5, −3, −1; drawdowns 0, −8, −6
 */
export const runningResult = (results: readonly bigint[]): readonly CurvePoint[] => {
  let value = 0n
  let highest = 0n
  return results.map((result) => {
    value += result
    if (value > highest) highest = value
    return { value, drawdown: value - highest }
  })
}

/**
 * Result of a trade after fees in hundredths of a percent of what was put in: margin of a position, stake of an option. Rounded
 * down, so that no loss looks smaller and no profit larger; 0 where nothing was put in.
 *
 * @example resultRate(usdt('-1.25'), usdt('100')) // -125n, that is −1.25 %
 */
export const resultRate = (pnl: bigint, invested: bigint): bigint =>
  invested === 0n ? 0n : divide(pnl * 10_000n, invested, 'floor')
