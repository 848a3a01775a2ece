import { divide, type Price, type Quantity } from '../money/units.ts'

/** A trade as a feed delivers it; instants are epoch milliseconds. */
export type SourceTrade = {
  readonly symbol: string
  /** The source's own number, higher for later trades of the symbol. */
  readonly sequence: number
  readonly timeMs: number
  /** The instant in the recording, when a recording is played. */
  readonly recordedMs: number | null
  readonly receivedMs: number
  readonly price: Price
  readonly quantity: Quantity
  /** Side of the taker. */
  readonly side: 'buy' | 'sell'
}

/** One level of a book: price and quantity. */
export type Level = readonly [Price, Quantity]

/** The best levels of a book as a feed delivers them, best first. */
export type SourceBook = {
  readonly symbol: string
  readonly sequence: number
  readonly timeMs: number
  readonly recordedMs: number | null
  readonly receivedMs: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Why a message of a feed did not become a tick. Each is counted. */
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

/** A symbol without any message for this long is stale. */
export const staleAfterMs = 5000
/**
 * The stretch without any message of a market that contains an instant, by the receive clock: from the last
 * message at or before it (null when none is known) to the first one after it (null while none came).
 */
export type FeedGap = { readonly fromMs: number | null; readonly toMs: number | null }
/** Where a tick stands: its number, and its times at the source and here, epoch milliseconds. */
export type TickOrder = {
  readonly kind: 'trade' | 'book'
  readonly n: number
  readonly sourceTimeMs: number
  readonly receivedTimeMs: number
}

/** Tells whether one tick comes after another: by the source's time, within a millisecond by its number. */
export const isLater = (tick: TickOrder, other: TickOrder): boolean =>
  tick.sourceTimeMs === other.sourceTimeMs ? tick.n > other.n : tick.sourceTimeMs > other.sourceTimeMs

/** A message whose source time is further than this from the receive clock is dropped. */
export const clockToleranceMs = 60_000
/** A jump beyond 10 % within this time waits for a confirming trade. */
export const jumpWindowMs = 1000

/**
 * Tells whether a symbol is stale: nothing came yet, or nothing came for 5 s by the receive clock.
 *
 * @example isStale(null, 10_000) // true
 * @example isStale(5_001, 10_000) // false
 */
export const isStale = (lastMessageMs: number | null, nowMs: number): boolean =>
  lastMessageMs === null || nowMs - lastMessageMs >= staleAfterMs

/**
 * Tells whether a price is more than 10 % away from a reference.
 *
 * @example isFar(price('110'), price('100')) // false: exactly 10 %
 */
export const isOutlier = (at: Price, reference: Price): boolean => {
  const away = at > reference ? at - reference : reference - at
  return away * 10n > reference
}

const clockIsAway = (timeMs: number, receivedMs: number): boolean =>
  Math.abs(timeMs - receivedMs) > clockToleranceMs

/** What is remembered of a symbol's trades. */
export type TradeFilterState = {
  /** The newest well-formed trade seen, accepted or held. */
  readonly seen: { readonly sequence: number; readonly timeMs: number } | null
  readonly last: SourceTrade | null
  /** A jump that waits for its confirmation. */
  readonly held: SourceTrade | null
}

export const emptyTradeFilter: TradeFilterState = { seen: null, last: null, held: null }

/** What became of a message: the memory after it, what counts now, and what was dropped. */
export type FilterResult<Memory, Message> = {
  readonly memory: Memory
  readonly accepted: readonly Message[]
  readonly dropped: readonly DropReason[]
  /** The message shows that the source lives. */
  readonly fresh: boolean
}

const refused = <Memory>(memory: Memory, reason: DropReason): FilterResult<Memory, never> => ({
  memory,
  accepted: [],
  dropped: [reason],
  fresh: false,
})

/**
 * Screens one trade. Order is the source's sequence and time; what does not come later is dropped. A price
 * more than 10 % from the last one within one second waits until a second trade within 10 % of it confirms it
 * (both then count, in order); a trade back near the last price drops it.
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

/** What is remembered of a symbol's book. */
export type BookFilterState = {
  readonly sequence: number | null
  /** Middle of a far book that waits for a confirming update. */
  readonly heldMiddle: Price | null
  /** Middle of a far book that was confirmed; books near it need no further confirmation. */
  readonly trustedMiddle: Price | null
}

export const emptyBookFilter: BookFilterState = { sequence: null, heldMiddle: null, trustedMiddle: null }

const isOrdered = (levels: readonly Level[], better: (a: Price, b: Price) => boolean): boolean =>
  levels.every(([price, quantity], index) => {
    const before = levels[index - 1]
    return price > 0n && quantity > 0n && (before === undefined || better(before[0], price))
  })

/**
 * Screens one book. A book needs both sides, bids descending below asks ascending. One whose middle is more
 * than 10 % from the last trade is held for one confirming update. A book sent again with the same sequence is
 * no news, but shows that the source lives.
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
