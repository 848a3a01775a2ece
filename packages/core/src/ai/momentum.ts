/**
 * The published strategy `momentum-1`. The worker trades by these functions, the panel previews with them, the backtest
 * counts with them and `tools/verify` decides again with them. Prices are integers of 1e-9 USDT.
 */
import { minuteMs } from '../calendar/durations.ts'
import {
  margin,
  maxLotsBeforeFee,
  type PositionSide,
  quantityOf,
  tradingFee,
  unrealizedPnl,
} from '../contracts/rules.ts'
import type { Candle } from '../markets/candles.ts'
import { divide, type Price, type Quantity, type Usdt } from '../money/units.ts'

/** Name and version of the rule, as receipts state them. */
export const strategyName = 'momentum-1'
export const strategyVersion = 1

/** The parameters of the rule as they are published; distances in parts per million of the close. */
export const strategyParameters = {
  shortMean: 7,
  longMean: 30,
  momentum: 15,
  trueRange: 14,
  candles: 31,
  lossRanges: 4,
  lossMinPpm: 3_000,
  profitRanges: 6,
  profitMinPpm: 4_500,
  smallestLossPpm: 1_000,
  holdCandles: 60,
} as const

const {
  shortMean,
  longMean,
  momentum,
  trueRange,
  candles: windowLength,
  lossRanges,
  lossMinPpm,
  profitRanges,
  profitMinPpm,
  smallestLossPpm,
  holdCandles,
} = strategyParameters
const million = 1_000_000n

/** What the rule sees of a closed candle: the sums of the last 7 and 30 closes, the close, the close 15 candles before, and A. */
export type SignalValues = {
  readonly s7: bigint
  readonly s30: bigint
  readonly c: Price
  readonly c15: Price
  readonly a: Price
}

type MomentumCandle = Pick<Candle, 'openMs' | 'high' | 'low' | 'close'>

/**
 * Computes the five values of the newest of 31 closed minutes; null when there are fewer, or a minute is missing
 * between them.
 *
 * @param candles ascending; only the last 31 count
 */
export const signalValues = (candles: readonly MomentumCandle[]): SignalValues | null => {
  const window = candles.slice(-windowLength)
  const newest = window.at(-1)
  if (newest === undefined || window.length < windowLength) return null
  if (window.some(({ openMs }, at) => openMs !== newest.openMs - (windowLength - 1 - at) * minuteMs))
    return null
  const sumOfLast = (many: number): bigint => window.slice(-many).reduce((sum, { close }) => sum + close, 0n)
  const ranges = window.slice(-trueRange).map((candle, at) => {
    const before = window[windowLength - trueRange + at - 1]
    return before === undefined ? 0n : trueRangeOf(candle, before.close)
  })
  const before = window[windowLength - 1 - momentum]
  if (before === undefined) return null
  return {
    s7: sumOfLast(shortMean),
    s30: sumOfLast(longMean),
    c: newest.close,
    c15: before.close,
    a: divide(
      ranges.reduce((sum, range) => sum + range, 0n),
      BigInt(trueRange),
      'floor',
    ) as Price,
  }
}

/** The largest of the candle's own range and its two distances to the close before. */
const trueRangeOf = ({ high, low }: MomentumCandle, before: Price): bigint =>
  largest(high - low, absolute(high - before), absolute(low - before))

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
const largest = (...values: readonly bigint[]): bigint =>
  values.reduce((most, one) => (one > most ? one : most))

/** What the rule says about a closed candle. */
export type Signal = 'buy' | 'sell' | 'wait'

/** The side of the position that a signal opens. */
export const sideOfSignal = (signal: Exclude<Signal, 'wait'>): PositionSide =>
  signal === 'buy' ? 'long' : 'short'

/**
 * Judges a closed candle: buy when the mean of 7 is above the mean of 30 and the close above that of 15 candles before;
 * sell when both are reversed; otherwise wait.
 */
export const signalOf = ({ s7, s30, c, c15 }: Pick<SignalValues, 's7' | 's30' | 'c' | 'c15'>): Signal => {
  const [short, long] = [BigInt(longMean) * s7, BigInt(shortMean) * s30]
  if (short > long && c > c15) return 'buy'
  return short < long && c < c15 ? 'sell' : 'wait'
}

/** Distances of stop-loss and take-profit from the fill. */
export type StopDistances = { readonly loss: Price; readonly profit: Price }

/**
 * Distances by the range and the close.
 *
 * @example distancesOf({ c: price('64350.15'), a: price('41.27') }) // 193.05045 and 289.575675
 */
export const distancesOf = ({ c, a }: Pick<SignalValues, 'c' | 'a'>): StopDistances => ({
  loss: largest(BigInt(lossRanges) * a, shareOf(c, lossMinPpm)) as Price,
  profit: largest(BigInt(profitRanges) * a, shareOf(c, profitMinPpm)) as Price,
})

const shareOf = (c: Price, ppm: number): bigint => divide(c * BigInt(ppm), million, 'ceil')

/** Terms of the market that a trade is planned on. */
export type TradeTerms = {
  readonly lot: Quantity
  readonly minLots: number
  readonly stepLots: number
  readonly feeRatePpm: number
  /** Digits of the market's price. */
  readonly scale: number
}

export type TradePlanInput = {
  readonly side: PositionSide
  readonly values: Pick<SignalValues, 'c' | 'a'>
  readonly fill: Price
  /** Margin of the trade. */
  readonly stake: Usdt
  readonly leverage: number
  /** What of the run's largest loss is left. */
  readonly lossLeft: Usdt
  readonly terms: TradeTerms
}

