/** What tests and tools use of this module besides its public API. */

export { communityRoutes } from './routes.ts'
export { communityStaffRoutes } from './staff.ts'
export { communityInvariants } from './store/invariants.ts'
