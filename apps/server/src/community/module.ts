import { communityPersonalData } from './personalData.ts'
import { communityRoutes } from './routes.ts'
import { communityStaffRoutes } from './staff.ts'
import { communityInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const communityModule = {
  personalData: communityPersonalData,
  invariants: communityInvariants,
  routes: communityRoutes,
  staffRoutes: communityStaffRoutes,
}
