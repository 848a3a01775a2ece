import {
  allotmentQueryFromWire,
  applicationToWire,
  buySubscriptionFromWire,
  isOpenOnly,
  issueToWire,
  listApplicationsFromWire,
} from '@glasshouse/core/subscription/codec'
import type { SubscriptionOrder } from '@glasshouse/core/subscription/wire'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { OrderRecord } from './schema.ts'
import type { SubscriptionDeps } from './service/deps.ts'
import { buySubscription, cancelSubscription, paySubscription } from './service/orders.ts'
import { getAllotment, listSubscriptionProducts, listSubscriptions, viewOrder } from './service/view.ts'

/** Calls of subscriptions. */
export const subscriptionRoutes = (deps: SubscriptionDeps): AnyRoute[] => {
  const { db } = deps.database
  const view = async (order: OrderRecord): Promise<SubscriptionOrder> =>
    applicationToWire(await viewOrder(db, order))
  return [
    route('/api/product/productList', async ({ body }) =>
      (await listSubscriptionProducts(deps, isOpenOnly(body))).map(issueToWire),
    ),
    route('/api/subscription/buy', async ({ customer, body }) =>
      view(await buySubscription(deps, customer.uid, buySubscriptionFromWire(body))),
    ),
    route('/api/subscription/pay', async ({ customer, body }) =>
      view(await paySubscription(deps, customer.uid, body.id)),
    ),
    route('/api/subscription/cancel', async ({ customer, body }) =>
      view(await cancelSubscription(deps, customer.uid, body.id)),
    ),
    route('/api/subscription/mySubscription', async ({ customer, body }) => {
      const { rows, total } = await listSubscriptions(db, customer.uid, listApplicationsFromWire(body))
      return { rows: rows.map(applicationToWire), total }
    }),
    route('/api/subscription/allotment', async ({ body }) => getAllotment(db, allotmentQueryFromWire(body))),
  ]
}
