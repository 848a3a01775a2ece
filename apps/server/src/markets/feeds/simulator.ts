import type { Level } from '@glasshouse/core/markets/rules'
import type { Price } from '@glasshouse/core/money/units'
import type { Platform } from '../../platform/services/index.ts'
import type { Feed, FeedSink } from './feed.ts'
import { type SimulatedMarket, simulatedMarket, startPriceOf } from './simulatedMarket.ts'
import { initialHistory, missedHistory } from './simulatedPast.ts'

/** The market moves on a grid of a quarter of a second. */
const gridMs = 250
/** After a longer pause (the machine slept) the market goes on from now instead of racing after. */
const catchUpMs = 20_000
const levels = 20
/** The noise of deeper levels has streams of its own, so that the best ones stay as they are. */
const bestLevels = 5
const tradesPerStep = 3

type SimulatedState = { readonly market: SimulatedMarket; log: number }

const bookAround = (market: SimulatedMarket, middle: number, place: number) => {
  const spread = Math.max(1, Math.round(middle * 0.00002))
  const bestBid = Math.max(1, Math.floor(middle - spread / 2))
  const side = (start: number, direction: 1 | -1, stream: number): Level[] => {
    const made: Level[] = []
    let steps = start
    for (let index = 0; index < levels; index += 1) {
      const at = market.priceOf(steps)
      const own = index < bestLevels ? stream : stream * 10
      const dollars =
        4000 * Math.exp(0.8 * market.normal(Math.floor(place / 2), own + index * 2)) * (1 + index * 0.6)
      if (steps >= 1) made.push([at, market.coinsWorth(dollars, at)])
      steps +=
        direction * Math.max(1, Math.round(spread * (0.4 + 1.4 * market.uniform(place >> 3, own + index))))
    }
    return made
  }
  return { bids: side(bestBid, -1, 20), asks: side(bestBid + spread, 1, 40) }
}

/** Plays one step of one market: the book moves, and some trades take from it. */
const playStep = (live: SimulatedState, place: number, sink: FeedSink): void => {
  const { market } = live
  const timeMs = place * gridMs
  const before = live.log
  const usual = market.volatility(timeMs)
  const volatility = usual * market.burst(timeMs)
  live.log = market.moved(before, { atMs: timeMs, lengthMs: gridMs, volatility })
  const middle = live.log + market.pushed(timeMs, usual)
  const { symbol } = market.product
  const book = bookAround(market, Math.exp(middle), place)
  sink.book({ symbol, sequence: place, timeMs, recordedMs: null, ...book })
  const [bid] = book.bids[0] ?? []
  const [ask] = book.asks[0] ?? []
  if (bid === undefined || ask === undefined) return
  const activity = market.activity(timeMs)
  const busy = Math.min(0.9, 0.4 * Math.sqrt(volatility * activity))
  for (let index = 0; index < tradesPerStep; index += 1) {
    if (market.uniform(place, 60 + index) > busy / (1 + index)) continue
    const buys = market.uniform(place, 64 + index) < (live.log > before ? 0.68 : 0.32)
    const at: Price = buys ? ask : bid
    const dollars = 150 * activity * volatility * Math.exp(1.1 * market.normal(place, 68 + index * 2))
    sink.trade({
      symbol,
      sequence: place * tradesPerStep + index,
      timeMs,
      recordedMs: null,
      price: at,
      quantity: market.coinsWorth(dollars, at),
      side: buys ? 'buy' : 'sell',
    })
  }
}

/**
 * Made-up markets for practice: seeded, and the same for the same seed and clock. History ends at the usual
 * price of each market; after a restart the market goes on from its newest stored close.
 */
export const simulatorFeed = ({ settings, clock }: Pick<Platform, 'settings' | 'clock'>): Feed => {
  const lives: SimulatedState[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    source: 'simulator',
    hasBook: true,
    roughPrice: async (symbol) => startPriceOf(symbol),
    history: async ({ product, newest }) => {
      const market = simulatedMarket(product, settings.SIMULATOR_SEED)
      const nowMs = clock.now()
      const candles = newest === null ? initialHistory(market, nowMs) : missedHistory(market, newest, nowMs)
      const close = candles['1m']?.at(-1)?.close ?? newest?.close
      // What is stored last contains what trading pushed the price by; the walk goes on from what lasts.
      const pushed = market.pushed(nowMs, market.volatility(nowMs))
      const last = Math.log(close === undefined ? market.level : market.stepsOf(close))
      lives.push({ market, log: last - pushed })
      return candles
    },
    start: (sink) => {
      let place = Math.floor(clock.now() / gridMs)
      sink.state('connected')
      timer = setInterval(() => {
        const now = Math.floor(clock.now() / gridMs)
        if ((now - place) * gridMs > catchUpMs) place = now - 1
        for (; place < now; place += 1) for (const live of lives) playStep(live, place + 1, sink)
      }, gridMs)
    },
    close: async () => clearInterval(timer),
  }
}
