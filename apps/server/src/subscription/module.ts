import { startIssueWatch } from './jobs.ts'
import { subscriptionPersonalData } from './personalData.ts'
import { subscriptionRoutes } from './routes.ts'
import { applicationsCsv } from './service/applicationsCsv.ts'
import { subscriptionAmounts, subscriptionInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const subscriptionModule = {
  personalData: subscriptionPersonalData,
  amounts: {
    subscriptionPaid: subscriptionAmounts,
  },
  invariants: subscriptionInvariants,
  routes: subscriptionRoutes,
  provides: {
    startIssueWatch,
    applicationsCsv,
  },
}
