/**
 * The units in which an order is written: its size in lots, coins or USDT, and its take profit and stop loss as a price,
 * a share of the margin or an amount. An order always has whole lots and prices on the step of its market.
 */
import { divide, multiplyDivide, type Price, type Quantity, type Usdt } from '../money/units.ts'
import type { Position } from './rules.ts'

/** Size of a lot, and the numbers of lots that a product allows. */
export type LotSteps = {
  /** Coins per lot. */
  readonly lot: Quantity
  readonly minLots: number
  readonly stepLots: number
}

const priceUnit = 1_000_000_000n
const wholeShare = 10_000n

/**
 * The largest allowed number of lots up to a number; 0 below the smallest allowed one.
 *
 * @example allowedLots(11n, { minLots: 2, stepLots: 4 }) // 8
 */
export const allowedLots = (
  lots: bigint,
  { minLots, stepLots }: Pick<LotSteps, 'minLots' | 'stepLots'>,
): number => {
  const steps = divide(lots, BigInt(stepLots), 'floor')
  const allowed = steps * BigInt(stepLots)
  if (allowed < BigInt(minLots) || allowed <= 0n) return 0
  return allowed > BigInt(Number.MAX_SAFE_INTEGER)
    ? Number.MAX_SAFE_INTEGER - (Number.MAX_SAFE_INTEGER % stepLots)
    : Number.parseInt(allowed.toString(), 10)
}

/**
 * The largest allowed number of lots of at most a quantity of coins; 0 below the smallest allowed one.
 *
 * @example lotsOfQuantity(quantity('0.0119'), { lot: quantity('0.001'), minLots: 1, stepLots: 1 }) // 11
 */
export const lotsOfQuantity = (coins: Quantity, terms: LotSteps): number =>
  allowedLots(divide(coins, terms.lot, 'floor'), terms)

/** Take profit or stop loss. */
export type StopKind = 'profit' | 'loss'

/**
 * Profit or loss of a share of the margin, as a positive amount: of a take profit at least the share, of a stop loss at
 * most.
 *
 * @param hundredths hundredths of a percent of the margin
 * @example pnlOfMarginShare(usdt('72.435'), 5_000n, 'profit') // 36.2175
 */
export const pnlOfMarginShare = (margin: Usdt, hundredths: bigint, kind: StopKind): Usdt =>
  multiplyDivide(margin, hundredths, wholeShare, kind === 'profit' ? 'ceil' : 'floor') as Usdt

/**
 * Profit or loss in hundredths of a percent of the margin, truncated towards zero; null without margin.
 *
 * @example marginShareOf(usdt('36.2175'), usdt('72.435')) // 5_000n
 */
export const marginShareOf = (pnl: Usdt, margin: Usdt): bigint | null =>
  margin <= 0n ? null : divide(pnl * wholeShare, margin, 'truncate')

/**
 * The price nearest to the opening price at which a position gains at least an amount (take profit), or the farthest at
 * which it loses at most an amount (stop loss), both before fees and on the price step of the market. Null when no price
 * above 0 gains that much.
 *
 * @param amount USDT, 0 or more
 * @example stopPriceAt({ side: 'long', quantity: quantity('0.011'), openPrice: price('65850') }, usdt('12.65'), 'profit',
 *   price('0.01')) // 67000
 */
export const stopPriceAt = (position: Position, amount: Usdt, kind: StopKind, step: Price): Price | null => {
  const { side, quantity, openPrice } = position
  if (quantity <= 0n) return null
  const distance = multiplyDivide(amount, priceUnit, quantity, kind === 'profit' ? 'ceil' : 'floor')
  const isAbove = (side === 'long') === (kind === 'profit')
  const exact = isAbove ? openPrice + distance : openPrice - distance
  // Rounded in favour of the position: more profit, less loss. Below 0 a short cannot gain and a long cannot lose.
  const onStep = divide(exact, step, side === 'long' ? 'ceil' : 'floor') * step
  if (onStep > 0n) return onStep as Price
  return kind === 'profit' ? null : step
}
