/** What tests and tools use of this module besides its public API. */
export { eligibilityRoutes } from './routes.ts'
export { readLimits } from './service/limits.ts'
