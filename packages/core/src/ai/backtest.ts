/**
 * The backtest of `momentum-1`: the rule of `momentum.ts` on closed candles, 1000 USDT of notional per trade. It enters
 * at the next candle's open plus half the spread, pays both fees, and where one candle reaches both stops it takes the
 * stop-loss. No trade is left out.
 */

import { dayOf } from '../calendar/days.ts'
import type { PositionSide } from '../contracts/rules.ts'
import type { Candle } from '../markets/candles.ts'
import { intervalMs } from '../markets/intervals.ts'
import { divide, formatDecimal, formatPrice, formatUsdt, type Price, usdt } from '../money/units.ts'
import {
  closingReason,
  distancesOf,
  type SignalValues,
  sideOfSignal,
  signalOf,
  signalValues,
  stopPrice,
  strategyParameters,
} from './momentum.ts'
import type { AiBacktest, AiLive } from './wire.ts'

/** Notional of each trade of a backtest: 1000 USDT. */
export const backtestNotional = usdt('1000')
/** Real trades below which no live result is shown. */
export const minLiveTrades = 20

export type BacktestTerms = {
  readonly feeRatePpm: number
  readonly scale: number
  /** Recorded spread of the market, best ask less best bid. */
  readonly spread: Price
}

type BacktestCandle = Pick<Candle, 'openMs' | 'open' | 'high' | 'low' | 'close'>

/** A trade that is open in the backtest. */
type OpenTrade = {
  readonly side: PositionSide
  readonly fill: bigint
  readonly fillMs: number
  readonly stopLoss: bigint
  readonly takeProfit: bigint
}

/** The result of one trade per 1000 USDT of notional; units of 1e-8 USDT. */
export type TradeResult = { readonly atMs: number; readonly gross: bigint; readonly fees: bigint }

export type Backtest = {
  /** Takes the next candle, ascending. */
  readonly add: (candle: BacktestCandle) => void
  /** Trades that have ended, in order; one still open is not counted. */
  readonly trades: () => readonly TradeResult[]
}

/** Starts a backtest of one market. */
export const createBacktest = ({ feeRatePpm, scale, spread }: BacktestTerms): Backtest => {
  const half = divide(spread, 2n, 'ceil')
  const done: TradeResult[] = []
  let window: BacktestCandle[] = []
  let open: OpenTrade | null = null
  /** What the candle before decided for the next open. */
  let entry: { readonly side: PositionSide; readonly values: SignalValues } | null = null
  let isClosing = false

  const worse = (side: PositionSide, at: bigint): bigint => (side === 'long' ? at - half : at + half)
  const close = (trade: OpenTrade, exit: bigint, atMs: number): void => {
    const moved = trade.side === 'long' ? exit - trade.fill : trade.fill - exit
    const feeAt = (at: bigint): bigint =>
      divide(backtestNotional * at * BigInt(feeRatePpm), trade.fill * 1_000_000n, 'ceil')
    const gross = divide(backtestNotional * moved, trade.fill, 'floor')
    done.push({ atMs, gross, fees: feeAt(trade.fill) + feeAt(exit) })
    open = null
    isClosing = false
  }
  const enter = (candle: BacktestCandle): void => {
    if (entry === null) return
    const { side, values } = entry
    const fill = (side === 'long' ? candle.open + half : candle.open - half) as Price
    const { loss, profit } = distancesOf(values)
    open = {
      side,
      fill,
      fillMs: candle.openMs,
      stopLoss: stopPrice(side, 'loss', fill, loss, scale),
      takeProfit: stopPrice(side, 'profit', fill, profit, scale),
    }
  }
  /** Closes a trade whose stop this candle reached; at the open where the market jumped over it. */
  const watchStops = (trade: OpenTrade, candle: BacktestCandle): void => {
    const isLong = trade.side === 'long'
    const opening = worse(trade.side, candle.open)
    const worst = worse(trade.side, isLong ? candle.low : candle.high)
    const best = worse(trade.side, isLong ? candle.high : candle.low)
    const isBeyond = (at: bigint, limit: bigint): boolean => (isLong ? at <= limit : at >= limit)
    if (isBeyond(worst, trade.stopLoss))
      close(trade, isBeyond(opening, trade.stopLoss) ? opening : trade.stopLoss, candle.openMs)
    else if (isLong ? best >= trade.takeProfit : best <= trade.takeProfit)
      close(trade, trade.takeProfit, candle.openMs)
  }
  return {
    trades: () => done,
    add: (candle) => {
      const before = window.at(-1)
      const continues = before !== undefined && candle.openMs === before.openMs + intervalMs['1m']
      if (open !== null && isClosing) close(open, worse(open.side, candle.open), candle.openMs)
      else if (open === null && continues) enter(candle)
      entry = null
      if (open !== null) watchStops(open, candle)
      window = continues ? [...window.slice(1 - strategyParameters.candles), candle] : [candle]
      const values = signalValues(window)
      const signal = values === null ? 'wait' : signalOf(values)
      if (open !== null) isClosing = closingReason(open.side, open.fillMs, candle.openMs, signal) !== null
      else if (values !== null && signal !== 'wait') entry = { side: sideOfSignal(signal), values }
    },
  }
}

