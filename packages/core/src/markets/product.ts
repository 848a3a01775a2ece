import { divide, type Price, type Quantity } from '../money/units.ts'
import type { MarketRow } from './wire.ts'

/** A market as configured by the operator. The symbol ends in USDT. */
export type Product = {
  readonly pid: number
  readonly symbol: string
  readonly title: string
  /** Name of the coin's icon; pages draw it. */
  readonly icon: string
  /** Coins in one lot, units of 1e-8. */
  readonly lot: Quantity
  /** Minimum lots of an order. */
  readonly minLots: number
  /** Order size increment, in lots. */
  readonly stepLots: number
  /** Allowed leverages, ascending. */
  readonly leverages: readonly number[]
  /** Fee of an open and of a close of a contract, in parts per million of the notional. */
  readonly feeRatePpm: number
  /** Option expiries in minutes as decimal strings, such as `0.5`. */
  readonly expiryMinutes: readonly string[]
  /** Option profits in percent, one per expiry. */
  readonly payoutPercents: readonly number[]
  readonly kind: MarketRow['kind']
  /** Decimals at which pages show the price, at most 9. */
  readonly scale: number
  /** False: no new positions; open ones are closed as usual. */
  readonly isOnSale: boolean
}

/** The part of a product that orders are agreed on. */
export type TradingTerms = Pick<
  Product,
  'lot' | 'leverages' | 'feeRatePpm' | 'expiryMinutes' | 'payoutPercents'
>

/** Terms that are announced: not in force yet. */
export type AnnouncedTerms = TradingTerms & {
  /** Instant from which they are in force; epoch milliseconds. */
  readonly fromMs: number
}

/**
 * Coins in a number of lots, units of 1e-8.
 *
 * @example coinsOf({ lot: quantity('0.001') }, 11) // 0.011 coins
 */
export const coinsOf = (product: Pick<Product, 'lot'>, lots: number): Quantity =>
  (product.lot * BigInt(lots)) as Quantity

const oneCoin = 100_000_000n

/**
 * Default lot of a market: the power of ten of coins worth about 6 to 66 USDT at the given price.
 *
 * @example defaultLot(price('66000')) // 0.001 coins, 66 USDT
 */
export const defaultLot = (at: Price): Quantity => {
  const highest = 10_000_000_000n
  let lot = oneCoin
  // price × lot in USDT of 1e-9, between about 6 and 66 USDT.
  const worth = (): bigint => divide(at * lot, oneCoin, 'floor')
  while (worth() > 66_000_000_000n && lot > 1n) lot /= 10n
  while (worth() < 6_600_000_000n && lot < oneCoin * highest) lot *= 10n
  return lot as Quantity
}

/**
 * Default number of price decimals: about six significant digits, at least 2, at most 9.
 *
 * @example defaultScale(price('66000')) // 2
 * @example defaultScale(price('0.138')) // 6
 */
export const defaultScale = (at: Price): number => {
  const digits = at.toString().length - 9
  return Math.min(9, Math.max(2, 6 - digits))
}
