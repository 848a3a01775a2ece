/**
 * The verdict on a withdrawal, used by the quote call, the command and the page. Order: amount, destination, pause, daily
 * cap, balance. The command verifies the withdrawal password after the destination.
 */
import { accept, type Judgement, reject } from '../money/judgement.ts'
import { amountScale, type Usdt } from '../money/units.ts'
import { type Cooldown, withdrawalFee } from './rules.ts'

/** What anybody with the session may learn before the withdrawal password is verified. */
export type WithdrawalRequestFacts = {
  /** Limits of the method, both included. */
  readonly min: Usdt
  readonly max: Usdt
  /** A destination of the method is saved. */
  readonly hasDestination: boolean
}

/** What decides about a withdrawal. */
export type WithdrawalFacts = WithdrawalRequestFacts & {
  /** The pause of digital withdrawals; null where there is none, and always for a bank. */
  readonly pause: Cooldown | null
  /** Rest of the daily cap; null with a running wealth product, which removes the cap and the fee. */
  readonly capLeft: Usdt | null
  /** Free in the wallet. */
  readonly available: Usdt
}

export type WithdrawalRequestProblem =
  | { readonly kind: 'notWhole' | 'belowMin' | 'aboveMax'; readonly min: Usdt; readonly max: Usdt }
  | { readonly kind: 'noDestination' }
export type WithdrawalProblem =
  | WithdrawalRequestProblem
  | { readonly kind: 'paused'; readonly pause: Cooldown }
  | { readonly kind: 'aboveCap'; readonly capLeft: Usdt }
  | { readonly kind: 'insufficientBalance'; readonly available: Usdt }

/** Amounts of a withdrawal: `amount` leaves the wallet, `net` is paid out, `fee` is the rest. */
export type WithdrawalPlan = { readonly amount: Usdt; readonly fee: Usdt; readonly net: Usdt }

const oneUsdt = 10n ** BigInt(amountScale)

/**
 * Fee and payout of an amount, whether or not it is accepted.
 *
 * @example priceWithdrawal(usdt('100'), { capLeft: usdt('10000') }) // fee 5, net 95
 */
export const priceWithdrawal = (
  amount: Usdt,
  { capLeft }: Pick<WithdrawalFacts, 'capLeft'>,
): WithdrawalPlan => {
  const fee = withdrawalFee(amount, capLeft === null)
  return { amount, fee, net: (amount - fee) as Usdt }
}

/**
 * First part of the verdict: amount and destination. `amount` is null where the text is not whole USDT.
 *
 * @example judgeWithdrawalRequest({ min: usdt('50'), max: usdt('50000'), hasDestination: true }, usdt('49')).problem
 * // { kind: 'belowMin', min: 50 USDT, max: 50000 USDT }
 */
export const judgeWithdrawalRequest = (
  { min, max, hasDestination }: WithdrawalRequestFacts,
  amount: Usdt | null,
): Judgement<Usdt, WithdrawalRequestProblem> => {
  if (amount === null || amount % oneUsdt !== 0n) return reject({ kind: 'notWhole', min, max })
  if (amount < min || amount === 0n) return reject({ kind: 'belowMin', min, max })
  if (amount > max) return reject({ kind: 'aboveMax', min, max })
  return hasDestination ? accept(amount) : reject({ kind: 'noDestination' })
}

/**
 * The whole verdict: the plan with fee and payout, or the first problem.
 *
 * @example judgeWithdrawal({ min: usdt('50'), max: usdt('50000'), hasDestination: true, pause: null,
 *   capLeft: usdt('10000'), available: usdt('9000') }, usdt('100')).plan // { amount: 100, fee: 5, net: 95 }
 */
export const judgeWithdrawal = (
  facts: WithdrawalFacts,
  amount: Usdt | null,
): Judgement<WithdrawalPlan, WithdrawalProblem> => {
  const request = judgeWithdrawalRequest(facts, amount)
  if (request.problem !== null) return request
  const { pause, capLeft, available } = facts
  if (pause !== null) return reject({ kind: 'paused', pause })
  if (capLeft !== null && request.plan > capLeft) return reject({ kind: 'aboveCap', capLeft })
  if (request.plan > available) return reject({ kind: 'insufficientBalance', available })
  return accept(priceWithdrawal(request.plan, facts))
}

/**
 * Largest amount that limits, cap and balance allow, in whole USDT; it may be below the minimum.
 *
 * @example maxWithdrawal({ max: usdt('50000'), capLeft: null, available: usdt('9000.5') }) // 9000 USDT
 */
export const maxWithdrawal = ({
  max,
  capLeft,
  available,
}: Pick<WithdrawalFacts, 'max' | 'capLeft' | 'available'>): Usdt => {
  const bounds = [max, available, ...(capLeft === null ? [] : [capLeft])]
  return wholePart(bounds.reduce((least, bound) => (bound < least ? bound : least)))
}

/** Amount truncated to whole USDT. */
export const wholePart = (amount: Usdt): Usdt => (amount - (amount % oneUsdt)) as Usdt

/** Smallest whole amount that the minimum allows, at least 1 USDT. */
export const minWithdrawal = ({ min }: Pick<WithdrawalFacts, 'min'>): Usdt =>
  min === 0n ? (oneUsdt as Usdt) : wholePart((min + oneUsdt - 1n) as Usdt)
