import type { Candle, Figures } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { DropReason, SourceBook, SourceTrade } from '@glasshouse/core/markets/rules'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import type { Interval } from '@glasshouse/core/markets/wire'
import { formatPrice } from '@glasshouse/core/money/units'
import type { Platform, Tx } from '../../platform/index.ts'
import { chooseFeed } from '../feeds/choose.ts'
import type { Feed, FeedSink } from '../feeds/feed.ts'
import { type LoggedTick, writeTicks } from '../store.ts'
import type { Market, MarketEvents } from './market.ts'
import { depthMessage, klineMessage, quoteMessage, tradeMessage } from './messages.ts'
import { correctMarket, isStored, openMarket, openProducts } from './open.ts'
import { readCandles, readTickAt } from './read.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export type MarketsStatus = {
  readonly source: string
  readonly connected: boolean
  /** Ticks given up because the database was away for too long. */
  readonly lost: number
  readonly symbols: readonly {
    readonly symbol: string
    readonly last: string | null
    readonly lastTime: number | null
    readonly stale: boolean
    readonly dropped: Readonly<Partial<Record<DropReason, number>>>
    readonly missed: number
  }[]
}

/** What a page needs to know of one market. */
export type MarketView = {
  readonly product: Product
  readonly last: Tick | null
  readonly figures: Figures | null
  readonly book: SourceBook | null
  readonly trades: readonly SourceTrade[]
}

export type Markets = {
  /** The markets of the settings, in their order. */
  readonly products: () => readonly Product[]
  /** Any product there ever was; null when there is none. */
  readonly product: (pid: number) => Product | null
  /** Any product there ever was, by its symbol; null when there is none. */
  readonly productNamed: (symbol: string) => Product | null
  /** The newest tick of a symbol, and whether it is too old to trade on; null before the first one. */
  readonly inForce: (symbol: string) => { readonly tick: Tick; readonly stale: boolean } | null
  /** Keeps a tick that settled something for ever, inside the transaction that settles. */
  readonly keep: (tx: Tx, tick: Tick) => Promise<void>
  /** Hears every tick at once, in order; a listener that throws is logged and does not stop the feed. Returns how to stop. */
  readonly onTick: (listener: (tick: Tick) => void) => () => void
  readonly onMessage: (listener: (topic: Topic, message: PublicMessage) => void) => () => void
  readonly view: (pid: number) => MarketView | null
  readonly candles: (
    pid: number,
    asked: { readonly interval: Interval; readonly beforeMs: number | null; readonly limit: number },
  ) => Promise<readonly Candle[] | null>
  readonly tickAt: (pid: number, atMs: number) => Promise<Tick | null>
  readonly status: () => MarketsStatus
  /** Stops the feed and writes everything that waits. */
  readonly close: () => Promise<void>
}

type Listeners<Heard extends readonly unknown[]> = {
  readonly add: (listener: (...heard: Heard) => void) => () => void
  readonly tell: (...heard: Heard) => void
}

const listeners = <Heard extends readonly unknown[]>(failed: (error: unknown) => void): Listeners<Heard> => {
  const all = new Set<(...heard: Heard) => void>()
  return {
    add: (listener) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (...heard) => {
      for (const listener of all)
        try {
          listener(...heard)
        } catch (error) {
          failed(error)
        }
    },
  }
}

const sinkInto = (
  platform: Platform,
  markets: ReadonlyMap<string, Market>,
  correct: (market: Market, told: Parameters<FeedSink['corrected']>[1]) => void,
  connected: (is: boolean) => void,
): FeedSink => {
  const { clock, log } = platform
  return {
    trade: (trade) => markets.get(trade.symbol)?.trade({ ...trade, receivedMs: clock.now() }),
    book: (book) => markets.get(book.symbol)?.book({ ...book, receivedMs: clock.now() }),
    dropped: (symbol, reason) => {
      if (symbol !== null) markets.get(symbol)?.drop(reason)
      log.debug({ symbol, reason }, 'a message of the feed was dropped')
    },
    missed: (symbol, trades) => {
      markets.get(symbol)?.miss(trades)
      log.warn({ symbol, trades }, 'the feed skipped trades; its candles are fetched again')
    },
    corrected: (symbol, told) => {
      const market = markets.get(symbol)
      if (market !== undefined) correct(market, told)
    },
    state: (state, why) => {
      connected(state === 'connected')
      log[state === 'connected' ? 'info' : 'warn']({ why }, `the feed is ${state}`)
    },
  }
}

const heads = (markets: ReadonlyMap<string, Market>): LoggedTick[] =>
  [...markets.values()].flatMap((market) => {
    const tick = market.last()
    return tick === null ? [] : [{ pid: market.product.pid, tick }]
  })

