/** What tests and tools use of this module besides its public API. */

export { depositPages } from './pages/pages.ts'
export { depositRoutes } from './routes.ts'
export { createCheckoutDeposit } from './service/checkout.ts'
export { depositReviews } from './service/depositReview.ts'
export { depositInvariants } from './store/invariants.ts'
