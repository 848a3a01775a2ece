import { dayMs } from '@glasshouse/core/calendar/durations'
import { usualFeeRatePpm } from '@glasshouse/core/contracts/rules'
import { derivedIntervals } from '@glasshouse/core/markets/candles'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import { defaultLot, defaultScale } from '@glasshouse/core/markets/product'
import type { Price } from '@glasshouse/core/money/units'
import type { Platform } from '../../platform/services/index.ts'
import type { Feed } from '../feeds/feed.ts'
import { updateProductsToTerms } from '../store/terms.ts'
import {
  insertProduct,
  listCandlesBefore,
  listProductRows,
  type StoredCandle,
  upsertCandles,
} from '../store.ts'
import { mergeHistory, minutesInMemory } from './history.ts'
import { createMarket, type Market, type MarketEvents } from './market.ts'
import type { Recorder } from './recorder.ts'
import { createSeries } from './series.ts'

/** Few enough that a write on a busy machine ends before the limit of statements, which would end the start. */
const candlesPerWrite = 1_000

const newProduct = (symbol: string, at: Price): Omit<Product, 'pid'> => {
  const coin = symbol.slice(0, -'USDT'.length)
  return {
    symbol,
    title: coin,
    icon: coin.toLowerCase(),
    lot: defaultLot(at),
    minLots: 1,
    stepLots: 1,
    leverages: [2, 5, 10, 20],
    feeRatePpm: usualFeeRatePpm,
    expiryMinutes: ['0.5', '1', '3', '5', '15'],
    payoutPercents: [70, 75, 80, 82, 85],
    kind: 'crypto',
    scale: defaultScale(at),
    isOnSale: true,
  }
}

/**
 * Every stored product, after inserting those of the settings that are not stored yet. One without a price at the source is left
 * out until the next start: its lot and its decimals follow from the price, and terms that are stored once stay.
 */
export const loadProducts = async (
  { clock, database, log, settings }: Platform,
  feed: Feed,
): Promise<readonly Product[]> => {
  // Announced terms may have come into force while the server was down.
  await updateProductsToTerms(database.db, clock.now())
  const stored = await listProductRows(database.db)
  const missing = settings.MARKET_SYMBOLS.filter(
    (symbol) => !stored.some((product) => product.symbol === symbol),
  )
  if (missing.length === 0) return stored
  for (const symbol of missing) {
    const at = await feed.roughPrice(symbol)
    if (at === null)
      log.error({ symbol }, 'the source has no price of a new market, left out until the next start')
    else await insertProduct(database.db, newProduct(symbol, at))
  }
  return listProductRows(database.db)
}

/** Writes many candles in steps. */
export const insertCandles = async (platform: Platform, candles: readonly StoredCandle[]): Promise<void> => {
  for (let from = 0; from < candles.length; from += candlesPerWrite)
    await upsertCandles(platform.database.db, candles.slice(from, from + candlesPerWrite))
}

/** Loads a market's stored past, lets the feed add what is missing, and starts the market on it. */
export const startMarket = async (
  platform: Platform,
  feed: Feed,
  recorder: Recorder,
  product: Product,
  events: MarketEvents,
): Promise<Market> => {
  const { database, clock } = platform
  const known = await listCandlesBefore(database.db, product.pid, '1m', clock.now() + dayMs, minutesInMemory)
  const newest = known.at(-1) ?? null
  const fetched = await feed.history({ product, newest })
  // Longer candles that were forming at the last stop are derived again: they closed while the server was down.
  const merged = mergeHistory(known, fetched, newest === null ? null : bucketStart(newest.openMs, '1d'))
  await insertCandles(
    platform,
    merged.changed.map((changed) => ({ pid: product.pid, ...changed })),
  )
  const chain = await recorder.openChain(product)
  return createMarket({
    product,
    source: feed.source,
    hasBook: feed.hasBook,
    newest: chain.newest,
    previousHash: chain.previousHash,
    series: createSeries(merged.minutes),
    numbers: chain.numbers,
    events,
  })
}

/** Applies what the source says about a market's past while it runs. */
export const applyCorrection = (
  market: Market,
  recorder: Recorder,
  fetched: Parameters<typeof mergeHistory>[1],
  events: MarketEvents,
): void => {
  const merged = mergeHistory(market.series.minutes(), fetched, null)
  for (const changed of merged.changed) recorder.candle({ pid: market.product.pid, ...changed })
  events.candles(market, market.series.restart(merged.minutes))
}

/** Intervals longer than a minute are stored when they close; the minutes always. */
export const isPersisted = (interval: string, closed: boolean): boolean =>
  closed || !derivedIntervals.some((derived) => derived === interval)
