import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Level, SourceBook, SourceTrade } from '@glasshouse/core/markets/rules'
import type { DepthMessage, KlineMessage, QuoteMessage, TradeMessage } from '@glasshouse/core/markets/topics'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import type { CandleChange } from './series.ts'

/** The newest price, with the sequence number of its tick. */
export const quoteMessage = (tick: Tick): QuoteMessage => ({
  e: 'QUOTES',
  s: tick.symbol,
  p: formatPrice(tick.price),
  q: formatQuantity(tick.quantity),
  T: tick.sourceTimeMs,
  n: tick.n,
})

/** One trade; `m` says that the buyer was the maker, so the taker sold. */
export const tradeMessage = (trade: SourceTrade): TradeMessage => ({
  e: 'STREAM_TRADE',
  s: trade.symbol,
  p: formatPrice(trade.price),
  q: formatQuantity(trade.quantity),
  m: trade.side === 'sell',
  T: trade.timeMs,
})

/** A candle as it stands; `x` says that it is final. */
export const klineMessage = (symbol: string, { interval, candle, closed }: CandleChange): KlineMessage => ({
  e: 'KLINE',
  s: symbol,
  i: interval,
  k: {
    t: candle.openMs / 1000,
    o: formatPrice(candle.open),
    h: formatPrice(candle.high),
    l: formatPrice(candle.low),
    c: formatPrice(candle.close),
    v: formatQuantity(candle.volume),
    x: closed,
  },
})

/** Levels of a book as decimal strings. */
export const levelTexts = (levels: readonly Level[]): [string, string][] =>
  levels.map(([price, quantity]) => [formatPrice(price), formatQuantity(quantity)])

/** Levels per side of the topic `depth`, and of the call `depth` unless it asks for more. */
const bestLevels = 5

/**
 * A book's message, whose levels become texts when they are first read: most books are replaced by the next one before anybody wants
 * to see them.
 */
const bookMessage = (e: DepthMessage['e'], book: SourceBook, levels: number): DepthMessage => {
  const texts: { asks?: [string, string][]; bids?: [string, string][] } = {}
  return {
    e,
    s: book.symbol,
    get asks() {
      texts.asks ??= levelTexts(book.asks.slice(0, levels))
      return texts.asks
    },
    get bids() {
      texts.bids ??= levelTexts(book.bids.slice(0, levels))
      return texts.bids
    },
    T: book.timeMs,
  }
}

/** A book for the topic `depth20`: all its levels. */
export const deepMessage = (book: SourceBook): DepthMessage =>
  bookMessage('STREAM_DEPTH20', book, Number.POSITIVE_INFINITY)

/** A book for the topic `depth`: its best levels. */
export const depthMessage = (book: SourceBook): DepthMessage => bookMessage('STREAM_DEPTH', book, bestLevels)
