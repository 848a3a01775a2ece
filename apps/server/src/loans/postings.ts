import type { RedemptionAmounts } from '@glasshouse/core/invest/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type LedgerTransaction, movingTransfers } from '@glasshouse/core/ledger/rules'
import type { Owed } from '@glasshouse/core/loans/rules'
import type { Usdt } from '@glasshouse/core/money/units'

type Borrower = { readonly id: number; readonly uid: number }

/** Paid out: house loans → wallet. */
export const loanPaidOutPosting = ({ id, uid }: Borrower, amount: bigint): LedgerTransaction => ({
  cause: { kind: 'loanPaidOut', id },
  key: `loan-out:${id}`,
  transfers: [{ from: house('loans'), to: customer(uid, 'wallet'), amount, type: journal.loanReceived }],
})

/** Repaid: wallet → house fees, the interest; wallet → house loans, the principal. `number` counts the payments of a loan. */
export const loanRepaidPosting = (
  { id, uid }: Borrower,
  number: number,
  { interest, principal }: Owed,
): LedgerTransaction => ({
  cause: { kind: 'loanRepaid', id },
  key: `loan-repaid:${id}:${number}`,
  transfers: movingTransfers([
    { from: customer(uid, 'wallet'), to: house('fees'), amount: interest, type: journal.loanInterest },
    { from: customer(uid, 'wallet'), to: house('loans'), amount: principal, type: journal.loanRepaid },
  ]),
})

/**
 * Seized: an order is redeemed as a customer redeems it, hold of principal → interest reserve, the fee of a fixed order,
 * and interest reserve → wallet, what remains of a compound order's interest. Then hold → house fees, interest of the
 * loan; hold → house loans, principal of the loan; hold → wallet, the surplus.
 */
export const loanSeizedPosting = (
  loanId: number,
  order: { readonly id: number; readonly uid: number; readonly productId: number; readonly principal: Usdt },
  back: RedemptionAmounts,
  paid: Owed & { readonly surplus: Usdt },
): LedgerTransaction => {
  const held = customer(order.uid, 'principal')
  const wallet = customer(order.uid, 'wallet')
  const reserve = house(`interest:${order.productId}`)
  return {
    cause: { kind: 'loanSeized', id: order.id },
    key: `loan-seized:${loanId}:${order.id}`,
    transfers: movingTransfers([
      { from: held, to: reserve, amount: order.principal - back.principal, type: journal.redemptionFee },
      { from: reserve, to: wallet, amount: back.interest, type: journal.investmentIncome },
      { from: held, to: house('fees'), amount: paid.interest, type: journal.loanInterest },
      { from: held, to: house('loans'), amount: paid.principal, type: journal.loanRepaid },
      { from: held, to: wallet, amount: paid.surplus, type: journal.principalReturned },
    ]),
  }
}

/** What the security did not cover: insurance fund → house loans. The customer owes nothing more. */
export const loanShortfallPosting = (id: number, amount: bigint): LedgerTransaction => ({
  cause: { kind: 'loanShortfall', id },
  key: `loan-shortfall:${id}`,
  transfers: [{ from: house('insurance'), to: house('loans'), amount, type: journal.loanRepaid }],
})
