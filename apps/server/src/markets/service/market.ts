import { type Tick, tickHash, type UnhashedTick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import {
  type DropReason,
  emptyBookFilter,
  emptyTradeFilter,
  filterBook,
  filterTrade,
  type SourceBook,
  type SourceTrade,
} from '@glasshouse/core/markets/rules'
import {
  hearBook,
  hearSameBook,
  hearTrade,
  isBookStale,
  isLastStale,
  silentStreams,
} from '@glasshouse/core/markets/streams'
import { type Price, quantity, type Usdt } from '@glasshouse/core/money/units'
import { sha256 } from '../../platform/secrets/index.ts'
import { createDepthRecord } from './depthRecord.ts'
import { createFeedHealth, type FeedHealth } from './feedHealth.ts'
import type { CandleChange, Series } from './series.ts'

/** Trades shown on the trade screen. */
const tradesShown = 21
const levelsShown = 20
/** Limits of size are measured on as many levels as every feed has. */
const levelsMeasured = 5
/** Trades that wait for the first book of a market, so that each tick can carry bid and ask. */
const waitingLimit = 500

/** Where a market gets its sequence numbers; null when none may be used now. */
export type SequenceAllocator = { readonly available: () => boolean; readonly next: () => number }

/** What a market tells the room, in this order. */
export type MarketEvents = {
  readonly tick: (market: Market, tick: Tick) => void
  readonly traded: (market: Market, trade: SourceTrade) => void
  readonly candles: (market: Market, changes: readonly CandleChange[]) => void
  readonly book: (market: Market, book: SourceBook) => void
}

/** One market while the server runs: what was accepted last, and what follows from it. */
export type Market = {
  /** As it is set up now; staff may change what it offers while it runs. */
  readonly product: Product
  /** Goes on with what the product offers from now on; number and symbol stay. */
  readonly offer: (product: Product) => void
  readonly series: Series
  /** Takes a message of the feed; `offsetMs` is the source's clock minus the receive clock. */
  readonly trade: (trade: SourceTrade, offsetMs: number) => void
  readonly book: (book: SourceBook, offsetMs: number) => void
  /** Logs a trade of the source's record after a gap: it is in no price, no candle and no list, and triggers nothing. */
  readonly fetched: (trade: SourceTrade) => Tick
  readonly drop: (reason: DropReason) => void
  readonly miss: (trades: number) => void
  /** The newest tick, also one of an earlier run: the head of the chain. */
  readonly last: () => Tick | null
  /** The newest tick that did not come late: the one that fills, triggers and settles. */
  readonly inForce: () => Tick | null
  readonly levels: () => SourceBook | null
  /** The newest trades, newest first. */
  readonly trades: () => readonly SourceTrade[]
  /** The book is too old to trade contracts on; of a source without a book the trades are. */
  readonly isStale: (nowMs: number) => boolean
  /** The last price is too old to be used. */
  readonly isLastStale: (nowMs: number) => boolean
  /** What stood within 0.5 % of the middle in the last hour's median book; null while no book is known. */
  readonly depth: (nowMs: number) => Usdt | null
  /** When it spoke and when it was silent. */
  readonly feedHealth: Pick<FeedHealth, 'firstMs' | 'gapAt' | 'interrupted' | 'isOutageAt'>
  readonly dropped: () => Readonly<Partial<Record<DropReason, number>>>
  readonly missed: () => number
}

type MarketStart = {
  readonly product: Product
  readonly source: string
  readonly hasBook: boolean
  readonly newest: Tick | null
  /** The hash of the newest record of the log, from which the first tick goes on. */
  readonly previousHash: string
  readonly series: Series
  readonly numbers: SequenceAllocator
  readonly events: MarketEvents
}

/** Starts one market where the stored ticks ended. */
export const createMarket = (start: MarketStart): Market => {
  const { series, events } = start
  let product = start.product
  let tradeMemory = emptyTradeFilter
  let bookMemory = emptyBookFilter
  let lastTrade: SourceTrade | null = null
  let book: SourceBook | null = null
  let last: Tick | null = start.newest
  let previousHash = start.previousHash
  let inForce: Tick | null = start.newest
  let streams = silentStreams
  const feedHealth = createFeedHealth()
  const depth = createDepthRecord()
  let missed = 0
  /** Receive time of the last trade before missed ones; null while none is missed. */
  let missedSinceMs: number | null = null
  const waiting: SourceTrade[] = []
  const recent: SourceTrade[] = []
  const dropped: Partial<Record<DropReason, number>> = {}

  const drop = (reason: DropReason): void => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
  }

  /** The next tick of the chain. */
  const chained = (unhashed: Omit<UnhashedTick, 'symbol' | 'n' | 'source'>): Tick => {
    const tick = { symbol: product.symbol, n: start.numbers.next(), source: start.source, ...unhashed }
    const hash = tickHash(previousHash, tick, sha256)
    const next = { ...tick, previousHash, hash }
    previousHash = hash
    return next
  }
  const log = (unhashed: Omit<UnhashedTick, 'symbol' | 'n' | 'source'>): void => {
    const tick = chained(unhashed)
    last = tick
    if (tick.late !== true) inForce = tick
    events.tick(market, tick)
  }

  const count = (trade: SourceTrade, bid: Price, ask: Price): void => {
    lastTrade = trade
    streams = hearTrade(streams, trade)
    recent.unshift(trade)
    if (recent.length > tradesShown) recent.pop()
    log({
      kind: 'trade',
      sourceSequence: trade.sequence.toString(),
      sourceTimeMs: trade.timeMs,
      recordedTimeMs: trade.recordedMs,
      receivedTimeMs: trade.receivedMs,
      price: trade.price,
      quantity: trade.quantity,
      side: trade.side,
      bid,
      ask,
      ...(trade.late === undefined ? {} : { late: trade.late }),
    })
    events.traded(market, trade)
    events.candles(market, series.apply(trade))
  }

  const countWhenBookIsKnown = (trade: SourceTrade): void => {
    const bid = start.hasBook ? book?.bids[0]?.[0] : trade.price
    const ask = start.hasBook ? book?.asks[0]?.[0] : trade.price
    if (bid !== undefined && ask !== undefined) {
      count(trade, bid, ask)
      return
    }
    waiting.push(trade)
    if (waiting.length > waitingLimit) {
      waiting.shift()
      drop('waitedTooLong')
    }
  }

  const acceptBook = (next: SourceBook): void => {
    const [bid] = next.bids[0] ?? []
    const [ask] = next.asks[0] ?? []
    if (bid === undefined || ask === undefined) return
    streams = hearBook(streams, { bid, ask, receivedMs: next.receivedMs, late: next.late })
    book = { ...next, bids: next.bids.slice(0, levelsShown), asks: next.asks.slice(0, levelsShown) }
    for (const trade of waiting.splice(0)) count(trade, bid, ask)
    if (lastTrade !== null && (last === null || last.bid !== bid || last.ask !== ask))
      log({
        kind: 'book',
        sourceSequence: next.sequence.toString(),
        sourceTimeMs: next.timeMs,
        recordedTimeMs: next.recordedMs,
        receivedTimeMs: next.receivedMs,
        price: lastTrade.price,
        quantity: quantity('0'),
        side: 'none',
        bid,
        ask,
        ...(next.late === undefined ? {} : { late: next.late }),
      })
    if (next.late !== true)
      depth.hear({
        ...next,
        bids: next.bids.slice(0, levelsMeasured),
        asks: next.asks.slice(0, levelsMeasured),
      })
    events.book(market, book)
  }

  const market: Market = {
    get product() {
      return product
    },
    offer: (changed) => {
      if (changed.pid !== product.pid || changed.symbol !== product.symbol)
        throw new RangeError(`${changed.symbol} is not the market ${product.symbol}`)
      product = changed
    },
    series,
    trade: (trade, offsetMs) => {
      if (!start.numbers.available()) return drop('unrecorded')
      const screened = filterTrade(tradeMemory, trade, offsetMs)
      tradeMemory = screened.memory
      if (screened.fresh) feedHealth.recordMessage(trade.receivedMs)
      for (const reason of screened.dropped) drop(reason)
      if (missedSinceMs !== null) feedHealth.missed(missedSinceMs, trade.receivedMs)
      missedSinceMs = null
      for (const accepted of screened.accepted) countWhenBookIsKnown(accepted)
    },
    book: (next, offsetMs) => {
      if (!start.numbers.available()) return drop('unrecorded')
      // After a start the last trade of the log, so that one wrong book decides nothing then either.
      const reference = tradeMemory.last?.price ?? start.newest?.price ?? null
      const screened = filterBook(bookMemory, next, reference, offsetMs)
      bookMemory = screened.memory
      if (screened.fresh) {
        feedHealth.recordMessage(next.receivedMs)
        streams = hearSameBook(streams, next.receivedMs)
      }
      for (const reason of screened.dropped) drop(reason)
      for (const accepted of screened.accepted) acceptBook(accepted)
    },
    fetched: (trade) => {
      if (!start.numbers.available())
        throw new Error(`no number is left for a fetched trade of ${product.symbol}`)
      const tick = chained({
        kind: 'trade',
        sourceSequence: trade.sequence.toString(),
        sourceTimeMs: trade.timeMs,
        recordedTimeMs: trade.recordedMs,
        receivedTimeMs: trade.receivedMs,
        price: trade.price,
        quantity: trade.quantity,
        side: trade.side,
        bid: last?.bid ?? trade.price,
        ask: last?.ask ?? trade.price,
        fetched: true,
      })
      events.tick(market, tick)
      return tick
    },
    drop,
    miss: (trades) => {
      missed += trades
      missedSinceMs ??= lastTrade?.receivedMs ?? null
    },
    last: () => last,
    inForce: () => inForce,
    levels: () => book,
    trades: () => recent,
    // A tick of an earlier run is no current price, even if the book already has messages.
    isStale: (nowMs) =>
      inForce === start.newest || (start.hasBook ? isBookStale(streams, nowMs) : isLastStale(streams, nowMs)),
    isLastStale: (nowMs) => inForce === start.newest || isLastStale(streams, nowMs),
    depth: depth.median,
    feedHealth,
    dropped: () => dropped,
    missed: () => missed,
  }
  return market
}
