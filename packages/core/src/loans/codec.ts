/** Wire forms of loans. */
import type { BodyOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import type { LoanCollateral } from './wire.ts'

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

/** An order that can secure a loan, and whether it does. */
export type Collateral = {
  readonly id: number
  readonly productName: string
  readonly principal: Usdt
  /** What an early redemption now would return of the principal. */
  readonly value: Usdt
  readonly endsMs: number
  /** Why it does not count for a loan of these days; null where it does. */
  readonly reason: LoanCollateral['reason']
}

/** Formats an order that can secure a loan for `/api/loan/loanTerms`. */
export const collateralToWire = (order: Collateral): LoanCollateral => ({
  id: order.id,
  typename: order.productName,
  buymoney: formatUsdt(order.principal),
  value: formatUsdt(order.value),
  endtime: order.endsMs,
  counts: order.reason === null,
  reason: order.reason,
})

/** Parses an order that can secure a loan. */
export const collateralFromWire = (row: LoanCollateral): Collateral => ({
  id: row.id,
  productName: row.typename,
  principal: usdt(row.buymoney),
  value: usdt(row.value),
  endsMs: row.endtime,
  reason: row.reason,
})
