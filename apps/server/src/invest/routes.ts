import { domainError } from '@glasshouse/core/errors/registry'
import { listLeadsFromWire, poolListFromWire } from '@glasshouse/core/invest/copy/codec'
import { leadRecordToWire, leadStatusToWire, leadToWire } from '@glasshouse/core/invest/copy/leads/codec'
import {
  attributedTradeToWire,
  poolDealingToWire,
  poolOrderToWire,
} from '@glasshouse/core/invest/copy/pool/codec'
import {
  investOrderToWire,
  investSummaryToWire,
  listAttributionFromWire,
  listInvestOrdersFromWire,
  listOrderDaysFromWire,
  orderDayToWire,
} from '@glasshouse/core/invest/orders/codec'
import { listProductsFromWire } from '@glasshouse/core/invest/products/codec'
import { investProductToWire, productDetailToWire } from '@glasshouse/core/invest/products/view/codec'
import {
  buyBaseFromWire,
  buyExperienceFromWire,
  buyFurtherFromWire,
} from '@glasshouse/core/invest/purchases/codec'
import { categoryNames } from '@glasshouse/core/invest/texts'
import { authenticateCustomer } from '../identity/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import type { OrderRow } from './schema.ts'
import { type DetailDeps, getProductDetail, listCatalog } from './service/catalog.ts'
import type { DealingDeps } from './service/copy/dealing.ts'
import { endCopyOrder } from './service/copy/exit.ts'
import { getLeadStatus } from './service/copy/leadStatus.ts'
import { applyAsLead, getLeadDetail, type LeadDeps, listLeads } from './service/copy/leads.ts'
import { listDealings, listOwnPoolOrders, listPoolTrades } from './service/copy/poolOrders.ts'
import { stopLeading } from './service/copy/stop.ts'
import type { InvestDeps } from './service/deps.ts'
import { getSummary, listAttribution, listOrderAccruals, listOrders, viewOrders } from './service/orders.ts'
import { buyBaseCycle, buyExperience, buyFurtherCycle } from './service/purchase.ts'
import { redeemOrder } from './service/redemption.ts'

/** Everything that the calls of customers need. */
export type InvestRouteDeps = InvestDeps &
  LeadDeps &
  DealingDeps &
  DetailDeps &
  Pick<Platform, 'log'> & {
    /** Name of a market by its number. */
    readonly titleOf: (pid: number) => string
  }

/** Calls of investment products, copy products and leads. */
export const investRoutes = (deps: InvestRouteDeps): AnyRoute[] => {
  const view = async (order: OrderRow) => {
    const [row] = await viewOrders(deps, deps.database.db, [order])
    if (row === undefined) throw domainError('notFound')
    return investOrderToWire(row)
  }
  return [
    route('/api/invest/productType', async ({ lang }) => categoryNames(lang)),
    route('/api/invest/productlist', async ({ body }) => {
      const { rows, total } = await listCatalog(deps, listProductsFromWire(body))
      return { rows: rows.map(investProductToWire), total }
    }),
    route('/api/invest/productDetail', async ({ body, lang, token }) =>
      productDetailToWire(
        await getProductDetail(deps, body.id, { lang, viewerUid: await viewerOf(deps, token) }),
      ),
    ),
    route('/api/invest/buy', async ({ customer, body }) =>
      view(await buyBaseCycle(deps, customer, buyBaseFromWire(body))),
    ),
    route('/api/invest/buy2', async ({ customer, body }) =>
      view(await buyFurtherCycle(deps, customer, buyFurtherFromWire(body))),
    ),
    route('/api/invest/freebuy', async ({ customer, body }) =>
      view(await buyExperience(deps, customer, buyExperienceFromWire(body))),
    ),
    route('/api/invest/myFinancial', async ({ customer, body }) => {
      const { rows, total } = await listOrders(deps, customer.uid, listInvestOrdersFromWire(body))
      return { rows: rows.map(investOrderToWire), total }
    }),
    route('/api/invest/redemption', async ({ customer, body }) =>
      view(await redeemOrder(deps, customer, body.id)),
    ),
    route('/api/invest/financialDetail', async ({ customer, body }) => {
      const { rows, total } = await listOrderAccruals(deps, customer.uid, listOrderDaysFromWire(body))
      return { rows: rows.map(orderDayToWire), total }
    }),
    route('/api/invest/buyDetail', async ({ customer, body }) => {
      const { rows, total } = await listAttribution(deps, customer.uid, listAttributionFromWire(body))
      return { rows: rows.map(attributedTradeToWire), total }
    }),
    route('/api/invest/summary', async ({ customer }) =>
      investSummaryToWire(await getSummary(deps, customer.uid)),
    ),
    ...copyRoutes(deps),
  ]
}

/** The customer who looks at what all users may see; null for a visitor. */
const viewerOf = async (
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  token: string | null,
): Promise<number | null> => {
  const session = token === null ? null : await authenticateCustomer(database.db, clock, token)
  return session?.kind === 'ok' ? session.customer.uid : null
}

const copyRoutes = (deps: InvestRouteDeps): AnyRoute[] => [
  route('/api/invest/overBySelf', async ({ customer, body }) => endCopyOrder(deps, customer, body)),
  route('/api/invest/poolOrders', async ({ customer, body }) => {
    const { rows, total } = await listOwnPoolOrders(deps, customer, poolListFromWire(body))
    return { rows: rows.map(poolOrderToWire), total }
  }),
  route('/api/invest/poolTrades', async ({ body }) => {
    const { rows, total } = await listPoolTrades(deps, poolListFromWire(body))
    return { rows: rows.map(poolOrderToWire), total }
  }),
  route('/api/invest/poolDealings', async ({ body }) => {
    const { rows, total } = await listDealings(deps, poolListFromWire(body))
    return { rows: rows.map(poolDealingToWire), total }
  }),
  route('/api/invest/leadList', async ({ body }) => {
    const { rows, total } = await listLeads(deps, listLeadsFromWire(body))
    return { rows: rows.map(leadToWire), total }
  }),
  route('/api/invest/leadDetail', async ({ body, token }) =>
    leadRecordToWire(await getLeadDetail(deps, body.id, await viewerOf(deps, token))),
  ),
  route('/api/invest/leadStatus', async ({ customer }) =>
    leadStatusToWire(await getLeadStatus(deps, customer)),
  ),
  route('/api/invest/leadApply', async ({ customer, body }) => applyAsLead(deps, customer, body)),
  route('/api/invest/leadStop', async ({ customer }) => {
    await stopLeading(deps, customer)
    return {}
  }),
]
