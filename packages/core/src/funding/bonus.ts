import { multiplyDivide, type Usdt, usdt } from '../money/units.ts'

/** Where a customer stands with the first-deposit bonus. */
export const bonusStates = ['off', 'waiting', 'claimable', 'claimed', 'over'] as const
export type BonusState = (typeof bonusStates)[number]

/** The bonus is this share of the first deposit, in percent, and this much on top. */
export const bonusPercent = 20
export const bonusExtra = usdt('100')
/** How long after the first deposit the bonus can be claimed; milliseconds of the business calendar. */
export const bonusClaimWindowMs = 7 * 86_400_000

/**
 * The bonus of a first deposit: a fifth of it and 100 more, rounded down, at most `max`.
 *
 * @example bonusOf(usdt('1000'), usdt('500')) // 300 USDT
 * @example bonusOf(usdt('5000'), usdt('500')) // 500 USDT
 */
export const bonusAmount = (firstDeposit: Usdt, max: Usdt): Usdt => {
  const bonus = multiplyDivide(firstDeposit, BigInt(bonusPercent), 100n, 'floor') + bonusExtra
  return (bonus < max ? bonus : max) as Usdt
}

/** What is known of a customer when the bonus is asked about; instants of the business calendar. */
export type BonusInput = {
  /** The country's policy and the operator allow it. */
  readonly isOffered: boolean
  readonly claimed: boolean
  readonly firstDepositMs: number | null
}

/**
 * Where a customer stands. The seventh day's last millisecond still counts; what was claimed stays claimed
 * whatever the policy says later.
 *
 * @example bonusStateAt({ isOffered: true, claimed: false, firstDepositMs: 0 }, bonusLifeMs) // 'over'
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
