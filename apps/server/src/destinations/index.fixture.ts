/** What tests and tools use of this module besides its public API. */
export { destinationRoutes } from './routes.ts'
