/** What tests and tools use of this module besides its public API. */

export { advanceIssues } from './service/advance.ts'
export { applicationsCsv } from './service/applicationsCsv.ts'
export type { DrawHead } from './service/deps.ts'
export { cancelSubscription } from './service/orders.ts'
export { getAllotment, listSubscriptionProducts } from './service/view.ts'
export { subscriptionInvariants } from './store/invariants.ts'
