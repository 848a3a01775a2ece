import { multiplyDivide, type Usdt, usdt } from '../money/units.ts'

/** State of the first-deposit bonus of a customer. */
export const bonusStates = ['off', 'waiting', 'claimable', 'claimed', 'over'] as const
export type BonusState = (typeof bonusStates)[number]

/** The bonus is this percentage of the first deposit plus `bonusExtra`. */
export const bonusPercent = 20
export const bonusExtra = usdt('100')
/** How long after the first deposit the bonus can be claimed; milliseconds of the business calendar. */
export const bonusClaimWindowMs = 7 * 86_400_000

/**
 * Bonus of a first deposit: a fifth of it plus 100 USDT, rounded down, at most `max`.
 *
 * @example bonusAmount(usdt('1000'), usdt('500')) // 300 USDT
 * @example bonusAmount(usdt('5000'), usdt('500')) // 500 USDT
 */
export const bonusAmount = (firstDeposit: Usdt, max: Usdt): Usdt => {
  const bonus = multiplyDivide(firstDeposit, BigInt(bonusPercent), 100n, 'floor') + bonusExtra
  return (bonus < max ? bonus : max) as Usdt
}

/** Input of the bonus state; instants of the business calendar. */
export type BonusInput = {
  /** The country's policy and the operator allow it. */
  readonly isOffered: boolean
  readonly claimed: boolean
  readonly firstDepositMs: number | null
}

/**
 * State of the bonus. The last millisecond of the seventh day still counts. A claimed bonus stays claimed when the
 * policy changes.
 *
 * @example bonusStateAt({ isOffered: true, claimed: false, firstDepositMs: 0 }, bonusClaimWindowMs) // 'over'
 */
export const bonusStateAt = (
  { isOffered, claimed, firstDepositMs }: BonusInput,
  nowMs: number,
): BonusState => {
  if (claimed) return 'claimed'
  if (!isOffered) return 'off'
  if (firstDepositMs === null) return 'waiting'
  return nowMs < firstDepositMs + bonusClaimWindowMs ? 'claimable' : 'over'
}
