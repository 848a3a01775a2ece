import { divide, type Price, type Quantity } from '../money/units.ts'

/** A trade as delivered by a feed; instants are epoch milliseconds. */
export type SourceTrade = {
  readonly symbol: string
  /** The source's own number, higher for later trades of the symbol. */
  readonly sequence: number
  readonly timeMs: number
  /** Instant in the recording during a replay. */
  readonly recordedMs: number | null
  readonly receivedMs: number
  readonly price: Price
  readonly quantity: Quantity
  /** Side of the taker. */
  readonly side: 'buy' | 'sell'
}

/** One level of a book: price and quantity. */
export type Level = readonly [Price, Quantity]

/** The best levels of a book as delivered by a feed, best first. */
export type SourceBook = {
  readonly symbol: string
  readonly sequence: number
  readonly timeMs: number
  readonly recordedMs: number | null
  readonly receivedMs: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Why a feed message did not become a tick. Each reason is counted. */
export const dropReasons = [
  'malformed',
  'duplicate',
  'outOfOrder',
  'clockAway',
  'unconfirmed',
  'crossed',
  'waitedTooLong',
  'unknownSymbol',
  'unrecorded',
] as const
export type DropReason = (typeof dropReasons)[number]

/** A symbol without any message for this long is stale; milliseconds. */
export const staleAfterMs = 5000
/**
 * Interval without any message of a market around an instant, by the receive clock: from the last message at or before
 * it (null if unknown) to the first one after it (null if none yet).
 */
export type FeedGap = { readonly fromMs: number | null; readonly toMs: number | null }
/** Order of a tick: its number, and its times at the source and at the server, epoch milliseconds. */
export type TickOrder = {
  readonly kind: 'trade' | 'book'
  readonly n: number
  readonly sourceTimeMs: number
  readonly receivedTimeMs: number
}

/** Whether one tick is later than another: by the source time, within a millisecond by its number. */
export const isLater = (tick: TickOrder, other: TickOrder): boolean =>
  tick.sourceTimeMs === other.sourceTimeMs ? tick.n > other.n : tick.sourceTimeMs > other.sourceTimeMs

/** Maximum difference between the source time of a message and the receive clock; milliseconds. */
export const clockToleranceMs = 60_000
/** A jump beyond 10 % within this time needs a confirming trade; milliseconds. */
export const jumpWindowMs = 1000

/**
 * Whether a symbol is stale: no message yet, or none for 5 s by the receive clock.
 *
 * @example isStale(null, 10_000) // true
 * @example isStale(5_001, 10_000) // false
 */
export const isStale = (lastMessageMs: number | null, nowMs: number): boolean =>
  lastMessageMs === null || nowMs - lastMessageMs >= staleAfterMs

/**
 * Whether a price differs by more than 10 % from a reference.
 *
 * @example isOutlier(price('110'), price('100')) // false: exactly 10 %
 */
export const isOutlier = (at: Price, reference: Price): boolean => {
  const away = at > reference ? at - reference : reference - at
  return away * 10n > reference
}

const clockIsAway = (timeMs: number, receivedMs: number): boolean =>
  Math.abs(timeMs - receivedMs) > clockToleranceMs

/** Filter state of a symbol's trades. */
export type TradeFilterState = {
  /** The newest well-formed trade, accepted or held back. */
  readonly seen: { readonly sequence: number; readonly timeMs: number } | null
  readonly last: SourceTrade | null
  /** A jump that waits for its confirmation. */
  readonly held: SourceTrade | null
}

export const emptyTradeFilter: TradeFilterState = { seen: null, last: null, held: null }

/** Result of filtering one message: the next state, the accepted messages and the dropped ones. */
export type FilterResult<Memory, Message> = {
  readonly memory: Memory
  readonly accepted: readonly Message[]
  readonly dropped: readonly DropReason[]
  /** The message shows that the source is alive. */
  readonly fresh: boolean
}

const refused = <Memory>(memory: Memory, reason: DropReason): FilterResult<Memory, never> => ({
  memory,
  accepted: [],
  dropped: [reason],
  fresh: false,
})

/**
 * Filters one trade.
 *
 * Trades are ordered by the source's sequence and time; one that is not later is dropped. A price more than 10 % from
 * the last one within one second is held back until a second trade within 10 % of it confirms it (both are then
 * accepted, in order); a trade back near the last price drops it.
 */
export const filterTrade = (
  memory: TradeFilterState,
  trade: SourceTrade,
): FilterResult<TradeFilterState, SourceTrade> => {
  if (trade.price <= 0n || trade.quantity <= 0n) return refused(memory, 'malformed')
  if (clockIsAway(trade.timeMs, trade.receivedMs)) return refused(memory, 'clockAway')
  const { seen, last, held } = memory
  if (seen !== null && trade.sequence === seen.sequence) return refused(memory, 'duplicate')
  if (seen !== null && (trade.sequence < seen.sequence || trade.timeMs < seen.timeMs))
    return refused(memory, 'outOfOrder')

  const nowSeen = { sequence: trade.sequence, timeMs: trade.timeMs }
  const jumps = last !== null && isOutlier(trade.price, last.price)
  if (held !== null && jumps && !isOutlier(trade.price, held.price))
    return {
      memory: { seen: nowSeen, last: trade, held: null },
      accepted: [held, trade],
      dropped: [],
      fresh: true,
    }
  const dropped: DropReason[] = held === null ? [] : ['unconfirmed']
  if (jumps && trade.timeMs - last.timeMs <= jumpWindowMs)
    return { memory: { seen: nowSeen, last, held: trade }, accepted: [], dropped, fresh: true }
  return { memory: { seen: nowSeen, last: trade, held: null }, accepted: [trade], dropped, fresh: true }
}

/** Filter state of a symbol's book. */
export type BookFilterState = {
  readonly sequence: number | null
  /** Mid price of an outlier book that waits for a confirming update. */
  readonly heldMiddle: Price | null
  /** Mid price of a confirmed outlier book; books near it need no further confirmation. */
  readonly trustedMiddle: Price | null
}

export const emptyBookFilter: BookFilterState = { sequence: null, heldMiddle: null, trustedMiddle: null }

const isOrdered = (levels: readonly Level[], better: (a: Price, b: Price) => boolean): boolean =>
  levels.every(([price, quantity], index) => {
    const before = levels[index - 1]
    return price > 0n && quantity > 0n && (before === undefined || better(before[0], price))
  })

/**
 * Filters one book.
 *
 * A book needs both sides, with descending bids below ascending asks. A mid price more than 10 % from the last trade is
 * held back until one update confirms it. A book repeated with the same sequence changes nothing but shows that the
 * source is alive.
 */
export const filterBook = (
  memory: BookFilterState,
  book: SourceBook,
  lastPrice: Price | null,
): FilterResult<BookFilterState, SourceBook> => {
  const bid = book.bids[0]?.[0]
  const ask = book.asks[0]?.[0]
  if (bid === undefined || ask === undefined) return refused(memory, 'malformed')
  if (!isOrdered(book.bids, (a, b) => a > b) || !isOrdered(book.asks, (a, b) => a < b))
    return refused(memory, 'malformed')
  if (bid >= ask) return refused(memory, 'crossed')
  if (clockIsAway(book.timeMs, book.receivedMs)) return refused(memory, 'clockAway')
  if (memory.sequence !== null && book.sequence < memory.sequence) return refused(memory, 'outOfOrder')
  if (memory.sequence === book.sequence) return { memory, accepted: [], dropped: [], fresh: true }

  const middle = divide(bid + ask, 2n, 'floor') as Price
  const accepted = (trustedMiddle: Price | null) => ({
    memory: { sequence: book.sequence, heldMiddle: null, trustedMiddle },
    accepted: [book],
    dropped: [],
    fresh: true,
  })
  if (lastPrice === null || !isOutlier(middle, lastPrice)) return accepted(null)
  const { heldMiddle, trustedMiddle } = memory
  if (trustedMiddle !== null && !isOutlier(middle, trustedMiddle)) return accepted(middle)
  if (heldMiddle !== null && !isOutlier(middle, heldMiddle)) return accepted(middle)
  return {
    memory: { sequence: book.sequence, heldMiddle: middle, trustedMiddle },
    accepted: [],
    dropped: heldMiddle === null ? [] : ['unconfirmed'],
    fresh: true,
  }
}
