/**
 * The verdict on the beginning of a deposit, used by the commands and the pages. Order: amount, closed account, pause and
 * limit of one's own, pending deposits. Money that arrived is credited whatever the verdict would be now.
 */
import { accept, type Judgement, reject } from '../money/judgement.ts'
import type { Usdt } from '../money/units.ts'
import { maxPendingDeposits } from './rules.ts'

/** Limits of a channel or a network, both included; null while a page does not know one. */
export type DepositLimits = { readonly min: Usdt | null; readonly max: Usdt | null }

/** What the customer's account lets begin. */
export type DepositAllowance = {
  readonly isClosed: boolean
  /** End of a self-imposed pause, business time; null where none runs. */
  readonly pausedUntilMs: number | null
  /** The self-imposed limit of a day, what is left of it, and when the next day begins; null without one. */
  readonly ownLimit: { readonly limit: Usdt; readonly left: Usdt; readonly untilMs: number } | null
  /** Deposits that wait and cost work; null for a method without such work. */
  readonly pending: number | null
}

export type DepositAmountProblem = DepositLimits & { readonly kind: 'belowMin' | 'aboveMax' }
export type DepositAllowanceProblem =
  | { readonly kind: 'closed' }
  | { readonly kind: 'ownPause'; readonly untilMs: number }
  | { readonly kind: 'ownLimit'; readonly limit: Usdt; readonly left: Usdt; readonly untilMs: number }
  | { readonly kind: 'tooManyPending'; readonly max: number }
export type DepositProblem = DepositAmountProblem | DepositAllowanceProblem

/**
 * First part of the verdict: the amount. All that a page can know before it asks.
 *
 * @example judgeDepositAmount({ min: usdt('10'), max: usdt('50000') }, usdt('9')).problem
 * // { kind: 'belowMin', min: 10 USDT, max: 50000 USDT }
 */
export const judgeDepositAmount = (
  { min, max }: DepositLimits,
  amount: Usdt,
): Judgement<Usdt, DepositAmountProblem> => {
  if (min !== null && amount < min) return reject({ kind: 'belowMin', min, max })
  return max !== null && amount > max ? reject({ kind: 'aboveMax', min, max }) : accept(amount)
}

/**
 * Second part of the verdict: what the account lets begin, also asked for the part of a payment that is worth more than
 * was invoiced.
 *
 * @example judgeDepositAllowance({ isClosed: false, pausedUntilMs: null, ownLimit: null, pending: 10 }, usdt('5')).problem
 * // { kind: 'tooManyPending', max: 10 }
 */
export const judgeDepositAllowance = (
  { isClosed, pausedUntilMs, ownLimit, pending }: DepositAllowance,
  amount: Usdt,
): Judgement<Usdt, DepositAllowanceProblem> => {
  if (isClosed) return reject({ kind: 'closed' })
  if (pausedUntilMs !== null) return reject({ kind: 'ownPause', untilMs: pausedUntilMs })
  if (ownLimit !== null && amount > ownLimit.left) return reject({ kind: 'ownLimit', ...ownLimit })
  return pending !== null && pending >= maxPendingDeposits
    ? reject({ kind: 'tooManyPending', max: maxPendingDeposits })
    : accept(amount)
}

/** The whole verdict: the amount, or the first problem of both parts. */
export const judgeDeposit = (
  facts: DepositLimits & DepositAllowance,
  amount: Usdt,
): Judgement<Usdt, DepositProblem> => {
  const first = judgeDepositAmount(facts, amount)
  return first.problem !== null ? first : judgeDepositAllowance(facts, amount)
}
