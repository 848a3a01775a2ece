/** What tests and tools use of this module besides its public API. */

export { consoleRoutes } from './staff.ts'
export { consoleInvariants } from './store.ts'
