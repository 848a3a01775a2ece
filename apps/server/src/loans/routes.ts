import {
  applyForLoanFromWire,
  creditScoreToWire,
  loanTermsToWire,
  loanToWire,
} from '@glasshouse/core/loans/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { applyForLoan } from './service/apply.ts'
import { repayLoan } from './service/payments.ts'
import { getLoanTerms, type LoanDeps } from './service/terms.ts'
import { getCreditScore, listLoans, viewLoan } from './service/view.ts'

/** Calls of loans. */
export const loanRoutes = (deps: LoanDeps): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/loan/loanTerms', async ({ customer, body }) =>
      loanTermsToWire(await getLoanTerms(deps, customer.uid, body.days ?? null)),
    ),
    route('/api/loan/creditScore', async ({ customer }) =>
      creditScoreToWire(await getCreditScore(db, customer.uid)),
    ),
    route('/api/loan/applyLoan', async ({ customer, body }) =>
      applyForLoan(deps, customer.uid, applyForLoanFromWire(body)),
    ),
    route('/api/loan/myLoan', async ({ customer }) => (await listLoans(db, customer.uid)).map(loanToWire)),
    route('/api/loan/repay', async ({ customer, body }) =>
      loanToWire(await viewLoan(db, await repayLoan(deps, customer.uid, body))),
    ),
  ]
}
