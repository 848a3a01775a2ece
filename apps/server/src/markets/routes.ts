import { domainError } from '@glasshouse/core/errors/registry'
import type { Candle } from '@glasshouse/core/markets/candles'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import { termsTextOf } from '@glasshouse/core/markets/terms'
import type { CandleRow, MarketRow } from '@glasshouse/core/markets/wire'
import { formatPrice, formatQuantity, formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import type { Markets, MarketView } from './service/markets.ts'
import { levelTexts } from './service/messages.ts'
import { termsOf } from './service/presentTerms.ts'
import type { ListedTerms } from './service/termsSchedule.ts'
import { listTerms } from './store/terms.ts'

/** A market appears in the list as soon as any price of it is known; nothing is made up before. */
const marketRow = (
  { product, last, figures }: MarketView,
  announced: ListedTerms | undefined,
): MarketRow[] => {
  const price = last?.price ?? figures?.close
  if (price === undefined || figures === null) return []
  return [
    {
      pid: product.pid,
      procode: product.symbol,
      ptitle: product.title,
      icon: product.icon,
      price: formatPrice(price),
      open24h: formatPrice(figures.open),
      high: formatPrice(figures.high > price ? figures.high : price),
      low: formatPrice(figures.low < price ? figures.low : price),
      volume: formatQuantity(figures.volume),
      turnover: formatUsdt(figures.turnover),
      color: price >= figures.open ? 'green' : 'red',
      multiples: product.multiples.join(','),
      fee: feeRateText(product.feeRatePpm),
      protime: product.expiryMinutes.join(','),
      proscale: product.payoutPercents.join(','),
      kind: product.kind,
      lot: formatQuantity(product.lot),
      minnumber: product.minLots,
      step: product.stepLots,
      terms: termsOf(product),
      scale: product.scale,
      ...(announced === undefined ? {} : { announced: { from: announced.from, ...termsTextOf(announced) } }),
      ...(product.onSale ? {} : { offsale: true }),
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
      .flatMap(({ pid }) => marketRow(known(markets.view(pid)), markets.announcedTerms(pid)[0])),
  ),
  route('/api/market/kline', async ({ body }) => {
    const beforeMs = body.before === undefined ? null : body.before * 1000
    const candles = await markets.candles(body.pid, { interval: body.interval, beforeMs, limit: body.limit })
    return known(candles).map(candleRow)
  }),
  route('/api/market/depth', async ({ body }) => {
    const { book } = known(markets.view(body.pid))
    // A source without a book, or one that has not spoken yet, shows an empty one.
    if (book === null) return { asks: [], bids: [], time: markets.view(body.pid)?.last?.sourceTimeMs ?? 0 }
    return { asks: levelTexts(book.asks), bids: levelTexts(book.bids), time: book.timeMs }
  }),
  route('/api/market/trades', async ({ body }) =>
    known(markets.view(body.pid)).trades.map((trade) => ({
      price: formatPrice(trade.price),
      quantity: formatQuantity(trade.quantity),
      side: trade.side,
      time: trade.timeMs,
    })),
  ),
  route('/api/market/terms', async ({ body }) => {
    const { symbol } = known(markets.product(body.pid))
    return (await listTerms(database.db, symbol))
      .toReversed()
      .map(({ n: _, symbol: __, previous: ___, hash: ____, ...row }) => row)
  }),
  route('/api/market/priceAt', async ({ body }) =>
    tickEvidence(known(await markets.tickAt(body.pid, body.time))),
  ),
]
