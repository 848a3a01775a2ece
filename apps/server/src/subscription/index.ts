export { startIssueWatch } from './jobs.ts'
export { subscriptionRoutes } from './routes.ts'
export { advanceIssues, advanceOneIssue } from './service/advance.ts'
export { applicationsCsv } from './service/applicationsCsv.ts'
export type { DrawHead, DrawHeads, SubscriptionDeps } from './service/deps.ts'
export { settleSubscriptions } from './service/midnight.ts'
export {
  buySubscription,
  cancelSubscription,
  cancelSubscriptionsOf,
  paySubscription,
} from './service/orders.ts'
export {
  listSubscriptionIssues,
  listSubscriptionReserves,
  lockSubscriptionPromise,
  saveSubscriptionIssue,
} from './service/products.ts'
export { subscriptionReviews } from './service/review.ts'
export {
  exportAllotments,
  exportSubscriptions,
  getAllotment,
  listSubscriptionProducts,
  listSubscriptions,
} from './service/view.ts'
export { subscriptionAmounts, subscriptionInvariants } from './store/invariants.ts'
export { listIssueStates } from './store/issues.ts'
