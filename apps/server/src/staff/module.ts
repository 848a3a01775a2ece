import { sealedTotpColumn } from '../access/totp/index.ts'
import { staffJobs } from './jobs.ts'
import { staffRoutes } from './routes.ts'
import { staffInvariants } from './service/audit.ts'
import { inviteFirstManager } from './service/bootstrap.ts'
import { staffKind } from './service/principal.ts'
import { authenticateStaff } from './service/sessions.ts'
import { countManagers } from './store/bootstrap.ts'

/** What the composition root connects of this module. */
export const staffModule = {
  invariants: staffInvariants,
  jobs: staffJobs,
  routes: staffRoutes,
  sealedColumns: [sealedTotpColumn(staffKind)],
  provides: {
    countManagers,
    inviteFirstManager,
    authenticateStaff,
  },
}
