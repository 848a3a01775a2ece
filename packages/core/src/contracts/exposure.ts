/**
 * Worst-case liability of the house account. It is the counterparty of every contract, so before another position
 * opens, its trading reserve must cover the worst case of all open positions.
 */
import { divide, type Quantity, type Usdt } from '../money/units.ts'
import type { BestPrices, Position } from './rules.ts'

/** All open positions of one market combined. */
export type Exposure = {
  readonly longQuantity: Quantity
  /** Σ quantity × entry price of the long positions, not divided, so that sums stay exact. */
  readonly longCost: bigint
  readonly shortQuantity: Quantity
  readonly shortCost: bigint
}

/** Exposure of a market without open positions. */
export const zeroExposure: Exposure = {
  longQuantity: 0n as Quantity,
  longCost: 0n,
  shortQuantity: 0n as Quantity,
  shortCost: 0n,
}

/**
 * Adds a position to a market's exposure or removes it.
 *
 * @example applyPosition(noExposure, elevenLotsBought, 'add').longQuantity // 0.011
 */
export const applyPosition = (exposure: Exposure, position: Position, change: 'add' | 'remove'): Exposure => {
  const sign = change === 'add' ? 1n : -1n
  const quantity = sign * position.quantity
  const cost = quantity * position.openPrice
  return position.side === 'long'
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

/** Adds what two parts of the house account have of a market. */
export const addExposures = (a: Exposure, b: Exposure): Exposure => ({
  longQuantity: (a.longQuantity + b.longQuantity) as Quantity,
  longCost: a.longCost + b.longCost,
  shortQuantity: (a.shortQuantity + b.shortQuantity) as Quantity,
  shortCost: a.shortCost + b.shortCost,
})

/**
 * Maximum amount owed to the winning side of one market if its price moves by `movePpm` parts per million in either
 * direction, rounded up.
 *
 * Payments of the losing side are not counted, because after a gap they may be missing. Without a known price the entry
 * prices are used.
 *
 * @example worstCaseExposure(0.011 bought at 65850, { bid: price('65850'), ask: price('65850.01') }, 200_000) // 144.87
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

/** Funds of the house account that back new risk, USDT. */
export type RiskCapital = {
  readonly reserve: Usdt
  /** Debt of the house account from profits beyond its reserves; above 0 no position is opened. */
  readonly debt: Usdt
}

/**
 * Returns whether the house account has no debt and its trading reserve stays above zero after the worst case of every
 * market at once. A new position for which it does not is refused with `insufficientReserve`.
 *
 * @example isReserveSufficient({ reserve: usdt('1000'), debt: usdt('0') }, [usdt('144.87'), usdt('900')]) // false
 * @example isReserveSufficient({ reserve: usdt('1000'), debt: usdt('1') }, []) // false
 */
export const isReserveSufficient = ({ reserve, debt }: RiskCapital, worst: readonly Usdt[]): boolean =>
  debt <= 0n && reserve > worst.reduce((sum, one) => sum + one, 0n)
