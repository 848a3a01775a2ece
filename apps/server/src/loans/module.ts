import { loanPersonalData } from './personalData.ts'
import { loanRoutes } from './routes.ts'
import { loanAmounts, loanInvariants } from './store/invariants.ts'
import {
  countLoanOutcomes,
  sumOutstanding as sumLoansOutstanding,
  sumOwedBy as sumLoansOwedBy,
} from './store/loans.ts'

/** What the composition root connects of this module. */
export const loansModule = {
  personalData: loanPersonalData,
  amounts: {
    loanPaidOut: loanAmounts,
    loanRepaid: loanAmounts,
    loanSeized: loanAmounts,
    loanShortfall: loanAmounts,
  },
  invariants: loanInvariants,
  routes: loanRoutes,
  provides: {
    countLoanOutcomes,
    sumLoansOutstanding,
    sumLoansOwedBy,
  },
}
