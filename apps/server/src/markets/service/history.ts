import { type Candle, deriveCandles, derivedIntervals } from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervalMs } from '@glasshouse/core/markets/intervals'
import type { FeedHistory } from '../feeds/feed.ts'

/** Minutes kept in memory per market: a day and the hours around it, so that the day's candle can be derived. */
export const minutesInMemory = 1600

/** What is known after the feed told a market's past. */
export type MergedHistory = {
  /** The newest minutes, ascending, at most `minutesInMemory`. */
  readonly minutes: readonly Candle[]
  /** What has to be stored, replacing what was there; each interval and opening occurs once. */
  readonly changed: readonly { readonly interval: Interval; readonly candle: Candle }[]
}

/** Each opening once, ascending; of candles with the same opening the last one given wins. */
const mergeCandles = (...sources: readonly (readonly Candle[])[]): readonly Candle[] => {
  const byOpening = new Map(sources.flat().map((candle) => [candle.openMs, candle]))
  return [...byOpening.values()].sort((a, b) => a.openMs - b.openMs)
}

/**
 * Merges known minutes with the history a feed returned, in any order and with any duplicates:
 *
 * - a minute that both have is the feed's; of a minute the feed returned twice, the later entry wins;
 * - a minute that only one of them has is kept, so a gap in the feed's answer deletes nothing;
 * - a longer candle is derived from the minutes, except where there are none of its minutes or not all of them
 *   (before the first one, and between the newest known minute and the first returned one): there the feed's own
 *   is used.
 *
 * Longer candles are derived again from `rederiveFromMs` (epoch milliseconds) or from the first returned minute,
 * whichever is earlier; null when only returned minutes can have changed them.
 */
export const mergeHistory = (
  known: readonly Candle[],
  fetched: FeedHistory,
  rederiveFromMs: number | null,
): MergedHistory => {
  const fetchedMinutes = mergeCandles(fetched['1m'] ?? [])
  const all = mergeCandles(known, fetchedMinutes)
  const firstMs = all[0]?.openMs ?? Number.POSITIVE_INFINITY
  const firstFetchedMs = fetchedMinutes[0]?.openMs ?? Number.POSITIVE_INFINITY
  const changedFromMs = Math.min(firstFetchedMs, rederiveFromMs ?? Number.POSITIVE_INFINITY)
  const newestBefore = all.findLast(({ openMs }) => openMs < firstFetchedMs)
  const gapFromMs = newestBefore === undefined ? firstFetchedMs : newestBefore.openMs + intervalMs['1m']
  // Fewer minutes than memory holds are all there are.
  const reachesBack = known.length < minutesInMemory

  const longer = derivedIntervals.flatMap((interval) => {
    const isInGap = ({ openMs }: Candle): boolean =>
      openMs < firstFetchedMs && openMs + intervalMs[interval] > gapFromMs && gapFromMs < firstFetchedMs
    const withMinutes = new Set(all.map(({ openMs }) => bucketStart(openMs, interval)))
    const own = mergeCandles(fetched[interval] ?? []).filter(
      (candle) => candle.openMs < firstMs || isInGap(candle) || !withMinutes.has(candle.openMs),
    )
    const ownOpenings = new Set(own.map(({ openMs }) => openMs))
    const fromMs = Number.isFinite(changedFromMs) ? bucketStart(changedFromMs, interval) : changedFromMs
    const derived = deriveCandles(
      all.filter(({ openMs }) => openMs >= fromMs),
      interval,
    ).filter(({ openMs }) => !ownOpenings.has(openMs) && (openMs >= firstMs || reachesBack))
    return [...own, ...derived].map((candle) => ({ interval, candle }))
  })
  return {
    minutes: all.slice(-minutesInMemory),
    changed: [...fetchedMinutes.map((candle) => ({ interval: '1m' as const, candle })), ...longer],
  }
}
