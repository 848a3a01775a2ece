/** What tests and tools use of this module besides its public API. */

export { staffRoutes } from './routes.ts'
export { staffInvariants } from './service/audit.ts'
export { staffKind } from './service/principal.ts'
export { authenticateStaff } from './service/sessions.ts'