/** A trade of the rule at its fill. */
export type TradePlan = {
  readonly lots: number
  readonly margin: Usdt
  readonly openFee: Usdt
  readonly stopLoss: Price
  readonly takeProfit: Price
  /** What the stop-loss would cost, both fees included. */
  readonly lossAtStop: Usdt
}

/** Why a trade cannot be planned: the stake pays no order, or what is left of the loss allows no stop far enough away. */
export type TradePlanIssue = 'tooSmall' | 'maxLoss'

/**
 * Plans a trade from its fill: the most lots whose margin the stake pays, and stops rounded towards the fill. When the
 * loss at the stop with both fees exceeds what is left, the distance shrinks to fit; the closing fee then counts at the
 * fill or the unshrunk stop, whichever costs more.
 *
 * @example planTrade({ side: 'long', values: { c: price('64350.15'), a: price('41.27') }, fill: price('64350.20'),
 *   stake: usdt('400'), leverage: 5, lossLeft: usdt('200'), terms }) // 31 lots, 64157.15 and 64639.77
 */
export const planTrade = (input: TradePlanInput): TradePlan | TradePlanIssue => {
  const { side, values, fill, stake, leverage, lossLeft, terms } = input
  const lots = lotsFor(stake, fill, leverage, terms)
  if (lots === 0) return 'tooSmall'
  const quantity = quantityOf(lots, terms.lot)
  const distances = distancesOf(values)
  const openFee = tradingFee(quantity, fill, terms.feeRatePpm)
  const stopAt = (distance: bigint): Price => stopPrice(side, 'loss', fill, distance, terms.scale)
  const feeAt = (at: Price): Usdt => tradingFee(quantity, at, terms.feeRatePpm)
  const worstCloseFee = largest(openFee, feeAt(stopAt(distances.loss)))
  const affordable = divide((lossLeft - openFee - worstCloseFee) * 1_000_000_000n, BigInt(quantity), 'floor')
  const distance = distances.loss <= affordable ? distances.loss : affordable
  if (distance * million < values.c * BigInt(smallestLossPpm)) return 'maxLoss'
  const stopLoss = stopAt(distance)
  const takeProfit = stopPrice(side, 'profit', fill, distances.profit, terms.scale)
  if (stopLoss <= 0n || takeProfit <= 0n) return 'maxLoss'
  return {
    lots,
    margin: margin(quantity, fill, leverage),
    openFee,
    stopLoss,
    takeProfit,
    lossAtStop: (openFee +
      feeAt(stopLoss) -
      unrealizedPnl({ side, quantity, openPrice: fill }, stopLoss)) as Usdt,
  }
}

/**
 * The most lots whose margin a stake pays, to the step; 0 when it does not pay the smallest order.
 *
 * @example lotsFor(usdt('400'), price('64350.20'), 5, terms) // 31
 */
export const lotsFor = (
  stake: Usdt,
  fill: Price,
  leverage: number,
  { lot, minLots, stepLots }: Pick<TradeTerms, 'lot' | 'minLots' | 'stepLots'>,
): number => {
  // The stake is whole units, so a margin that is not above it before its rounding is not above it after.
  const most = maxLotsBeforeFee(stake, fill, leverage, lot)
  const lots = most - (most % stepLots)
  return lots < minLots ? 0 : lots
}

/**
 * Margin of the smallest order at a price, rounded up; the smallest stake of a trade.
 *
 * @example smallestStake(price('64350.20'), 5, terms) // 12.87004
 */
export const smallestStake = (
  fill: Price,
  leverage: number,
  { lot, minLots, stepLots }: Pick<TradeTerms, 'lot' | 'minLots' | 'stepLots'>,
): Usdt => margin(quantityOf(Math.ceil(minLots / stepLots) * stepLots, lot), fill, leverage)

/** A stop at a distance from the fill, rounded to the market's digits towards the fill. */
export const stopPrice = (
  side: PositionSide,
  stop: 'loss' | 'profit',
  fill: Price,
  distance: bigint,
  scale: number,
): Price => {
  const step = 10n ** BigInt(9 - scale)
  const isBelow = (side === 'long') === (stop === 'loss')
  const exact = isBelow ? fill - distance : fill + distance
  return (divide(exact, step, isBelow ? 'ceil' : 'floor') * step) as Price
}

/** Whether a stop that the account bounds has to move, and where to: never beyond the liquidation price. */
export const withinLiquidation = (
  side: PositionSide,
  stopLoss: Price,
  liquidationPrice: Price | null,
): Price => {
  if (liquidationPrice === null) return stopLoss
  return (side === 'long' ? stopLoss < liquidationPrice : stopLoss > liquidationPrice)
    ? liquidationPrice
    : stopLoss
}

/** Number of candles that closed since a fill, up to and including the one that opened at `openMs`. */
export const closedSince = (fillMs: number, openMs: number): number =>
  Math.floor((openMs + minuteMs) / minuteMs) - Math.floor(fillMs / minuteMs)

/**
 * Why the rule closes a trade at a closed candle: 60 candles have closed since the fill, or the signal is the opposite;
 * null when it stays open.
 */
export const closingReason = (
  side: PositionSide,
  fillMs: number,
  openMs: number,
  signal: Signal,
): 'age' | 'opposite' | null => {
  if (closedSince(fillMs, openMs) >= holdCandles) return 'age'
  return signal !== 'wait' && sideOfSignal(signal) !== side ? 'opposite' : null
}
