/**
 * How large contracts may become: one order, one customer's positions on a market, and everything open on one side of
 * it. The server refuses by these functions and the ticket shows the cap with the same ones.
 */
import { divide, type Price, type Quantity, type Usdt } from '../money/units.ts'
import type { Exposure } from './exposure.ts'
import type { PositionSide } from './rules.ts'

const priceUnit = 1_000_000_000n

/** The caps of a market, USDT of notional. */
export type SizeLimits = {
  readonly order: Usdt
  /** Everything one customer has open or resting on the market, both sides and both wallets together. */
  readonly position: Usdt
  /** Open interest on one side of the market, all customers. */
  readonly interest: Usdt
}

/** What stands already, USDT of notional at opening prices. */
export type SizeStanding = { readonly own: Usdt; readonly side: Usdt }

/** More steps than any order has. */
const maxSteps = 1_000_000_000n

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** How far from the middle of the book what stands counts as depth: 0.5 %. */
export const depthReachPpm = 5_000
/** The share of the depth that one cap may be: a tenth. */
const depthShare = 10n

/**
 * The largest notional of a new order that passes every cap; 0 when none does. Refused with `outOfRange` beyond it.
 *
 * @example maxOrderNotional({ order: usdt('1000'), position: usdt('5000'), interest: usdt('9000') },
 *   { own: usdt('4200'), side: usdt('0') }) // 800
 */
export const maxOrderNotional = (limits: SizeLimits, { own, side }: SizeStanding): Usdt => {
  const room = smaller(limits.order, smaller(limits.position - own, limits.interest - side))
  return (room > 0n ? room : 0n) as Usdt
}

/**
 * The caps with none above a tenth of a market's depth.
 *
 * @param depth notional that stood within 0.5 % of the middle in the last hour's median book, of its thinner side
 * @example withinDepth({ order: usdt('1000'), position: usdt('5000'), interest: usdt('9000') }, usdt('20000')) // 1000, 2000, 2000
 */
export const limitsWithinDepth = ({ order, position, interest }: SizeLimits, depth: Usdt): SizeLimits => {
  const most = depth / depthShare
  return {
    order: smaller(order, most) as Usdt,
    position: smaller(position, most) as Usdt,
    interest: smaller(interest, most) as Usdt,
  }
}

/**
 * The largest number of lots whose notional at a price is at most an amount, as the terms allow it; 0 when not even the
 * smallest order is.
 *
 * @example maxLotsOfNotional(usdt('1000'), price('50000'), { lot: quantity('0.001'), minLots: 1, stepLots: 1 }) // 20
 */
export const maxLotsOfNotional = (
  most: Usdt,
  at: Price,
  { lot, minLots, stepLots }: { readonly lot: Quantity; readonly minLots: number; readonly stepLots: number },
): number => {
  // The notional is rounded up, so it is at most a whole amount exactly when the product is.
  const lots = (most * priceUnit) / (lot * at)
  const steps = lots / BigInt(stepLots)
  const allowed =
    steps > maxSteps ? Number.MAX_SAFE_INTEGER : Number.parseInt(steps.toString(), 10) * stepLots
  return allowed < minLots ? 0 : allowed
}

/** USDT of a sum of quantity × price, rounded up. */
export const notionalOfCost = (cost: bigint): Usdt => divide(cost, priceUnit, 'ceil') as Usdt

/**
 * What is open on one side of a market.
 *
 * @example openInterestOf(exposure, 'long') // 724.35 for 0.011 bought at 65850
 */
export const openInterestOf = (exposure: Exposure, side: PositionSide): Usdt =>
  notionalOfCost(side === 'long' ? exposure.longCost : exposure.shortCost)

/**
 * The notional of the thinner side of a book within 0.5 % of its middle, rounded down.
 *
 * @param bids levels, best first; `asks` likewise
 * @example depthOf([[price('100'), quantity('2')]], [[price('100.2'), quantity('1')]]) // 100.2
 */
export const bookDepth = (
  bids: readonly (readonly [Price, Quantity])[],
  asks: readonly (readonly [Price, Quantity])[],
): Usdt => {
  const [bid] = bids[0] ?? []
  const [ask] = asks[0] ?? []
  if (bid === undefined || ask === undefined) return 0n as Usdt
  const middle = divide(bid + ask, 2n, 'floor')
  const near = (levels: typeof bids): bigint =>
    levels
      .filter(
        ([at]) => (at > middle ? at - middle : middle - at) * 1_000_000n <= middle * BigInt(depthReachPpm),
      )
      .reduce((sum, [at, quantity]) => sum + at * quantity, 0n)
  return divide(smaller(near(bids), near(asks)), priceUnit, 'floor') as Usdt
}

/**
 * The middle one of some amounts, of two middle ones the smaller; null without any.
 *
 * @example medianOf([usdt('3'), usdt('1'), usdt('2')]) // 2
 */
export const medianOf = (amounts: readonly Usdt[]): Usdt | null =>
  amounts.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor((amounts.length - 1) / 2)] ?? null
