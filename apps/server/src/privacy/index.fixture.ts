/** What tests and tools use of this module besides its public API. */

export { createDataExport, privacyPages, privacyRoutes } from './routes.ts'
export { closeAccount } from './service/close.ts'
export { privacyInvariants } from './store.ts'
