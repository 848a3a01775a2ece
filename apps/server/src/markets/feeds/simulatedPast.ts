import { dayMs } from '@glasshouse/core/calendar/durations'
import { type Candle, deriveCandles } from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervalMs } from '@glasshouse/core/markets/intervals'
import type { Price } from '@glasshouse/core/money/units'
import type { FeedHistory } from './feed.ts'
import { type SimulatedMarket, simulatedTurnover } from './simulatedMarket.ts'

/** How far back the first start tells minutes, hours and days. */
const reach = { minutes: 7 * dayMs, hours: 60 * dayMs, days: 600 * dayMs } as const
/** Moves per candle; the extremes between two of them are drawn from their distribution. */
const movesPerCandle: Readonly<Partial<Record<Interval, number>>> = { '1m': 3, '1h': 6, '1d': 12 }
/** About what a simulated market trades in a usual minute, USDT. */
const dollarsPerMinute = 38_000

/** Trades meet only a part of what the price walks through between them. */
const tradedShare = 0.6

/** A candle before its prices are known: logarithms relative to wherever the walk started. */
type CandleOutline = {
  readonly openMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly dollars: number
}

/**
 * How far a random walk from 0 to `move` with this deviation rose above its start between the two ends.
 * Source: distribution of the maximum of a Brownian bridge, (move + √(move² − 2·deviation²·ln u)) / 2.
 */
const riseBetween = (move: number, deviation: number, uniform: number): number =>
  (move + Math.sqrt(move * move - 2 * deviation * deviation * Math.log(1 - uniform))) / 2

const sketch = (
  market: SimulatedMarket,
  interval: Interval,
  fromMs: number,
  toMs: number,
  startLog: number,
): { sketches: CandleOutline[]; endLog: number } => {
  const length = intervalMs[interval]
  const moves = movesPerCandle[interval] ?? 6
  const step = length / moves
  const sketches: CandleOutline[] = []
  let log = startLog
  let open = startLog
  for (let openMs = fromMs; openMs < toMs; openMs += length) {
    // A candle of hours holds calm and wild parts, so that its own volatility is closer to the usual one.
    const volatility = market.volatility(openMs) ** (step < intervalMs['1h'] ? 1 : 0.5)
    const deviation = market.deviation(step) * volatility * tradedShare
    let close = open
    let high = open
    let low = open
    for (let move = 0; move < moves; move += 1) {
      const atMs = openMs + move * step
      const place = Math.round(atMs / 1000)
      log = market.moved(log, { atMs, lengthMs: step, volatility })
      const next = log + market.pushed(atMs + step, volatility)
      high = Math.max(high, close + riseBetween(next - close, deviation, market.uniform(place, 70)))
      low = Math.min(low, close - riseBetween(close - next, deviation, market.uniform(place, 71)))
      close = next
    }
    const range = (high - low) / market.deviation(length)
    const dollars =
      dollarsPerMinute * (length / intervalMs['1m']) * market.activity(openMs) * (0.25 + range ** 1.1)
    sketches.push({ openMs, open, high, low, close, dollars })
    open = close
  }
  return { sketches, endLog: open }
}

const candleOf = (market: SimulatedMarket, outline: CandleOutline, shift: number): Candle => {
  const { openMs, dollars } = outline
  const at = (log: number): Price => market.priceOf(Math.exp(log + shift))
  const [open, high, low, close] = [at(outline.open), at(outline.high), at(outline.low), at(outline.close)]
  const volume = market.coinsWorth(dollars, close)
  return {
    openMs,
    open,
    high,
    low,
    close,
    volume,
    turnover: simulatedTurnover(volume, ((high + low) >> 1n) as Price),
  }
}

/** Walks days, then hours, then minutes up to the minute that is forming now. */
const walk = (market: SimulatedMarket, startMs: number, nowMs: number, startLog: number) => {
  const endMs = bucketStart(nowMs, '1m')
  const minutesMs = Math.max(startMs, Math.min(endMs, bucketStart(nowMs - reach.minutes, '1d')))
  const hoursMs = Math.max(startMs, Math.min(minutesMs, bucketStart(nowMs - reach.hours, '1d')))
  const days = sketch(market, '1d', startMs, hoursMs, startLog)
  const hours = sketch(market, '1h', hoursMs, minutesMs, days.endLog)
  const minutes = sketch(market, '1m', minutesMs, endMs, hours.endLog)
  return { days: days.sketches, hours: hours.sketches, minutes: minutes.sketches, endLog: minutes.endLog }
}

const historyOf = (market: SimulatedMarket, walked: ReturnType<typeof walk>, shift: number): FeedHistory => {
  const candles = (sketches: readonly CandleOutline[]) => sketches.map((one) => candleOf(market, one, shift))
  const hours = candles(walked.hours)
  return {
    '1m': candles(walked.minutes),
    '1h': hours,
    '1d': [...candles(walked.days), ...deriveCandles(hours, '1d')],
  }
}

/** A market's past at the very first start: it ends at the market's usual price. */
export const initialHistory = (market: SimulatedMarket, nowMs: number): FeedHistory => {
  const levelLog = Math.log(market.level)
  const walked = walk(market, bucketStart(nowMs - reach.days, '1d'), nowMs, levelLog)
  return historyOf(market, walked, levelLog - walked.endLog)
}

/** What happened while the server was down: the walk goes on from the newest stored close. */
export const missedHistory = (market: SimulatedMarket, newest: Candle, nowMs: number): FeedHistory => {
  // Told by minutes alone, so that nothing has to fit partial days; what is missing of a longer stop stays flat.
  const startMs = newest.openMs + intervalMs['1m']
  const endMs = bucketStart(nowMs, '1m')
  const startLog = Math.log(market.stepsOf(newest.close))
  const { sketches } = sketch(market, '1m', Math.max(startMs, endMs - 2 * reach.minutes), endMs, startLog)
  return { '1m': sketches.map((one) => candleOf(market, one, 0)) }
}