/** Runs what has to be done every second and every minute. Returns how to stop it. */
const startTimers = (
  { clock, log }: Platform,
  markets: ReadonlyMap<string, Market>,
  recorder: Recorder,
  events: MarketEvents,
): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  const seconds = setInterval(() => {
    for (const market of markets.values()) {
      const changes = market.series.roll(clock.now())
      if (changes.length > 0) events.candles(market, changes)
    }
  }, 1000)
  const minutely = async (): Promise<void> => {
    try {
      await recorder.publish(heads(markets))
      await recorder.prune([...markets.values()].map((market) => market.product.pid))
    } catch (error) {
      log.error({ err: error }, 'chain heads could not be published or old ticks not pruned')
    }
  }
  const minutes = setInterval(() => {
    running = minutely()
  }, 60_000)
  return async () => {
    clearInterval(seconds)
    clearInterval(minutes)
    await running
  }
}

/**
 * Opens the markets of the settings: products, stored past, history told by the feed, and the feed itself.
 * Throws `BadSettings` for a replay folder that cannot be played.
 */
export const openMarkets = async (platform: Platform, givenFeed?: Feed): Promise<Markets> => {
  const { settings, log, clock } = platform
  const feed = givenFeed ?? (await chooseFeed(platform))
  const products = await openProducts(platform, feed)
  const byPid = new Map(products.map((product) => [product.pid, product]))
  const bySymbol = new Map(products.map((product) => [product.symbol, product]))
  const recorder = createRecorder(platform)
  const failed = (error: unknown) => log.error({ err: error }, 'a listener of the markets failed')
  const ticks = listeners<[Tick]>(failed)
  const messages = listeners<[Topic, PublicMessage]>(failed)
  let connected = false

  const events: MarketEvents = {
    tick: (market, tick) => {
      recorder.tick({ pid: market.product.pid, tick })
      ticks.tell(tick)
      if (tick.kind === 'trade') messages.tell('quotes', quoteMessage(tick))
    },
    traded: (market, trade) => messages.tell(`trade:${market.product.symbol}`, tradeMessage(trade)),
    candles: (market, changes) => {
      const { pid, symbol } = market.product
      for (const change of changes) {
        const { interval, candle, closed } = change
        if (!change.flat && isStored(interval, closed)) recorder.candle({ pid, interval, candle })
        messages.tell(`kline:${symbol}:${interval}`, klineMessage(symbol, change))
      }
    },
    book: (market, book) => messages.tell(`depth:${market.product.symbol}`, depthMessage(book)),
  }

  const markets = new Map<string, Market>()
  const traded = settings.MARKET_SYMBOLS.flatMap((symbol) =>
    products.filter((known) => known.symbol === symbol),
  )
  // Two at a time: an exchange answers sooner, and the first start need not hold every market's past at once.
  for (let first = 0; first < traded.length; first += 2) {
    const pair = traded.slice(first, first + 2)
    const opened = pair.map((product) => openMarket(platform, feed, recorder, product, events))
    for (const market of await Promise.all(opened)) markets.set(market.product.symbol, market)
  }
  const marketOf = (pid: number): Market | null => {
    const product = byPid.get(pid)
    return product === undefined ? null : (markets.get(product.symbol) ?? null)
  }
  const stopTimers = startTimers(platform, markets, recorder, events)
  feed.start(
    sinkInto(
      platform,
      markets,
      (market, told) => correctMarket(market, recorder, told, events),
      (is) => {
        connected = is
      },
    ),
  )

  return {
    products: () => [...markets.values()].map((market) => market.product),
    product: (pid) => byPid.get(pid) ?? null,
    productNamed: (symbol) => bySymbol.get(symbol) ?? null,
    inForce: (symbol) => {
      const market = markets.get(symbol)
      const tick = market?.last() ?? null
      return market === undefined || tick === null ? null : { tick, stale: market.isStale(clock.now()) }
    },
    keep: async (tx, tick) => {
      const pid = markets.get(tick.symbol)?.product.pid
      if (pid === undefined) throw new RangeError(`no market ${tick.symbol}`)
      await writeTicks(tx, 'markets_kept_tick', [{ pid, tick }])
    },
    onTick: ticks.add,
    onMessage: messages.add,
    view: (pid) => {
      const market = marketOf(pid)
      if (market === null) return null
      return {
        product: market.product,
        last: market.last(),
        figures: market.series.figures(clock.now()),
        book: market.levels(),
        trades: market.trades(),
      }
    },
    candles: async (pid, asked) => {
      const market = marketOf(pid)
      return market === null ? null : readCandles(platform, recorder, market, asked)
    },
    tickAt: async (pid, atMs) => {
      const market = marketOf(pid)
      return market === null ? null : readTickAt(platform, recorder, market, atMs)
    },
    status: () => ({
      source: feed.source,
      connected,
      lost: recorder.lost(),
      symbols: [...markets.values()].map((market) => {
        const last = market.last()
        return {
          symbol: market.product.symbol,
          last: last === null ? null : formatPrice(last.price),
          lastTime: last?.sourceTimeMs ?? null,
          stale: market.isStale(clock.now()),
          dropped: market.dropped(),
          missed: market.missed(),
        }
      }),
    }),
    close: async () => {
      await feed.close()
      await stopTimers()
      await recorder.close()
    },
  }
}
