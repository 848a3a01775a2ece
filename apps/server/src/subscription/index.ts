export { advanceOneIssue } from './service/advance.ts'

export type { DrawHeads, SubscriptionDeps } from './service/deps.ts'
export { settleSubscriptions } from './service/midnight.ts'
export { buySubscription, cancelSubscriptionsOf, paySubscription } from './service/orders.ts'
export {
  findSubscriptionPrice,
  listSubscriptionIssues,
  listSubscriptionReserves,
  lockSubscriptionPromise,
  saveSubscriptionIssue,
} from './service/products.ts'
export { subscriptionReviews } from './service/review.ts'
export { listSubscriptions } from './service/view.ts'

export { listIssueStates } from './store/issues.ts'
