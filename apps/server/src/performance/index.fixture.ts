/** What tests and tools use of this module besides its public API. */
export { performanceRoutes } from './routes.ts'
