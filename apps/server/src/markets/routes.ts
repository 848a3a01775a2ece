import { domainError } from '@glasshouse/core/errors/registry'
import type { Candle } from '@glasshouse/core/markets/candles'
import { listedTermsToWire, type Market, marketToWire } from '@glasshouse/core/markets/codec'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Level } from '@glasshouse/core/markets/rules'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import type { Markets, MarketView } from './service/markets.ts'
import { levelTexts } from './service/messages.ts'
import { termsOf } from './service/presentTerms.ts'
import type { ListedTerms } from './service/termsSchedule.ts'
import { listTerms } from './store/terms.ts'

/** A market appears in the list as soon as any price of it is known; nothing is made up before. */
const listedMarket = (
  { product, last, figures }: MarketView,
  announced: ListedTerms | undefined,
): readonly Market[] => {
  const price = last?.price ?? figures?.close
  if (price === undefined || figures === null) return []
  return [
    {
      ...product,
      price,
      open24h: figures.open,
      high: figures.high > price ? figures.high : price,
      low: figures.low < price ? figures.low : price,
      volume: figures.volume,
      turnover: figures.turnover,
      termsId: termsOf(product),
      announced: announced ?? null,
    },
  ]
}

const candleRow = (candle: Candle): CandleRow => ({
  time: candle.openMs / 1000,
  open: formatPrice(candle.open),
  high: formatPrice(candle.high),
  low: formatPrice(candle.low),
  close: formatPrice(candle.close),
  volume: formatQuantity(candle.volume),
})

const known = <T>(found: T | null): T => {
  if (found === null) throw domainError('notFound')
  return found
}

/** The calls anybody may make about the markets. */
export const marketRoutes = (
  markets: Markets,
  { database }: Pick<Platform, 'database'>,
): readonly AnyRoute[] => [
  route('/api/market/kList', async () =>
    markets
      .products()
      .flatMap(({ pid }) => listedMarket(known(markets.view(pid)), markets.announcedTerms(pid)[0]))
      .map(marketToWire),
  ),
  route('/api/market/kline', async ({ body }) => {
    const beforeMs = body.before === undefined ? null : body.before * 1000
    const candles = await markets.candles(body.pid, { interval: body.interval, beforeMs, limit: body.limit })
    return known(candles).map(candleRow)
  }),
  route('/api/market/depth', async ({ body }) => {
    const { book } = known(markets.view(body.pid))
    const best = (levels: readonly Level[]) => levelTexts(levels.slice(0, body.levels))
    // A source without a book, or without a message so far, has an empty one.
    if (book === null) return { asks: [], bids: [], time: markets.view(body.pid)?.last?.sourceTimeMs ?? 0 }
    return { asks: best(book.asks), bids: best(book.bids), time: book.timeMs }
  }),
  route('/api/market/trades', async ({ body }) =>
    known(markets.view(body.pid)).trades.map((trade) => ({
      price: formatPrice(trade.price),
      quantity: formatQuantity(trade.quantity),
      side: trade.side,
      time: trade.timeMs,
    })),
  ),
  route('/api/market/ticks', async ({ body }) =>
    known(await markets.newestTrades(body.pid, body.limit)).map(({ n, price, sourceTimeMs }) => ({
      n,
      price: formatPrice(price),
      time: sourceTimeMs,
    })),
  ),
  route('/api/market/terms', async ({ body }) => {
    const { symbol } = known(markets.product(body.pid))
    return (await listTerms(database.db, symbol)).toReversed().map(listedTermsToWire)
  }),
  route('/api/market/priceAt', async ({ body }) =>
    tickEvidence(known(await markets.tickAt(body.pid, body.time))),
  ),
]
