import { updateAlertMetrics } from './jobs.ts'
import { consoleRoutes, healthRoutes } from './staff.ts'
import { capitalAmounts, consoleInvariants } from './store.ts'

/** What the composition root connects of this module. */
export const consoleModule = {
  amounts: {
    experienceGrant: capitalAmounts,
    fund: capitalAmounts,
  },
  invariants: consoleInvariants,
  staffRoutes: consoleRoutes,
  provides: {
    updateAlertMetrics,
    healthRoutes,
  },
}
