import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { clockToleranceMs, type FeedGap, isLater, staleAfterMs } from '@glasshouse/core/markets/rules'
import type { Platform } from '../../platform/services/index.ts'
import { type Extreme, listBestTicks, ticksPerRead } from '../store/extremes.ts'
import { listNewestTicksBetween } from '../store/newestTicks.ts'
import { listNewestTrades } from '../store/newestTrades.ts'
import {
  findLastTradeRows,
  findReceiveTimesAround,
  listTicksFrom,
  listTradesBetween,
  type MarketInstant,
  type TradeQuery,
} from '../store.ts'
import type { Market } from './market.ts'
import type { Recorder } from './recorder.ts'

export type { MarketInstant, TradeQuery } from '../store.ts'
export type { Extreme }

/** Of some ticks, the last trade that answers a question. */
const lastAmong = (ticks: readonly Tick[], { atMs, receivedByMs }: TradeQuery): Tick | null => {
  let last: Tick | null = null
  for (const tick of ticks) {
    const answers =
      tick.kind === 'trade' &&
      tick.late !== true &&
      tick.fetched !== true &&
      tick.sourceTimeMs <= atMs &&
      tick.receivedTimeMs <= receivedByMs
    if (answers && (last === null || isLater(tick, last))) last = tick
  }
  return last
}

/** The last trades at or before instants: from the log, and from what waits to be written to it. */
export const findLastTrades = async (
  { database }: Pick<Platform, 'database'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  productOf: (pid: number) => Product | null,
  queries: readonly TradeQuery[],
): Promise<readonly (Tick | null)[]> => {
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const waiting = new Map(queries.map(({ pid }) => [pid, recorder.pendingTicks(pid)]))
  const symbolOf = (pid: number): string => {
    const product = productOf(pid)
    if (product === null) throw new RangeError(`no product ${pid}`)
    return product.symbol
  }
  const stored = await findLastTradeRows(database.db, symbolOf, queries)
  return queries.map((question, place) => {
    const pending = lastAmong(waiting.get(question.pid) ?? [], question)
    const logged = stored[place] ?? null
    return pending !== null && (logged === null || isLater(pending, logged)) ? pending : logged
  })
}

/** Live and fetched trades of a market between two instants of the source: from the log, and from what waits for it. */
export const findTradesBetween = async (
  { database }: Pick<Platform, 'database'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  product: Product,
  fromMs: number,
  toMs: number,
): Promise<readonly Tick[]> => {
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const pending = recorder.pendingTicks(product.pid)
  const logged = await listTradesBetween(database.db, product, fromMs, toMs)
  const near = pending.filter(
    ({ kind, late, sourceTimeMs }) =>
      kind === 'trade' && late !== true && sourceTimeMs >= fromMs && sourceTimeMs <= toMs,
  )
  return [...new Map([...logged, ...near].map((tick) => [tick.n, tick])).values()]
}

/** How far back the trades of a chart of single prices reach. */
const newestTradesMs = 20 * 60_000

/** The newest trades of a market in ascending order: from the log, and from what waits for it. */
export const findNewestTrades = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  product: Product,
  limit: number,
): Promise<readonly Tick[]> => {
  const fromMs = clock.now() - newestTradesMs
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const pending = recorder
    .pendingTicks(product.pid)
    .filter(
      ({ kind, late, fetched, sourceTimeMs }) =>
        kind === 'trade' && late !== true && fetched !== true && sourceTimeMs >= fromMs,
    )
  const logged = await listNewestTrades(database.db, product, fromMs, limit)
  const byNumber = new Map([...logged, ...pending].map((tick) => [tick.n, tick]))
  return [...byNumber.values()].sort((a, b) => a.n - b.n).slice(-limit)
}

/**
 * The ticks of a market after one number and up to another, ascending: from the log, and from what waits for it. `newest` is how
 * many at most, where the oldest may be left out; numbers do not tell that, since each process leaves some out.
 */
export const findTicksBetween = async (
  { database }: Pick<Platform, 'database'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  product: Product,
  {
    after,
    upTo,
    newest,
  }: { readonly after: number; readonly upTo: number; readonly newest?: number | undefined },
): Promise<readonly Tick[]> => {
  if (upTo <= after) return []
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const pending = recorder.pendingTicks(product.pid)
  const logged =
    newest === undefined
      ? await listTicksFrom(database.db, product, after + 1, upTo - after)
      : await listNewestTicksBetween(database.db, product, { after, upTo }, newest)
  const byNumber = new Map([...logged, ...pending].map((tick) => [tick.n, tick]))
  const found = [...byNumber.values()].filter(({ n }) => n > after && n <= upTo).sort((a, b) => a.n - b.n)
  return newest === undefined ? found : found.slice(-newest)
}

