/**
 * When the trades and the book of a market are too old to trade on. Each stream is judged apart, because one may
 * stand still while the other delivers. Instants are epoch milliseconds by the receive clock.
 */
import { divide, type Price } from '../money/units.ts'
import { isStale } from './rules.ts'

/** The last trade outside the book for this long makes a market stale. */
export const outsideBookMs = 2_000

/** What is known of a market's two streams. Late messages are no sign of life. */
export type MarketStreams = {
  readonly tradeMs: number | null
  readonly bookMs: number | null
  readonly last: Price | null
  /** The newest trade came late, so the last price is one that may decide nothing. */
  readonly isLastLate: boolean
  readonly bid: Price | null
  readonly ask: Price | null
  /** Middle of the book when the newest trade came. */
  readonly middleAtTrade: Price | null
  /** Since when the last price is outside the book by more than 1 %; null while it is not. */
  readonly outsideSinceMs: number | null
}

export const silentStreams: MarketStreams = {
  tradeMs: null,
  bookMs: null,
  last: null,
  isLastLate: false,
  bid: null,
  ask: null,
  middleAtTrade: null,
  outsideSinceMs: null,
}

const middleOf = ({ bid, ask }: Pick<MarketStreams, 'bid' | 'ask'>): Price | null =>
  bid === null || ask === null ? null : (divide(bid + ask, 2n, 'floor') as Price)

const isOutside = ({ last, bid, ask }: MarketStreams): boolean =>
  last !== null && bid !== null && ask !== null && (last * 100n < bid * 99n || last * 100n > ask * 101n)

const watched = (streams: MarketStreams, receivedMs: number): MarketStreams => ({
  ...streams,
  outsideSinceMs: isOutside(streams) ? (streams.outsideSinceMs ?? receivedMs) : null,
})

/** How a message came: when, and whether too late to decide anything. */
type Arrival = { readonly receivedMs: number; readonly late?: true | undefined }

/** Takes an accepted trade. */
export const hearTrade = (
  streams: MarketStreams,
  { price, receivedMs, late }: Arrival & { readonly price: Price },
): MarketStreams =>
  watched(
    late === true
      ? { ...streams, last: price, isLastLate: true }
      : {
          ...streams,
          last: price,
          isLastLate: false,
          tradeMs: receivedMs,
          middleAtTrade: middleOf(streams),
        },
    receivedMs,
  )

/** Takes the best prices of an accepted book. */
export const hearBook = (
  streams: MarketStreams,
  { bid, ask, receivedMs, late }: Arrival & { readonly bid: Price; readonly ask: Price },
): MarketStreams => {
  const next = { ...streams, bid, ask, bookMs: late === true ? streams.bookMs : receivedMs }
  const middleAtTrade = streams.tradeMs === null ? null : (streams.middleAtTrade ?? middleOf(next))
  return watched({ ...next, middleAtTrade }, receivedMs)
}

/** Takes a sign of life of the book that changes nothing. */
export const hearSameBook = (streams: MarketStreams, receivedMs: number): MarketStreams => ({
  ...streams,
  bookMs: receivedMs,
})

const isLongOutside = ({ outsideSinceMs }: MarketStreams, nowMs: number): boolean =>
  outsideSinceMs !== null && nowMs - outsideSinceMs >= outsideBookMs

/**
 * Tells whether contracts cannot be traded: no book came for 5 s, or the last trade is outside the book by more than
 * 1 % for 2 s.
 */
export const isBookStale = (streams: MarketStreams, nowMs: number): boolean =>
  isStale(streams.bookMs, nowMs) || isLongOutside(streams, nowMs)

const hasMoved = ({ middleAtTrade, bid, ask }: MarketStreams): boolean => {
  const middle = middleOf({ bid, ask })
  if (middle === null || middleAtTrade === null) return false
  const away = middle > middleAtTrade ? middle - middleAtTrade : middleAtTrade - middle
  return away * 1000n > middleAtTrade
}

/**
 * Tells whether the last price cannot be used: nothing came for 5 s, no trade came for 5 s while the middle of the
 * book moved by more than 0.1 % since the newest, that one came late, or it is outside the book for 2 s.
 *
 * @example isLastStale({ …, tradeMs: 0, bookMs: 9_000, middleAtTrade: price('100'), bid: price('100.1'), ask: price('100.2') }, 9_500) // true
 */
export const isLastStale = (streams: MarketStreams, nowMs: number): boolean => {
  const { tradeMs, bookMs } = streams
  if (tradeMs === null || streams.isLastLate) return true
  if (isStale(Math.max(tradeMs, bookMs ?? tradeMs), nowMs)) return true
  return (isStale(tradeMs, nowMs) && hasMoved(streams)) || isLongOutside(streams, nowMs)
}
