export { loanRoutes } from './routes.ts'
export { applyForLoan } from './service/apply.ts'
export { settleLoans } from './service/midnight.ts'
export { repayLoan } from './service/payments.ts'
export { loanReviews } from './service/review.ts'
export { recordStaffScore } from './service/score.ts'
export { getLoanTerms } from './service/terms.ts'
export {
  exportLoanInterest,
  exportLoanPayments,
  exportLoanStandings,
  exportLoans,
  exportScoreEvents,
  getCreditScore,
  listLoans,
} from './service/view.ts'
export { loanAmounts, loanInvariants } from './store/invariants.ts'
export {
  countOpenLoans,
  sumOutstanding as sumLoansOutstanding,
  sumOwedBy as sumLoansOwedBy,
} from './store/loans.ts'
