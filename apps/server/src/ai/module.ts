import { aiJobs } from './jobs.ts'
import { aiListeners } from './listeners.ts'
import { aiPersonalData } from './personalData.ts'
import { aiRoutes } from './routes.ts'
import { runsOfEngine, runsOfLeader } from './service/share.ts'
import { startAiWorker, startSharedAiWorker } from './service/worker.ts'
import { aiStaffRoutes } from './staff.ts'
import { aiInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const aiModule = {
  personalData: aiPersonalData,
  invariants: aiInvariants,
  jobs: aiJobs,
  listeners: aiListeners,
  routes: aiRoutes,
  staffRoutes: aiStaffRoutes,
  provides: {
    startAiWorker,
    startSharedAiWorker,
    runsOfLeader,
    runsOfEngine,
  },
}
