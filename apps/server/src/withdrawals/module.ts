import { withdrawalPersonalData } from './personalData.ts'
import { withdrawalRoutes } from './routes.ts'
import { listDestinationMarks } from './service/destinationMarks.ts'
import { sealedWithdrawals } from './service/sealed.ts'
import { withdrawalAmounts, withdrawalInvariants } from './store/invariants.ts'
import { countOutcomes, findDestinationUse, sumWithdrawalsSince } from './store/summary.ts'

/** What the composition root connects of this module. */
export const withdrawalsModule = {
  personalData: withdrawalPersonalData,
  amounts: {
    withdrawal: withdrawalAmounts,
  },
  invariants: withdrawalInvariants,
  routes: withdrawalRoutes,
  sealedColumns: sealedWithdrawals,
  provides: {
    countOutcomes,
    findDestinationUse,
    sumWithdrawalsSince,
    listDestinationMarks,
  },
}
