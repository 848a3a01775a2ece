import { bucketStart, type Candle, deriveCandles, intervalMs } from '@glasshouse/core/markets/candles'
import type { Interval } from '@glasshouse/core/markets/wire'
import type { Price } from '@glasshouse/core/money/units'
import type { FeedHistory } from './feed.ts'
import { type SimulatedMarket, simulatedTurnover } from './simulatedMarket.ts'

const dayMs = 86_400_000
/** How far back the first start tells minutes, hours and days. */
const reach = { minutes: 7 * dayMs, hours: 60 * dayMs, days: 600 * dayMs } as const
/** Moves per candle, so that highs and lows are not only opens and closes. */
const movesPerCandle: Readonly<Partial<Record<Interval, number>>> = { '1m': 6, '1h': 12, '1d': 24 }
/** About what a simulated market trades in a usual minute, USDT. */
const dollarsPerMinute = 60_000

/** A candle before its prices are known: logarithms relative to wherever the walk started. */
type CandleOutline = {
  readonly openMs: number
  readonly logs: readonly number[]
  readonly dollars: number
}

const sketch = (
  market: SimulatedMarket,
  interval: Interval,
  fromMs: number,
  toMs: number,
  startLog: number,
): { sketches: CandleOutline[]; endLog: number } => {
  const length = intervalMs[interval]
  const moves = movesPerCandle[interval] ?? 6
  const sketches: CandleOutline[] = []
  let log = startLog
  for (let openMs = fromMs; openMs < toMs; openMs += length) {
    const logs = [log]
    for (let move = 0; move < moves; move += 1) {
      log = market.moved(log, openMs + (move * length) / moves, length / moves)
      logs.push(log)
    }
    const size =
      0.5 +
      market.uniform(openMs / 1000, 70) +
      (Math.abs(log - (logs[0] ?? log)) * 300) / Math.sqrt(length / intervalMs['1m'])
    const dollars =
      (dollarsPerMinute * length * size * Math.sqrt(market.liveliness(openMs))) / intervalMs['1m']
    sketches.push({ openMs, logs, dollars })
  }
  return { sketches, endLog: log }
}

const candleOf = (
  market: SimulatedMarket,
  { openMs, logs, dollars }: CandleOutline,
  shift: number,
): Candle => {
  const prices = logs.map((log) => market.priceOf(Math.exp(log + shift)))
  const open = prices[0] ?? market.priceOf(market.level)
  const close = prices.at(-1) ?? open
  const high = prices.reduce((a, b) => (b > a ? b : a), open)
  const low = prices.reduce((a, b) => (b < a ? b : a), open)
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
