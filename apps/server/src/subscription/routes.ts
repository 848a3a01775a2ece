import { type AnyRoute, route } from '../platform/http/index.ts'
import type { SubscriptionDeps } from './service/deps.ts'
import { buySubscription, cancelSubscription, paySubscription } from './service/orders.ts'
import { getAllotment, listSubscriptionProducts, listSubscriptions, viewOrder } from './service/view.ts'

/** Calls of subscriptions. */
export const subscriptionRoutes = (deps: SubscriptionDeps): AnyRoute[] => {
  const { db } = deps.database
  return [
    route('/api/product/productList', async ({ body }) => listSubscriptionProducts(deps, body)),
    route('/api/subscription/buy', async ({ customer, body }) =>
      viewOrder(db, await buySubscription(deps, customer.uid, body)),
    ),
    route('/api/subscription/pay', async ({ customer, body }) =>
      viewOrder(db, await paySubscription(deps, customer.uid, body.id)),
    ),
    route('/api/subscription/cancel', async ({ customer, body }) =>
      viewOrder(db, await cancelSubscription(deps, customer.uid, body.id)),
    ),
    route('/api/subscription/mySubscription', async ({ customer, body }) =>
      listSubscriptions(db, customer.uid, body),
    ),
    route('/api/subscription/allotment', async ({ body }) => getAllotment(db, body)),
  ]
}
