import { price, quantity } from '@glasshouse/core/money/units'
import type {
  Feed,
  FeedHistory,
  FeedSink,
  RawBook,
  RawTrade,
  SourceRecordReader,
} from '../../../apps/server/src/markets/feeds/feed.ts'
import type { Clock } from '../../../apps/server/src/platform/time/index.ts'

/** A feed that says exactly what a test tells it to say. */
export type ManualFeed = Feed & {
  /** Tells a trade; sequence and time go on from the one before unless given. */
  readonly trade: (symbol: string, at: string, changes?: Partial<RawTrade>) => void
  /** Tells a book of one level a side, or more when `changes` has them. */
  readonly book: (symbol: string, bid: string, ask: string, changes?: Partial<RawBook>) => void
  readonly sink: () => FeedSink
  /** Leaves numbers out: what has them was never told. Returns the first of them. */
  readonly skip: (numbers: number) => number
  /** What the source's record answers from now on. Without it the source keeps none. */
  readonly keepRecord: (record: SourceRecordReader) => void
}

/** Builds a feed by hand on a clock; `past` is the history it tells. */
export const manualFeed = (clock: Clock, past: Readonly<Record<string, FeedHistory>> = {}): ManualFeed => {
  let sink: FeedSink | null = null
  let sequence = 0
  const speaking = (): FeedSink => {
    if (sink === null) throw new Error('the feed was not started')
    return sink
  }
  let record: SourceRecordReader | undefined
  return {
    get record() {
      return record
    },
    keepRecord: (kept) => {
      record = kept
    },
    source: 'simulator',
    hasBook: true,
    roughPrice: async () => null,
    history: async ({ product }) => past[product.symbol] ?? {},
    start: (given) => {
      sink = given
      sink.state('connected')
    },
    close: async () => undefined,
    sink: speaking,
    skip: (numbers) => {
      sequence += numbers
      return sequence - numbers + 1
    },
    trade: (symbol, at, changes = {}) => {
      sequence += 1
      speaking().trade({
        symbol,
        sequence,
        timeMs: clock.now(),
        recordedMs: null,
        price: price(at),
        quantity: quantity('0.5'),
        side: 'buy',
        ...changes,
      })
    },
    book: (symbol, bid, ask, changes = {}) => {
      sequence += 1
      speaking().book({
        symbol,
        sequence,
        timeMs: clock.now(),
        recordedMs: null,
        bids: [[price(bid), quantity('1')]],
        asks: [[price(ask), quantity('2')]],
        ...changes,
      })
    },
  }
}

/** Waits until something holds; throws when it does not within the time. */
export const waitUntil = async (
  holds: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> => {
  for (let waited = 0; !(await holds()); waited += 20) {
    if (waited > withinMs) throw new Error(`still not so after ${withinMs} ms: ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