const sumOf = (trades: readonly TradeResult[], pick: (trade: TradeResult) => bigint): bigint =>
  trades.reduce((sum, trade) => sum + pick(trade), 0n)
const netOf = ({ gross, fees }: TradeResult): bigint => gross - fees

/** Sums of trades per day of the product's calendar (UTC+1), or per month; ascending. */
const netBy = (trades: readonly TradeResult[], digits: 6 | 8) =>
  [...Map.groupBy(trades, ({ atMs }) => dayOf(atMs).slice(0, digits))]
    .map(([name, own]) => ({ name, trades: own.length, net: sumOf(own, netOf) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Equity after each day, from 1000 on. */
const equityOf = (days: readonly { readonly name: string; readonly net: bigint }[]) => {
  let value: bigint = backtestNotional
  return days.map(({ name, net }) => {
    value += net
    return { day: name, value: formatUsdt(value) }
  })
}

/** Largest fall of the equity from a peak before it, percent of that peak with two decimals, rounded up. */
const maxDrawdownOf = (trades: readonly TradeResult[]): string => {
  let value: bigint = backtestNotional
  let peak = value
  let largest = 0n
  for (const trade of trades) {
    value += netOf(trade)
    if (value > peak) peak = value
    const fall = divide((peak - value) * 10_000n, peak, 'ceil')
    if (fall > largest) largest = fall
  }
  return formatDecimal(largest, 2)
}

/** Most trades in a row that lost, fees included. */
const maxLosingStreakOf = (trades: readonly TradeResult[]): number => {
  let [now, most] = [0, 0]
  for (const trade of trades) {
    now = netOf(trade) < 0n ? now + 1 : 0
    most = Math.max(most, now)
  }
  return most
}

/**
 * Sums up the trades of a backtest.
 *
 * @param period openings of the first and the last candle, null when there was none
 */
export const summarize = (
  trades: readonly TradeResult[],
  period: { readonly fromMs: number; readonly toMs: number } | null,
  source: string,
  spread: Price,
): AiBacktest => {
  const days = netBy(trades, 8)
  const ranked = days.toSorted((a, b) => (a.net < b.net ? -1 : a.net > b.net ? 1 : 0))
  const dayText = (day: (typeof days)[number] | undefined) =>
    day === undefined ? null : { day: day.name, net: formatUsdt(day.net) }
  return {
    source,
    from: period?.fromMs ?? null,
    to: period?.toMs ?? null,
    spread: formatPrice(spread),
    notional: formatUsdt(backtestNotional),
    trades: trades.length,
    won: trades.filter((trade) => netOf(trade) > 0n).length,
    gross: formatUsdt(sumOf(trades, ({ gross }) => gross)),
    fees: formatUsdt(sumOf(trades, ({ fees }) => fees)),
    net: formatUsdt(sumOf(trades, netOf)),
    maxDrawdown: maxDrawdownOf(trades),
    longestLosing: maxLosingStreakOf(trades),
    bestDay: dayText(ranked.at(-1)),
    worstDay: dayText(ranked[0]),
    byMonth: netBy(trades, 6).map(({ name, trades: many, net }) => ({
      month: name,
      trades: many,
      net: formatUsdt(net),
    })),
    equity: equityOf(days),
  }
}

/** Result of a real trade per 1000 USDT of notional; both parts rounded against the customer. */
export const scaleToNotional = (
  atMs: number,
  notional: bigint,
  profit: bigint,
  fees: bigint,
): TradeResult => ({
  atMs,
  gross: divide(profit * backtestNotional, notional, 'floor'),
  fees: divide(fees * backtestNotional, notional, 'ceil'),
})

/**
 * Sums up real trades beside a backtest; `few` and nothing else below 20 trades. The gap is the net per trade, live less
 * backtest, in USDT per 1000 of notional, rounded down.
 */
export const summarizeLive = (live: readonly TradeResult[], tested: readonly TradeResult[]): AiLive => {
  if (live.length < minLiveTrades) return { few: true, trades: live.length }
  const perTrade = (trades: readonly TradeResult[]): bigint =>
    trades.length === 0 ? 0n : divide(sumOf(trades, netOf), BigInt(trades.length), 'floor')
  return {
    few: false,
    trades: live.length,
    won: live.filter((trade) => netOf(trade) > 0n).length,
    gross: formatUsdt(sumOf(live, ({ gross }) => gross)),
    fees: formatUsdt(sumOf(live, ({ fees }) => fees)),
    net: formatUsdt(sumOf(live, netOf)),
    gap: formatUsdt(perTrade(live) - perTrade(tested)),
    byMonth: netBy(live, 6).map(({ name, trades, net }) => ({ month: name, trades, net: formatUsdt(net) })),
    equity: equityOf(netBy(live, 8)),
  }
}
