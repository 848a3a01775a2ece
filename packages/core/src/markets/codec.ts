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
import type { AnnouncedTerms, Product, TradingTerms } from './product.ts'
import { type TermsText, type TermsVersion, termsNumbers, termsParts, termsTextOf } from './terms.ts'
import type { MarketRow, TermsRow, TermsVersionRow } from './wire.ts'

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
  /** The terms that are announced next; null when none are. */
  readonly announced: AnnouncedTerms | null
}

/** Terms as the wire writes them. */
export type RawTerms = Pick<TermsRow, 'lot' | 'multiples' | 'fee' | 'protime' | 'proscale'>

/** Terms that are announced, as the wire writes them. */
export type RawAnnouncedTerms = RawTerms & Pick<TermsRow, 'from'>

/**
 * Parses terms that the server returned.
 *
 * @throws RangeError lot or fee rate are not decimal numbers
 */
export const termsFromWire = (row: RawTerms): TradingTerms => ({
  lot: quantity(row.lot),
  leverages: termsNumbers(row.multiples),
  feeRatePpm: feeRateOf(row.fee),
  // A market without options lists no expiry.
  expiryMinutes: row.protime === '' ? [] : termsParts(row.protime),
  payoutPercents: row.proscale === '' ? [] : termsNumbers(row.proscale),
})

const termsTextToWire = (terms: TermsText): RawTerms => ({
  lot: terms.lot,
  multiples: terms.leverages,
  fee: terms.feeRate,
  protime: terms.expiryMinutes,
  proscale: terms.payoutPercents,
})

/** Formats terms. */
export const termsToWire = (terms: TradingTerms): RawTerms => termsTextToWire(termsTextOf(terms))

/** Parses terms that are announced; throws as `termsFromWire`. */
export const announcedTermsFromWire = (row: RawAnnouncedTerms): AnnouncedTerms => ({
  fromMs: row.from,
  ...termsFromWire(row),
})

/** Formats terms that are announced. */
export const announcedTermsToWire = (terms: AnnouncedTerms): RawAnnouncedTerms => ({
  from: terms.fromMs,
  ...termsToWire(terms),
})

/** Formats a version of terms for `/api/market/terms`. */
export const listedTermsToWire = (version: TermsVersion): TermsRow => ({
  terms: version.termsId,
  from: version.fromMs,
  ...termsTextToWire(version),
})

/** Formats a version of terms as it is published in the files of a day. */
export const termsVersionToWire = (version: TermsVersion): TermsVersionRow => ({
  n: version.n,
  symbol: version.symbol,
  ...listedTermsToWire(version),
  previous: version.previous,
  hash: version.hash,
})

/** Parses a published version of terms; its texts stay as they are, because they are hashed. */
export const termsVersionFromWire = (row: TermsVersionRow): TermsVersion => ({
  n: row.n,
  symbol: row.symbol,
  termsId: row.terms,
  fromMs: row.from,
  lot: row.lot,
  leverages: row.multiples,
  feeRate: row.fee,
  expiryMinutes: row.protime,
  payoutPercents: row.proscale,
  previous: row.previous,
  hash: row.hash,
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
  announced: row.announced === undefined ? null : announcedTermsFromWire(row.announced),
  isOnSale: row.offsale === undefined,
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
  multiples: market.leverages.join(','),
  fee: feeRateText(market.feeRatePpm),
  protime: market.expiryMinutes.join(','),
  proscale: market.payoutPercents.join(','),
  kind: market.kind,
  lot: formatQuantity(market.lot),
  minnumber: market.minLots,
  step: market.stepLots,
  terms: market.termsId,
  scale: market.scale,
  ...(market.announced === null ? {} : { announced: announcedTermsToWire(market.announced) }),
  ...(market.isOnSale ? {} : { offsale: true }),
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
