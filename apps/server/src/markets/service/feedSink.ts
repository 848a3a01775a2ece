import type { MessageTimes } from '@glasshouse/core/markets/sourceClock'
import type { Platform } from '../../platform/services/index.ts'
import { startPeriodicJob } from '../../platform/time/index.ts'
import type { FeedSink } from '../feeds/feed.ts'
import type { Market, MarketEvents } from './market.ts'
import type { Recorder } from './recorder.ts'

/** What a feed says about itself. */
export type FeedState = {
  readonly connected: (is: boolean) => void
  /** Takes a message into the estimate of the source's clock and returns the offset by which it is judged. */
  readonly offsetAt: (times: MessageTimes) => number
}

/** Passes each message of a feed to its market, stamped with the time of receipt. */
export const createFeedSink = (
  platform: Platform,
  markets: ReadonlyMap<string, Market>,
  correct: (market: Market, fetched: Parameters<FeedSink['corrected']>[1]) => void,
  { connected, offsetAt }: FeedState,
): FeedSink => {
  const { clock, log } = platform
  return {
    trade: (raw) => {
      const trade = { ...raw, receivedMs: clock.now() }
      markets.get(trade.symbol)?.trade(trade, offsetAt(trade))
    },
    book: (raw) => {
      const book = { ...raw, receivedMs: clock.now() }
      markets.get(book.symbol)?.book(book, offsetAt(book))
    },
    dropped: (symbol, reason) => {
      if (symbol !== null) markets.get(symbol)?.drop(reason)
      log.debug({ symbol, reason }, 'feed message dropped')
    },
    missed: (symbol, trades) => {
      markets.get(symbol)?.miss(trades)
      log.warn({ symbol, trades }, 'trade sequence gap, refetching candles')
    },
    corrected: (symbol, fetched) => {
      const market = markets.get(symbol)
      if (market !== undefined) correct(market, fetched)
    },
    state: (state, why) => {
      connected(state === 'connected')
      if (state !== 'connected') for (const market of markets.values()) market.feedHealth.interrupted()
      log[state === 'connected' ? 'info' : 'warn']({ why }, `the feed is ${state}`)
    },
  }
}

/** Runs what has to be done every second and every minute. Returns how to stop it. */
export const startMarketTimers = (
  { clock, log }: Platform,
  markets: ReadonlyMap<string, Market>,
  recorder: Recorder,
  events: MarketEvents,
): (() => Promise<void>) => {
  const seconds = setInterval(() => {
    for (const market of markets.values()) {
      const changes = market.series.roll(clock.now())
      if (changes.length > 0) events.candles(market, changes)
    }
  }, 1000)
  const pruning = startPeriodicJob(
    {
      everyMs: 60_000,
      firstAfterMs: 60_000,
      onFailure: (err) => log.error({ err }, 'old ticks could not be pruned, retrying'),
    },
    () => recorder.prune([...markets.values()].map((market) => market.product.pid)),
  )
  return async () => {
    clearInterval(seconds)
    await pruning.close()
  }
}
