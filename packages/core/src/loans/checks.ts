import type { Usdt } from '../money/units.ts'
import { loanStep } from './rules.ts'

/** States of a loan; a settled one was repaid from its collateral. */
export const loanStates = ['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'] as const
export type LoanState = (typeof loanStates)[number]

/** States in which money is owed. */
export const owingStates = ['running', 'overdue'] as const satisfies readonly LoanState[]

export const isOwing = (state: LoanState): boolean => owingStates.some((one) => one === state)

/** What decides whether a loan can be asked for. */
export type LoanRequest = {
  readonly amount: Usdt
  /** The smallest loan. */
  readonly min: Usdt
  /** The largest one, by security and score. */
  readonly max: Usdt
  /** A loan waits for review, or runs. */
  readonly hasOther: boolean
  /** What the loans reserve holds. */
  readonly available: Usdt
}

/** Why a loan cannot be asked for. */
export type LoanIssue =
  | { readonly code: 'oneLoan' }
  | { readonly code: 'outOfRange'; readonly min: Usdt; readonly max: Usdt; readonly step: Usdt }
  | { readonly code: 'insufficientReserve'; readonly max: Usdt }

/**
 * Validates a request for a loan.
 *
 * @returns the first of: another loan · amount outside the limits or no multiple of 10 · loans reserve
 */
export const validateLoan = ({ amount, min, max, hasOther, available }: LoanRequest): LoanIssue | null => {
  if (hasOther) return { code: 'oneLoan' }
  if (amount < min || amount > max || amount % loanStep !== 0n)
    return { code: 'outOfRange', min, max, step: loanStep }
  return amount > available ? { code: 'insufficientReserve', max: available } : null
}

/**
 * Days of a loan from the setting `loan_days`, ascending and each once.
 *
 * @example loanDaysOf('30,7,14') // [7, 14, 30]
 */
export const loanDaysOf = (text: string): readonly number[] =>
  [...new Set(text.split(',').map((part) => Number.parseInt(part, 10)))].sort((a, b) => a - b)

/**
 * Days of a loan where none were asked for: 30 where it is offered, else the longest; undefined where none are offered.
 *
 * @example usualLoanDays([7, 14, 60]) // 60
 */
export const usualLoanDays = (offered: readonly number[]): number | undefined =>
  offered.includes(30) ? 30 : offered.at(-1)
