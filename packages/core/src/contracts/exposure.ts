/**
 * What the house could owe. The house stands on the other side of every contract, so before it takes another
 * one its trading reserve must cover the worst case of all that is open.
 */
import { divide, type Quantity, type Usdt } from '../money/units.ts'
import type { BestPrices, Position } from './rules.ts'

/** All open positions of one market together. */
export type Exposure = {
  readonly longQuantity: Quantity
  /** Σ quantity × opening price of the bought ones, not divided, so that sums stay exact. */
  readonly longCost: bigint
  readonly shortQuantity: Quantity
  readonly shortCost: bigint
}

/** A market in which nothing is open. */
export const zeroExposure: Exposure = {
  longQuantity: 0n as Quantity,
  longCost: 0n,
  shortQuantity: 0n as Quantity,
  shortCost: 0n,
}

/**
 * Adds a position to a market's exposure, or takes it away again.
 *
 * @example withPosition(noExposure, elevenLotsBought, 'add').longQuantity // 0.011
 */
export const applyPosition = (exposure: Exposure, position: Position, change: 'add' | 'remove'): Exposure => {
  const sign = change === 'add' ? 1n : -1n
  const quantity = sign * position.quantity
  const cost = quantity * position.openPrice
  return position.direction === 'buy'
    ? {
        ...exposure,
        longQuantity: (exposure.longQuantity + quantity) as Quantity,
        longCost: exposure.longCost + cost,
      }
    : {
        ...exposure,
        shortQuantity: (exposure.shortQuantity + quantity) as Quantity,
        shortCost: exposure.shortCost + cost,
      }
}

/**
 * The most the house would owe the winning side of one market if its price moved by `movePpm` parts per million
 * either way from here, rounded up. What the losing side would pay is not counted on: in a gap it may not be there. Without any
 * known price the opening prices stand in for it.
 *
 * @example worstExposure(0.011 bought at 65850, { bid: price('65850'), ask: price('65850.01') }, 200_000) // 144.87
 */
export const worstCaseExposure = (exposure: Exposure, best: BestPrices | null, movePpm: number): Usdt => {
  const million = 1_000_000n
  const move = BigInt(movePpm)
  const longWorth = best === null ? exposure.longCost : exposure.longQuantity * best.bid
  const shortWorth = best === null ? exposure.shortCost : exposure.shortQuantity * best.ask
  const owedAbove = longWorth * (million + move) - exposure.longCost * million
  const owedBelow = exposure.shortCost * million - shortWorth * (million - move)
  const worst = owedAbove > owedBelow ? owedAbove : owedBelow
  return (worst <= 0n ? 0n : divide(worst, million * 1_000_000_000n, 'ceil')) as Usdt
}

/**
 * Tells whether the trading reserve stays above zero after the worst case of every market at once. A new
 * position for which it does not is refused with `insufficientReserve`.
 *
 * @example isCovered(usdt('1000'), [usdt('144.87'), usdt('900')]) // false
 */
export const isReserveSufficient = (reserve: Usdt, worst: readonly Usdt[]): boolean =>
  reserve > worst.reduce((sum, one) => sum + one, 0n)
