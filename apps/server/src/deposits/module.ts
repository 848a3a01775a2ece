import { depositJobs, startDepositChecks } from './jobs.ts'
import { depositPages } from './pages/pages.ts'
import { depositPersonalData } from './personalData.ts'
import { bonusRoutes, depositRoutes } from './routes.ts'
import { depositReviews } from './service/depositReview.ts'
import { findFirstPaidDeposit } from './store/deposits.ts'
import { depositAmounts, depositInvariants } from './store/invariants.ts'
import { countDepositOutcomes, sumDepositsSince } from './store/summary.ts'

/** What the composition root connects of this module. */
export const depositsModule = {
  personalData: depositPersonalData,
  amounts: {
    deposit: depositAmounts,
    depositBonus: depositAmounts,
  },
  invariants: depositInvariants,
  jobs: depositJobs,
  pages: depositPages,
  routes: depositRoutes,
  provides: {
    countDepositOutcomes,
    findFirstPaidDeposit,
    sumDepositsSince,
    startDepositChecks,
    depositReviews,
    bonusRoutes,
  },
}
