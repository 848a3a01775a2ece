/** What tests and tools use of this module besides its public API. */

export { uploadPages, uploadRoutes } from './routes.ts'
export { openUploads, type Quota } from './service.ts'
