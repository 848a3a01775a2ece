import { type Candle, deriveCandles, derivedIntervals, openingOf } from '@glasshouse/core/markets/candles'
import type { Interval } from '@glasshouse/core/markets/wire'
import type { FeedHistory } from '../feeds/feed.ts'

/** Minutes kept in memory per market: a day and the hours around it, so that the day's candle can be derived. */
export const minutesInMemory = 1600

/** What is known after the feed told a market's past. */
export type MergedHistory = {
  /** The newest minutes, ascending, at most `minutesInMemory`. */
  readonly minutes: readonly Candle[]
  /** What has to be stored, replacing what was there. */
  readonly changed: readonly { readonly interval: Interval; readonly candle: Candle }[]
}

const mergeMinutes = (known: readonly Candle[], told: readonly Candle[]): Candle[] => {
  const byOpening = new Map(known.map((candle) => [candle.openMs, candle]))
  for (const candle of told) byOpening.set(candle.openMs, candle)
  return [...byOpening.values()].sort((a, b) => a.openMs - b.openMs)
}

/**
 * Lays what the feed tells over the known minutes. Longer candles follow from the minutes wherever the minutes
 * reach back to their opening; the feed's own longer candles serve only before that.
 */
export const mergeHistory = (known: readonly Candle[], told: FeedHistory): MergedHistory => {
  const toldMinutes = told['1m'] ?? []
  const all = mergeMinutes(known, toldMinutes)
  const firstMs = all[0]?.openMs ?? Number.POSITIVE_INFINITY
  const firstToldMs = toldMinutes[0]?.openMs ?? Number.POSITIVE_INFINITY
  // Fewer minutes than memory holds are all there are.
  const reachesBack = known.length < minutesInMemory

  const longer = derivedIntervals.flatMap((interval) => {
    const toldLonger = (told[interval] ?? []).filter((candle) => candle.openMs < firstMs)
    const toldOpenings = new Set(toldLonger.map((candle) => candle.openMs))
    const fromMs = Number.isFinite(firstToldMs) ? openingOf(firstToldMs, interval) : firstToldMs
    const derived = deriveCandles(
      all.filter((candle) => candle.openMs >= fromMs),
      interval,
    ).filter((candle) => candle.openMs >= firstMs || (reachesBack && !toldOpenings.has(candle.openMs)))
    return [...toldLonger, ...derived].map((candle) => ({ interval, candle }))
  })
  return {
    minutes: all.slice(-minutesInMemory),
    changed: [...toldMinutes.map((candle) => ({ interval: '1m' as const, candle })), ...longer],
  }
}
