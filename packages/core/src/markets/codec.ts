/** Wire forms of markets. */
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '../money/units.ts'
import { feeRateOf, feeRateText } from './feeRate.ts'
import type { Product } from './product.ts'
import { termsNumbers, termsParts, termsTextOf } from './terms.ts'
import type { MarketRow } from './wire.ts'

/** The part of a product that orders are agreed on. */
export type TradingTerms = Pick<
  Product,
  'lot' | 'multiples' | 'feeRatePpm' | 'expiryMinutes' | 'payoutPercents'
>

/** A market with its last price and its figures of the last 24 hours. */
export type Market = Product & {
  readonly price: Price
  readonly open24h: Price
  readonly high: Price
  readonly low: Price
  readonly volume: Quantity
  readonly turnover: Usdt
  /** Name of the terms in force. */
  readonly termsId: string
  /** The terms that are announced next and the instant from which they are in force; null when none are. */
  readonly announced: (TradingTerms & { readonly fromMs: number }) | null
}

const termsFromWire = (
  row: Pick<MarketRow, 'lot' | 'multiples' | 'fee' | 'protime' | 'proscale'>,
): TradingTerms => ({
  lot: quantity(row.lot),
  multiples: termsNumbers(row.multiples),
  feeRatePpm: feeRateOf(row.fee),
  // A market without options lists no expiry.
  expiryMinutes: row.protime === '' ? [] : termsParts(row.protime),
  payoutPercents: row.proscale === '' ? [] : termsNumbers(row.proscale),
})

/**
 * Parses a row of `/api/market/kList` that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const marketFromWire = (row: MarketRow): Market => ({
  ...termsFromWire(row),
  pid: row.pid,
  symbol: row.procode,
  title: row.ptitle,
  icon: row.icon,
  price: price(row.price),
  open24h: price(row.open24h),
  high: price(row.high),
  low: price(row.low),
  volume: quantity(row.volume),
  turnover: usdt(row.turnover),
  kind: row.kind,
  minLots: row.minnumber,
  stepLots: row.step,
  scale: row.scale,
  termsId: row.terms,
  announced:
    row.announced === undefined ? null : { fromMs: row.announced.from, ...termsFromWire(row.announced) },
  onSale: row.offsale === undefined,
})

/** Formats a market for `/api/market/kList`. */
export const marketToWire = (market: Market): MarketRow => ({
  pid: market.pid,
  procode: market.symbol,
  ptitle: market.title,
  icon: market.icon,
  price: formatPrice(market.price),
  open24h: formatPrice(market.open24h),
  high: formatPrice(market.high),
  low: formatPrice(market.low),
  volume: formatQuantity(market.volume),
  turnover: formatUsdt(market.turnover),
  color: market.price >= market.open24h ? 'green' : 'red',
  multiples: market.multiples.join(','),
  fee: feeRateText(market.feeRatePpm),
  protime: market.expiryMinutes.join(','),
  proscale: market.payoutPercents.join(','),
  kind: market.kind,
  lot: formatQuantity(market.lot),
  minnumber: market.minLots,
  step: market.stepLots,
  terms: market.termsId,
  scale: market.scale,
  ...(market.announced === null
    ? {}
    : { announced: { from: market.announced.fromMs, ...termsTextOf(market.announced) } }),
  ...(market.onSale ? {} : { offsale: true }),
})

/** Names of a market on the wire. */
export const marketNamesToWire = ({
  symbol,
  title,
}: {
  readonly symbol: string
  readonly title: string
}): { readonly procode: string; readonly ptitle: string } => ({
  ...symbolToWire(symbol),
  ...marketTitleToWire(title),
})

/** Symbol of a market on the wire. */
export const symbolToWire = (symbol: string): { readonly procode: string } => ({ procode: symbol })

/** Title of a market on the wire. */
export const marketTitleToWire = (title: string): { readonly ptitle: string } => ({ ptitle: title })

/** A row of the wire with `symbol` and `title` of its market instead of their wire names. */
export type WithMarketNames<Row> = Omit<Row, 'procode' | 'ptitle'> &
  (Row extends { readonly procode: string } ? { readonly symbol: string } : unknown) &
  (Row extends { readonly ptitle: string } ? { readonly title: string } : unknown)

/**
 * Replaces the wire names of a market in a row.
 *
 * @example withMarketNames({ id: 7, procode: 'BTCUSDT' }) // { id: 7, symbol: 'BTCUSDT' }
 */
export const withMarketNames = <Row extends { readonly procode?: string; readonly ptitle?: string }>({
  procode,
  ptitle,
  ...row
}: Row): WithMarketNames<Row> =>
  ({
    ...row,
    ...(procode === undefined ? {} : { symbol: procode }),
    ...(ptitle === undefined ? {} : { title: ptitle }),
  }) as WithMarketNames<Row>
