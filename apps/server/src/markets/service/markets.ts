import { type Candle, type DayStats, dayOpenAt } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { ChartInterval } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import type { DropReason, FeedGap, SourceBook, SourceTrade } from '@glasshouse/core/markets/rules'
import { hearSource, isSourceClockSteady, unknownSourceClock } from '@glasshouse/core/markets/sourceClock'
import type { PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import { formatPrice, type Price, type Usdt } from '@glasshouse/core/money/units'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { createFeed } from '../feeds/choose.ts'
import type { Feed } from '../feeds/feed.ts'
import { openCatalog } from './catalog.ts'
import { createDecisions, type ReleaseDecision } from './decisions.ts'
import { publishMarketEvents } from './fanout.ts'
import { createFeedSink, startMarketTimers } from './feedSink.ts'
import type { ChainPlace } from './follow/chainFollower.ts'
import { insertKeptTicks } from './keptTicks.ts'
import type { Market } from './market.ts'
import { readCandles, tickReaders } from './read.ts'
import { type Cadence, type ChainHead, createRecorder, usualCadence } from './recorder.ts'
import { createSourceRecord, type RecordAnswer } from './sourceRecord.ts'
import { applyCorrection, loadProducts, startMarket } from './startup.ts'
import type { ListedTerms } from './termsSchedule.ts'
import {
  type Extreme,
  findFeedGaps,
  findLastTrades,
  findOutages,
  findTradesBetween,
  type MarketInstant,
  type TradeQuery,
} from './tickHistory.ts'

type MarketsStatus = {
  readonly source: string
  readonly connected: boolean
  /** The source's clock minus the receive clock, as it is estimated now; null before the first message. */
  readonly offsetMs: number | null
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
  readonly figures: DayStats | null
  readonly book: SourceBook | null
  readonly trades: readonly SourceTrade[]
}

/** A tick in force and what of it is too old. */
type PriceInForce = { readonly tick: Tick; readonly stale: boolean; readonly lastStale: boolean }

/** The markets of a process: products, newest ticks, books and candles. */
export type Markets = {
  /** The markets of the settings, in their order. */
  readonly products: () => readonly Product[]
  /** Any product there ever was, with the terms in force now or at an instant; null when there is none. */
  readonly product: (pid: number, atMs?: number) => Product | null
  /** Any product there ever was, by its symbol; null when there is none. */
  readonly productNamed: (symbol: string) => Product | null
  /** Follows what staff changed of a product besides its terms, once it is committed. */
  readonly offer: (product: Product) => void
  /** Follows listed terms, once they are committed: each is in force from its instant on. */
  readonly followTerms: (listed: readonly ListedTerms[]) => void
  /** Terms of a market that are announced and not in force yet, the next ones first. */
  readonly announcedTerms: (pid: number) => readonly ListedTerms[]
  /**
   * The newest tick of a symbol that did not come late, whether its bid and ask are too old to trade on (`stale`), and
   * whether its last price is (`lastStale`); null before the first one.
   */
  readonly inForce: (symbol: string) => PriceInForce | null
  /** What stood within 0.5 % of the middle in the last hour's median book, USDT; null while no book is known. */
  readonly depth: (symbol: string) => Usdt | null
  /** Whether the source's clock is known, near ours and standing still: options are accepted only then. */
  readonly isClockSteady: () => boolean
  /** Retains ticks that settled something permanently, inside the transaction that settles. */
  readonly keep: (tx: Tx, ...ticks: readonly Tick[]) => Promise<void>
  /**
   * Registers an instant at which ticks of a market decide something. From a second before it until it is released
   * (or the market counts as silent) they are stored within 50 ms instead of 250 ms.
   */
  readonly registerDecision: (pid: number, atMs: number) => ReleaseDecision
  /** Hears every tick at once, in order; a listener that throws is logged and does not stop the feed. Returns how to stop. */
  readonly onTick: (listener: (tick: Tick) => void) => () => void
  /** Hears every tick of the chains in order, also those that were fetched, before the listeners of `onTick` do. */
  readonly onChained: (listener: (pid: number, tick: Tick) => void) => () => void
  /** The newest record of the chain of a running market. */
  readonly chainHead: (pid: number) => ChainPlace
  /** Ticks of a market that are not in the log yet, ascending. */
  readonly pendingTicks: (pid: number) => readonly Tick[]
  /** Rises with every change of products and terms that these markets follow. */
  readonly catalogVersion: () => number
  readonly onMessage: (listener: (topic: Topic, message: PublicMessage) => void) => () => void
  readonly view: (pid: number) => MarketView | null
  /** The price 24 hours before an instant, from the minutes in memory; null where none is known. */
  readonly dayOpen: (pid: number, atMs: number) => Price | null
  readonly candles: (
    pid: number,
    query: { readonly interval: ChartInterval; readonly beforeMs: number | null; readonly limit: number },
  ) => Promise<readonly Candle[] | null>
  readonly tickAt: (pid: number, atMs: number) => Promise<Tick | null>
  /** The newest trades of a market of the last minutes, ascending; null without the market. */
  readonly newestTrades: (pid: number, limit: number) => Promise<readonly Tick[] | null>
  /**
   * The ticks of a market after one number and up to another, ascending: from the log, and what waits to be logged. Of more than
   * `newest` the oldest are left out.
   */
  readonly ticksBetween: (
    pid: number,
    after: number,
    upTo: number,
    newest?: number,
  ) => Promise<readonly Tick[]>
  /**
   * The tick with the highest bid, or lowest ask, of a market from each of some numbers on and up to another; what came late or
   * was fetched does not count. Null where none is left.
   */
  readonly bestTicksSince: (
    pid: number,
    extreme: Extreme,
    from: readonly number[],
    upTo: number,
  ) => Promise<readonly (Tick | null)[]>
  /** The last trades at or before instants, as far as they were received in time; null where none is known. */
  readonly lastTrades: (queries: readonly TradeQuery[]) => Promise<readonly (Tick | null)[]>
  /** Whether each instant lies where we missed what the source said. */
  readonly outagesAt: (queries: readonly MarketInstant[]) => Promise<readonly boolean[]>
  /** What the source's own record says about an instant in a gap; ticks it adds are logged as fetched. */
  readonly recordAt: (pid: number, atMs: number) => RecordAnswer
  /** The stretch without a message around each instant by the receive clock; null when it is no longer than 5 s. */
  readonly silencesAt: (queries: readonly MarketInstant[]) => Promise<readonly (FeedGap | null)[]>
  /** The newest record of every log, once it and everything before it is stored; throws when it cannot be. */
  readonly heads: () => Promise<readonly ChainHead[]>
  readonly status: () => MarketsStatus
  /** Stops the feed and writes everything that waits. */
  readonly close: () => Promise<void>
}

/**
 * Opens the markets of the settings: products, stored past, history told by the feed, and the feed itself.
 * Throws `BadSettings` for a replay folder that cannot be played.
 */
export const openMarkets = async (
  platform: Platform,
  givenFeed?: Feed,
  cadence: Cadence = usualCadence,
): Promise<Markets> => {
  const { settings, log, clock, assertLeading } = platform
  const feed = givenFeed ?? (await createFeed(platform))
  const products = await loadProducts(platform, feed)
  const decisions = createDecisions()
  const recorder = createRecorder(platform, decisions, cadence)
  let connected = false
  let sourceClock = unknownSourceClock

  const { events, ticks, messages, chained } = publishMarketEvents(recorder, log)

  const markets = new Map<string, Market>()
  const traded = settings.MARKET_SYMBOLS.flatMap((symbol) =>
    products.filter((known) => known.symbol === symbol),
  )
  // Two at a time: an exchange answers sooner, and the first start need not hold every market's past at once.
  for (let first = 0; first < traded.length; first += 2) {
    const pair = traded.slice(first, first + 2)
    const opened = pair.map((product) => startMarket(platform, feed, recorder, product, events))
    for (const market of await Promise.all(opened)) markets.set(market.product.symbol, market)
  }
  const catalog = await openCatalog(platform, products, markets)
  const marketOf = (pid: number): Market | null => {
    const product = catalog.product(pid)
    return product === null ? null : (markets.get(product.symbol) ?? null)
  }
  const record = createSourceRecord({
    ...{ clock, feed, log, marketOf },
    tradesBetween: (market, fromMs, toMs) =>
      findTradesBetween(platform, recorder, market.product, fromMs, toMs),
  })
  const stopTimers = startMarketTimers(platform, markets, recorder, events)
  feed.start(
    createFeedSink(platform, markets, (market, past) => applyCorrection(market, recorder, past, events), {
      connected: (is) => {
        connected = is
      },
      offsetAt: (times) => {
        sourceClock = hearSource(sourceClock, times)
        return sourceClock.offsetMs ?? 0
      },
    }),
  )

  return {
    products: catalog.running,
    product: catalog.product,
    productNamed: catalog.productNamed,
    offer: catalog.offer,
    followTerms: catalog.followTerms,
    announcedTerms: catalog.announced,
    inForce: (symbol) => {
      const market = markets.get(symbol)
      const tick = market?.inForce() ?? null
      if (market === undefined || tick === null) return null
      const now = clock.now()
      return { tick, stale: market.isStale(now), lastStale: market.isLastStale(now) }
    },
    depth: (symbol) => markets.get(symbol)?.depth(clock.now()) ?? null,
    isClockSteady: () => isSourceClockSteady(sourceClock, clock.now()),
    keep: async (tx, ...kept) => {
      // A leader that was replaced keeps none: its successor goes on behind the newest tick that is stored.
      await Promise.all([assertLeading?.(tx), insertKeptTicks(tx, catalog.productNamed, kept)])
    },
    registerDecision: decisions.register,
    onTick: ticks.add,
    onChained: chained.add,
    chainHead: recorder.head,
    pendingTicks: recorder.pendingTicks,
    catalogVersion: catalog.version,
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
    dayOpen: (pid, atMs) => dayOpenAt(marketOf(pid)?.series.minutes() ?? [], atMs),
    candles: async (pid, query) => {
      const market = marketOf(pid)
      return market === null ? null : readCandles(platform, recorder, market, query)
    },
    ...tickReaders(platform, recorder, marketOf),
    lastTrades: (queries) => findLastTrades(platform, recorder, catalog.product, queries),
    outagesAt: (queries) =>
      feed.record === undefined
        ? Promise.resolve(queries.map(() => false))
        : findOutages(platform, marketOf, queries),
    recordAt: record.at,
    silencesAt: (queries) => findFeedGaps(platform, recorder, marketOf, queries),
    heads: recorder.heads,
    status: () => ({
      source: feed.source,
      connected,
      offsetMs: sourceClock.offsetMs,
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
      await catalog.close()
      await stopTimers()
      await recorder.close()
    },
  }
}
