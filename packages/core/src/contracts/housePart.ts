/**
 * Parts of the house account. An engine that shares the customers with others decides by the part it has, so that it
 * locks no row of theirs; what a part cannot do by itself is decided again by the whole house account.
 */
import type { Usdt } from '../money/units.ts'
import type { Exposure } from './exposure.ts'
import type { PositionSide } from './rules.ts'
import type { HouseShare } from './settlement.ts'
import { openInterestOf, type SizeLimits } from './size.ts'

/** Ends a batch whose part of the house account is not enough: it is decided again by the whole house account. */
export class HousePartShort extends Error {
  constructor() {
    super('a part of the house account is not enough')
    this.name = 'HousePartShort'
  }
}

/** The trading reserve of a part and what it has of the open positions, as committed. */
export type HousePart = {
  readonly trading: Usdt
  /** Differences by market; negative where more was closed in this part than opened. */
  readonly exposures: ReadonlyMap<number, Exposure>
}

/** What a part has to know of the others. */
export type OtherParts = {
  readonly parts: readonly HousePart[]
  /**
   * What the live parts may open: each an equal share of what the cap leaves above the exposures of the general part. Null for the
   * general part, in which nothing is opened while parts are live.
   */
  readonly interest: { readonly general: ReadonlyMap<number, Exposure>; readonly parts: number } | null
}

/**
 * What a part lacks to pay its own worst case, 0 or more. It is more than it had after prices moved against it; the
 * other parts open nothing by as much of their own reserves.
 *
 * @example lackOf(usdt('100'), [usdt('90'), usdt('30')]) // 20
 */
export const lackOf = (reserve: Usdt, worst: readonly Usdt[]): Usdt => {
  const lack = worst.reduce((sum, one) => sum + one, 0n) - reserve
  return (lack > 0n ? lack : 0n) as Usdt
}

/**
 * The caps of a market in a part: of the open interest its equal share of what the general part leaves.
 *
 * @example of a cap of 100 with 40 in the general part, each of three live parts may have 20
 */
export const limitsOfPart = (
  limits: SizeLimits,
  { interest }: OtherParts,
  { pid, side }: { readonly pid: number; readonly side: PositionSide },
): SizeLimits => {
  if (interest === null) return { ...limits, interest: 0n as Usdt }
  const general = interest.general.get(pid)
  const left = limits.interest - (general === undefined ? 0n : openInterestOf(general, side))
  return { ...limits, interest: (left > 0n ? left / BigInt(interest.parts) : 0n) as Usdt }
}

/**
 * Requires that a part pays its share of a close whole: debt is recorded, and a loss written off, by the whole house account alone.
 *
 * @throws HousePartShort it does not
 */
export const assertPaidByPart = (
  { lossUnpaid, feeUnpaid }: { readonly lossUnpaid: Usdt; readonly feeUnpaid: Usdt },
  { profitFromInsurance, profitOwed, lossFromInsurance, feeFromInsurance }: HouseShare,
): void => {
  const isPaid =
    profitFromInsurance + profitOwed === 0n &&
    lossFromInsurance === lossUnpaid &&
    feeFromInsurance === feeUnpaid
  if (!isPaid) throw new HousePartShort()
}

/** What a part has, USDT. */
export type PartFunds = { readonly trading: Usdt; readonly insurance: Usdt }

/**
 * What each live part gets when all exposures are in the general part: an equal share of what the trading reserve has above
 * its whole worst case, and of the insurance fund. The general part keeps the worst case and a share too. Null where there is nothing to share.
 *
 * @example levelledFunds({ trading: usdt('1000'), insurance: usdt('90') }, { debt: usdt('0'), worst: [usdt('400')] }, 2) // 200 and 30 each
 */
export const levelledFunds = (
  { trading, insurance }: PartFunds,
  { debt, worst }: { readonly debt: Usdt; readonly worst: readonly Usdt[] },
  parts: number,
): PartFunds | null => {
  const surplus = worst.reduce((left, one) => left - one, trading as bigint)
  if (debt > 0n || surplus <= 0n || parts === 0) return null
  const by = BigInt(parts + 1)
  return { trading: (surplus / by) as Usdt, insurance: (insurance / by) as Usdt }
}

/** What a part has above its own worst case, and of the insurance fund. */
export type PartStanding = { readonly surplus: bigint; readonly insurance: Usdt }

/**
 * Whether live parts should be levelled: one of them, or the general one, has less than half of an equal share, or nothing is
 * left to share.
 */
export const isUneven = (parts: readonly PartStanding[]): boolean => {
  const many = BigInt(parts.length)
  const surplus = parts.reduce((sum, one) => sum + one.surplus, 0n)
  const insurance = parts.reduce((sum, one) => sum + one.insurance, 0n)
  return (
    surplus <= 0n ||
    parts.some((one) => one.surplus * 2n * many < surplus || one.insurance * 2n * many < insurance)
  )
}