/** Ticks whose source time is further from an instant were not received near it. */
const reachMs = clockToleranceMs + staleAfterMs + 1000

/**
 * Whether each instant lies where we missed what the source said: in a disconnection, among missed trades, or after the
 * last tick of an earlier process.
 */
export const findOutages = async (
  { database }: Pick<Platform, 'database'>,
  marketOf: (pid: number) => Pick<Market, 'feedHealth'> | null,
  queries: readonly MarketInstant[],
): Promise<readonly boolean[]> => {
  const heard = queries.map(({ pid, atMs }) => marketOf(pid)?.feedHealth.isOutageAt(atMs) ?? 'unknown')
  const unheard = queries.filter((_, place) => heard[place] === 'unknown')
  const stored = (await findReceiveTimesAround(database.db, unheard, reachMs)).values()
  return heard.map((is, place) => {
    if (is !== 'unknown') return is
    const after = stored.next().value?.after ?? null
    const pid = queries[place]?.pid
    const firstMs = pid === undefined ? null : (marketOf(pid)?.feedHealth.firstMs() ?? null)
    return after === null || (firstMs !== null && after >= firstMs)
  })
}

/**
 * The stretch without a message around each instant, in the order asked; null when it is no longer than 5 s. What
 * this run did not hear itself is told by the receive times of the log, in one question for all of it.
 */
export const findFeedGaps = async (
  { database }: Pick<Platform, 'database'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  marketOf: (pid: number) => Pick<Market, 'feedHealth'> | null,
  queries: readonly MarketInstant[],
): Promise<readonly (FeedGap | null)[]> => {
  const heard = queries.map(({ pid, atMs }) => {
    const market = marketOf(pid)
    return market === null ? 'unknown' : market.feedHealth.gapAt(atMs)
  })
  const unheard = queries.filter((_, place) => heard[place] === 'unknown')
  const pending = new Map(unheard.map(({ pid }) => [pid, recorder.pendingTicks(pid)]))
  const stored = await findReceiveTimesAround(database.db, unheard, reachMs)
  const gaps = unheard.map(({ pid, atMs }, place): FeedGap | null => {
    const { before = null, after = null } = stored[place] ?? {}
    const waiting = pending.get(pid)?.find(({ receivedTimeMs }) => receivedTimeMs > atMs)
    const firsts = [after, waiting?.receivedTimeMs, marketOf(pid)?.feedHealth.firstMs()].filter(
      (ms) => typeof ms === 'number',
    )
    const toMs = firsts.length === 0 ? null : Math.min(...firsts)
    return before !== null && toMs !== null && toMs - before <= staleAfterMs ? null : { fromMs: before, toMs }
  })
  const answers = gaps.values()
  return heard.map((stretch) => (stretch === 'unknown' ? (answers.next().value ?? null) : stretch))
}

/** The best tick from each of some numbers on and up to another: from the log, and from what waits to be written to it. */
export const findBestTicks = async (
  { database }: Pick<Platform, 'database'>,
  recorder: Pick<Recorder, 'pendingTicks'>,
  product: Product,
  asked: { readonly extreme: Extreme; readonly from: readonly number[]; readonly upTo: number },
): Promise<readonly (Tick | null)[]> => {
  const { extreme, from, upTo } = asked
  // Asked before the database: what is written meanwhile is in both, never in neither.
  const pending = recorder
    .pendingTicks(product.pid)
    .filter(({ n, late, fetched }) => n <= upTo && late !== true && fetched !== true)
  const stored = await listBestTicks(database.db, product, { ...asked, step: ticksPerRead })
  const isBetter = (one: Tick, than: Tick): boolean =>
    extreme === 'highestBid' ? one.bid > than.bid : one.ask < than.ask
  return stored.map((found, place) => {
    const after = pending.filter(({ n }) => n >= (from[place] ?? 0))
    return after.reduce((best, one) => (best === null || isBetter(one, best) ? one : best), found)
  })
}
