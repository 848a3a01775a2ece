import { categoryNames } from '@glasshouse/core/invest/texts'
import { type AnyRoute, route } from '../platform/index.ts'
import { getProductDetail, listCatalog } from './service/catalog.ts'
import { getSummary, listAttribution, listOrderAccruals, listOrders } from './service/orders.ts'
import { buyBaseCycle, buyExperience, buyFurtherCycle, type InvestDeps } from './service/purchase.ts'
import { redeemOrder } from './service/redemption.ts'
import { viewOrder } from './service/view.ts'

export const investRoutes = (deps: InvestDeps): AnyRoute[] => {
  const { db } = deps.database
  const now = () => deps.clock.business()
  return [
    route('/api/invest/productType', async ({ lang }) => categoryNames(lang)),
    route('/api/invest/productlist', async ({ body }) => listCatalog(db, body)),
    route('/api/invest/productDetail', async ({ body, lang }) => getProductDetail(db, body.id, lang)),
    route('/api/invest/buy', async ({ customer, body }) =>
      viewOrder(await buyBaseCycle(deps, customer, body), now()),
    ),
    route('/api/invest/buy2', async ({ customer, body }) =>
      viewOrder(await buyFurtherCycle(deps, customer, body), now()),
    ),
    route('/api/invest/freebuy', async ({ customer, body }) =>
      viewOrder(await buyExperience(deps, customer, body), now()),
    ),
    route('/api/invest/myFinancial', async ({ customer, body }) => listOrders(deps, customer.uid, body)),
    route('/api/invest/redemption', async ({ customer, body }) =>
      viewOrder(await redeemOrder(deps, customer, body.id), now()),
    ),
    route('/api/invest/financialDetail', async ({ customer, body }) =>
      listOrderAccruals(deps, customer.uid, body),
    ),
    route('/api/invest/buyDetail', async ({ customer, body }) => listAttribution(deps, customer.uid, body)),
    route('/api/invest/summary', async ({ customer }) => getSummary(deps, customer.uid)),
  ]
}
