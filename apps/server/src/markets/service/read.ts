import { type Candle, deriveCandles, fillGaps } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import {
  bucketStart,
  type ChartInterval,
  type Interval,
  intervalMs,
  storedInterval,
} from '@glasshouse/core/markets/intervals'
import { clockToleranceMs } from '@glasshouse/core/markets/rules'
import type { Platform } from '../../platform/services/index.ts'
import { findTickAt, listCandlesBefore, listTicksFrom } from '../store.ts'
import type { Market } from './market.ts'
import type { Recorder } from './recorder.ts'
import { type Extreme, findBestTicks, findNewestTrades, findTicksBetween } from './tickHistory.ts'

/** Lays newer candles over stored ones, ascending. */
const overlay = (stored: readonly Candle[], newer: readonly Candle[]): Candle[] => {
  const byOpening = new Map(stored.map((candle) => [candle.openMs, candle]))
  for (const candle of newer) byOpening.set(candle.openMs, candle)
  return [...byOpening.values()].sort((a, b) => a.openMs - b.openMs)
}

/** Candles in memory that the database may not have yet, or has an older state of. */
const inMemory = (market: Market, recorder: Recorder, interval: Interval): Candle[] => {
  const newest = market.series.newest(interval)
  const minutes = interval === '1m' ? market.series.minutes() : []
  const pending = recorder.pendingCandles(market.product.pid, interval)
  return [...pending, ...minutes, ...(newest === null ? [] : [newest])]
}

type CandleQuery<Of extends ChartInterval> = {
  readonly interval: Of
  readonly beforeMs: number | null
  readonly limit: number
}

/**
 * The newest `limit` candles that open before the instant (now when null), ascending, silent stretches written
 * as flat ones. Shorter only where the known past begins. `4h` and `1w` are merged from what is stored.
 */
export const readCandles = async (
  platform: Platform,
  recorder: Recorder,
  market: Market,
  { interval, beforeMs, limit }: CandleQuery<ChartInterval>,
): Promise<readonly Candle[]> => {
  const { stored, count } = storedInterval(interval)
  const step = intervalMs[interval]
  // The last candle is read whole, so that a page begins with a whole one, too.
  const wholeMs = beforeMs === null || count === 1 ? beforeMs : bucketStart(beforeMs - 1, interval) + step
  const parts = await readStored(platform, recorder, market, {
    interval: stored,
    beforeMs: wholeMs,
    limit: limit * count,
  })
  return count === 1 ? parts : deriveCandles(parts, interval).slice(-limit)
}

const readStored = async (
  platform: Platform,
  recorder: Recorder,
  market: Market,
  query: CandleQuery<Interval>,
): Promise<readonly Candle[]> => {
  const { interval, limit } = query
  const step = intervalMs[interval]
  const memory = inMemory(market, recorder, interval)
  const nowMs = bucketStart(platform.clock.now(), interval)
  const lastMs = Math.max(nowMs, memory.at(-1)?.openMs ?? nowMs)
  const toMs = query.beforeMs === null ? lastMs : Math.min(lastMs, bucketStart(query.beforeMs - 1, interval))
  if (toMs < 0) return []
  const fromMs = Math.max(0, toMs - (limit - 1) * step)
  const oldestMinute = market.series.minutes()[0]
  const memoryReaches = interval === '1m' && oldestMinute !== undefined && oldestMinute.openMs < fromMs
  const stored = memoryReaches
    ? []
    : await listCandlesBefore(platform.database.db, market.product.pid, interval, toMs + 1, limit + 1)
  const all = overlay(stored, memory).filter((candle) => candle.openMs <= toMs)
  const before = all.findLast((candle) => candle.openMs < fromMs)
  const within = all.filter((candle) => candle.openMs >= fromMs)
  const startMs = before === undefined ? (within[0]?.openMs ?? toMs + step) : fromMs
  return fillGaps(within, interval, startMs, toMs, before?.close ?? null)
}

/**
 * The tick in force at an instant: the newest one whose source time is not after it; null when none is known,
 * or when it was pruned.
 */
const readTickAt = async (
  platform: Platform,
  recorder: Recorder,
  market: Market,
  atMs: number,
): Promise<Tick | null> => {
  if (atMs > platform.clock.now() + clockToleranceMs) return null
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const pending = recorder.pendingTicks(market.product.pid).findLast((tick) => tick.sourceTimeMs <= atMs)
  const stored = await findTickAt(platform.database.db, market.product, atMs, 2 * clockToleranceMs)
  if (pending !== undefined && (stored === null || pending.n > stored.n)) return pending
  if (stored === null) return null
  // Where old ticks were pruned, a kept one may be the newest left without having been in force any more.
  const [next] = await listTicksFrom(platform.database.db, market.product, stored.n + 1, 1)
  return next === undefined || next.previousHash === stored.hash ? stored : null
}

/** Reads ticks of a market: the one in force at an instant, the newest trades, those between two, the best ones. */
export const tickReaders = (
  platform: Platform,
  recorder: Recorder,
  marketOf: (pid: number) => Market | null,
) => ({
  tickAt: async (pid: number, atMs: number): Promise<Tick | null> => {
    const market = marketOf(pid)
    return market === null ? null : readTickAt(platform, recorder, market, atMs)
  },
  newestTrades: async (pid: number, limit: number): Promise<readonly Tick[] | null> => {
    const market = marketOf(pid)
    return market === null ? null : findNewestTrades(platform, recorder, market.product, limit)
  },
  ticksBetween: async (
    pid: number,
    after: number,
    upTo: number,
    newest?: number,
  ): Promise<readonly Tick[]> => {
    const market = marketOf(pid)
    return market === null
      ? []
      : findTicksBetween(platform, recorder, market.product, { after, upTo, newest })
  },
  bestTicksSince: async (
    pid: number,
    extreme: Extreme,
    from: readonly number[],
    upTo: number,
  ): Promise<readonly (Tick | null)[]> => {
    const market = marketOf(pid)
    if (market === null) return from.map(() => null)
    return findBestTicks(platform, recorder, market.product, { extreme, from, upTo })
  },
})
