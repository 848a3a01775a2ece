import { divide, type Price, type Quantity } from '../money/units.ts'
import { timelinessOf } from './sourceClock.ts'

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
  /** It came too late to decide anything. */
  readonly late?: true
  /** It was fetched from the source's record after a gap of the connection or the process. */
  readonly fetched?: true
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
  /** It came too late to decide anything. */
  readonly late?: true
}

/** Why a feed message did not become a tick. Each reason is counted. */
export const dropReasons = [
  'malformed',
  'duplicate',
  'outOfOrder',
  'clockAway',
  'clockAhead',
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
  readonly late?: true | undefined
  readonly fetched?: true | undefined
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
 * Whether a symbol is stale: no message yet, or none for 5 s by the receive clock. A last message that lies as far ahead says that
 * the clock was set back since: how old it is, is not known.
 *
 * @example isStale(null, 10_000) // true
 * @example isStale(5_001, 10_000) // false
 * @example isStale(15_000, 10_000) // true
 */
export const isStale = (lastMessageMs: number | null, nowMs: number): boolean =>
  lastMessageMs === null || Math.abs(nowMs - lastMessageMs) >= staleAfterMs

/**
 * Whether a price differs by more than 10 % from a reference.
 *
 * @example isOutlier(price('110'), price('100')) // false: exactly 10 %
 */
export const isOutlier = (at: Price, reference: Price): boolean => {
  const away = at > reference ? at - reference : reference - at
  return away * 10n > reference
}

/**
 * Price × quantity of 10²² USDT, far above any trade: candles store their turnover in 38 digits, and one that does not fit would
 * keep everything behind it from being written.
 */
const maxTraded = 10n ** 39n

const clockIsAway = (timeMs: number, receivedMs: number): boolean =>
  Math.abs(timeMs - receivedMs) > clockToleranceMs

/** Number and time of a trade at the source. */
type TradePlace = Pick<SourceTrade, 'sequence' | 'timeMs'>

/** Filter state of a symbol's trades. */
export type TradeFilterState = {
  /** The newest well-formed trade, accepted or held back. */
  readonly seen: TradePlace | null
  /** A later trade of lower number, which the next one of its kind confirms: the source numbers its trades anew. */
  readonly restart: TradePlace | null
  readonly last: SourceTrade | null
  /** A jump that waits for its confirmation. */
  readonly held: SourceTrade | null
}

export const emptyTradeFilter: TradeFilterState = { seen: null, restart: null, last: null, held: null }

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
 * What remains to be confirmed when a trade is not in order behind the newest one; null when it may count. A lower number is
 * the source's new numbering, or that of one wrong message is over, with the second of two ascending ones dated after the newest:
 * what was sent again or late is dated before it.
 */
const disorderOf = (
  { seen, restart }: TradeFilterState,
  { sequence, timeMs }: TradePlace,
): Pick<TradeFilterState, 'restart'> | null => {
  if (seen === null || (sequence > seen.sequence && timeMs >= seen.timeMs)) return null
  if (timeMs <= seen.timeMs) return { restart }
  const isConfirmed = restart !== null && sequence > restart.sequence && timeMs >= restart.timeMs
  return isConfirmed ? null : { restart: { sequence, timeMs } }
}

/**
 * Screens one trade. One dated more than 2 s ahead, the clock's offset taken off, is dropped and changes no state;
 * one more than 5 s behind counts as late. Order is the source's sequence and time; what does not come later is dropped, unless the
 * source numbers its trades anew (`disorderOf`). A price more than 10 % from the last one within one second waits until a second trade within 10 % of it confirms it
 * (both then count, in order); a trade back near the last price drops it.
 *
 * @param offsetMs source clock minus receive clock
 */
export const filterTrade = (
  memory: TradeFilterState,
  given: SourceTrade,
  offsetMs: number,
): FilterResult<TradeFilterState, SourceTrade> => {
  if (given.price <= 0n || given.quantity <= 0n) return refused(memory, 'malformed')
  if (given.price * given.quantity > maxTraded) return refused(memory, 'malformed')
  if (clockIsAway(given.timeMs, given.receivedMs)) return refused(memory, 'clockAway')
  const timeliness = timelinessOf(given, offsetMs)
  if (timeliness === 'ahead') return refused(memory, 'clockAhead')
  const fresh = timeliness === 'onTime'
  const trade: SourceTrade = fresh ? given : { ...given, late: true }
  const { seen, last, held } = memory
  if (seen !== null && trade.sequence === seen.sequence) return refused(memory, 'duplicate')
  const disorder = disorderOf(memory, trade)
  if (disorder !== null) return refused({ ...memory, ...disorder }, 'outOfOrder')

  const nowSeen = { sequence: trade.sequence, timeMs: trade.timeMs }
  const jumps = last !== null && isOutlier(trade.price, last.price)
  if (held !== null && jumps && !isOutlier(trade.price, held.price))
    return {
      memory: { seen: nowSeen, restart: null, last: trade, held: null },
      accepted: [held, trade],
      dropped: [],
      fresh,
    }
  const dropped: DropReason[] = held === null ? [] : ['unconfirmed']
  if (jumps && trade.timeMs - last.timeMs <= jumpWindowMs)
    return { memory: { seen: nowSeen, restart: null, last, held: trade }, accepted: [], dropped, fresh }
  return {
    memory: { seen: nowSeen, restart: null, last: trade, held: null },
    accepted: [trade],
    dropped,
    fresh,
  }
}

/** Filter state of a symbol's book. */
export type BookFilterState = {
  readonly sequence: number | null
  /** The source's time of the newest book. */
  readonly timeMs: number
  /** A book of lower number, which the next one of its kind confirms: the source numbers its books anew. */
  readonly restart: { readonly sequence: number; readonly timeMs: number; readonly middle: Price } | null
  /** Middle of a far book that waits for a confirming update. */
  readonly heldMiddle: Price | null
  /** Mid price of a confirmed outlier book; books near it need no further confirmation. */
  readonly trustedMiddle: Price | null
}

export const emptyBookFilter: BookFilterState = {
  sequence: null,
  timeMs: 0,
  restart: null,
  heldMiddle: null,
  trustedMiddle: null,
}

const isOrdered = (levels: readonly Level[], better: (a: Price, b: Price) => boolean): boolean =>
  levels.every(([price, quantity], index) => {
    const before = levels[index - 1]
    return price > 0n && quantity > 0n && (before === undefined || better(before[0], price))
  })

/** A book of lower number than the newest: the second of two consistent ones begins the numbers anew. */
const restartOf = (memory: BookFilterState, book: SourceBook, middle: Price): BookFilterState | null => {
  const { restart } = memory
  if (book.timeMs < memory.timeMs) return memory
  const isConfirmed =
    restart !== null &&
    book.sequence > restart.sequence &&
    book.timeMs >= restart.timeMs &&
    !isOutlier(middle, restart.middle)
  if (isConfirmed) return null
  return { ...memory, restart: { sequence: book.sequence, timeMs: book.timeMs, middle } }
}

/**
 * Screens one book. A book needs both sides, bids descending below asks ascending. One dated more than 2 s ahead is
 * dropped, one more than 5 s behind counts as late. A book of lower number is dropped, unless it is the second of two
 * ascending ones near each other and not older than the newest: then the source numbers anew. One whose middle is more
 * than 10 % from the last trade is held for one confirming update. A book sent again with the same sequence is
 * no news, but shows that the source lives.
 *
 * @param offsetMs source clock minus receive clock
 */
export const filterBook = (
  known: BookFilterState,
  given: SourceBook,
  lastPrice: Price | null,
  offsetMs: number,
): FilterResult<BookFilterState, SourceBook> => {
  const bid = given.bids[0]?.[0]
  const ask = given.asks[0]?.[0]
  if (bid === undefined || ask === undefined) return refused(known, 'malformed')
  if (!isOrdered(given.bids, (a, b) => a > b) || !isOrdered(given.asks, (a, b) => a < b))
    return refused(known, 'malformed')
  if (bid >= ask) return refused(known, 'crossed')
  if (clockIsAway(given.timeMs, given.receivedMs)) return refused(known, 'clockAway')
  const timeliness = timelinessOf(given, offsetMs)
  if (timeliness === 'ahead') return refused(known, 'clockAhead')
  const fresh = timeliness === 'onTime'
  const book: SourceBook = fresh ? given : { ...given, late: true }
  const middle = divide(bid + ask, 2n, 'floor') as Price
  let memory = known
  if (known.sequence !== null && book.sequence < known.sequence) {
    const waiting = restartOf(known, book, middle)
    if (waiting !== null) return refused(waiting, 'outOfOrder')
    memory = emptyBookFilter
  }
  if (memory.sequence === book.sequence) return { memory, accepted: [], dropped: [], fresh }

  const seen = { sequence: book.sequence, timeMs: book.timeMs, restart: null }
  const accepted = (trustedMiddle: Price | null) => ({
    memory: { ...seen, heldMiddle: null, trustedMiddle },
    accepted: [book],
    dropped: [],
    fresh,
  })
  if (lastPrice === null || !isOutlier(middle, lastPrice)) return accepted(null)
  const { heldMiddle, trustedMiddle } = memory
  if (trustedMiddle !== null && !isOutlier(middle, trustedMiddle)) return accepted(middle)
  if (heldMiddle !== null && !isOutlier(middle, heldMiddle)) return accepted(middle)
  return {
    memory: { ...seen, heldMiddle: middle, trustedMiddle },
    accepted: [],
    dropped: heldMiddle === null ? [] : ['unconfirmed'],
    fresh,
  }
}
