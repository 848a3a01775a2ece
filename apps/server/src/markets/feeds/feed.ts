import type { Candle } from '@glasshouse/core/markets/candles'
import type { Interval } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import type { DropReason, SourceBook, SourceTrade } from '@glasshouse/core/markets/rules'
import type { Price } from '@glasshouse/core/money/units'

/** What a feed tells about one market's past: candles with trades, ascending. */
export type FeedHistory = Readonly<Partial<Record<Interval, readonly Candle[]>>>

/** A message as the adapter read it; the receive instant is stamped by the room. */
export type RawTrade = Omit<SourceTrade, 'receivedMs'>
export type RawBook = Omit<SourceBook, 'receivedMs'>

/** Where an adapter hands in what it hears. No call throws back into the adapter. */
export type FeedSink = {
  readonly trade: (trade: RawTrade) => void
  readonly book: (book: RawBook) => void
  /** Counts a message that could not be used; null when it does not say of which symbol it is. */
  readonly dropped: (symbol: string | null, reason: DropReason) => void
  /** Counts trades that were missed. */
  readonly missed: (symbol: string, trades: number) => void
  /** Replaces minutes (and older, longer candles) by what the source says about them. */
  readonly corrected: (symbol: string, history: FeedHistory) => void
  readonly state: (state: 'connected' | 'disconnected' | 'ended', why?: string) => void
}

/** State of a market before the first message of the feed. */
type KnownHistory = {
  readonly product: Product
  /** The newest stored minute, null at the very first start. */
  readonly newest: Candle | null
}

/** Reads trades of a symbol between two instants of the source, both included. */
export type SourceRecordReader = (
  symbol: string,
  fromMs: number,
  toMs: number,
) => Promise<readonly RawTrade[]>

/** One source of prices behind the same small door. */
export type Feed = {
  readonly source: 'simulator' | 'replay' | 'binance'
  /** Trades of a source without a book count as bid and ask alike. */
  readonly hasBook: boolean
  /** Approximate price, to set up a market without stored terms; null if the source does not provide it now. */
  readonly roughPrice: (symbol: string) => Promise<Price | null>
  /** The past of a market up to now; what is stored already need not be told again. */
  readonly history: (past: KnownHistory) => Promise<FeedHistory>
  /**
   * Every trade of a stretch of the source's own record, ascending, each once. Rejects when the record cannot be had or
   * has a hole. Absent for a source that keeps none.
   */
  readonly record?: SourceRecordReader | undefined
  /** Starts delivering; returns at once. Throws only for what can never work. */
  readonly start: (sink: FeedSink) => void
  readonly close: () => Promise<void>
}
