/** What tests and tools use of this module besides its public API. */
export { aiRoutes } from './routes.ts'
export { aiStaffRoutes } from './staff.ts'
export { aiInvariants } from './store/invariants.ts'
