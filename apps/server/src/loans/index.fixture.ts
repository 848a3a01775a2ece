/** What tests and tools use of this module besides its public API. */

export { repayLoan } from './service/payments.ts'
export { getLoanTerms } from './service/terms.ts'
export { getCreditScore } from './service/view.ts'
export { loanInvariants } from './store/invariants.ts'
export { sumOwedBy as sumLoansOwedBy } from './store/loans.ts'
