/** Wire forms of loans. */
import type { BodyOf } from '../calls.ts'
import type { Usdt } from '../money/units.ts'

const states = ['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'] as const
export type LoanState = (typeof states)[number]

/** State of a loan by its wire status. */
export const loanState = ({ status }: { readonly status: 0 | 1 | 2 | 3 | 4 | 5 }): LoanState => states[status]

/** A loan that a customer asks for. */
export type ApplyForLoanCommand = {
  /** Null for the whole limit. */
  readonly amount: Usdt | null
  /** Null for the default. */
  readonly days: number | null
  /** Whether it is repaid from the wallet on the due day. */
  readonly autorepay: boolean
}

/** Parses the request of `/api/loan/applyLoan`. */
export const applyForLoanFromWire = ({
  amount,
  days,
  autorepay,
}: BodyOf<'/api/loan/applyLoan'>): ApplyForLoanCommand => ({
  amount: amount ?? null,
  days: days ?? null,
  autorepay: autorepay === 1,
})

/** An amount to pay back of a loan; what exceeds the debt is not taken. */
export type RepayLoanCommand = { readonly id: number; readonly amount: Usdt }
