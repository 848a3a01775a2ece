/** What tests and tools use of this module besides its public API. */
export { getReview } from './service/read.ts'
export { reviewRoutes } from './staff.ts'
