import { listTradesFromWire } from '@glasshouse/core/performance/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { getEquity, getTradeDays, listTrades } from './service/performance.ts'
import {
  getSharedTrade,
  getTradeLink,
  type SharingDeps,
  shareTrade,
  unshareTrade,
} from './service/sharing.ts'
import { createTradesLink } from './service/tradesCsv.ts'

/** Calls of a customer’s performance. */
export const performanceRoutes = (deps: SharingDeps): readonly AnyRoute[] => [
  route('/api/performance/trades', async ({ customer, body }) =>
    listTrades(deps, customer.uid, listTradesFromWire(body)),
  ),
  route('/api/performance/days', async ({ customer, body }) => getTradeDays(deps, customer.uid, body)),
  route('/api/performance/equity', async ({ customer, body }) =>
    getEquity(deps.database.db, deps.clock.business(), customer.uid, body.days),
  ),
  route('/api/performance/export', async ({ customer, body }) => createTradesLink(deps, customer.uid, body)),
  route('/api/performance/tradeLink', async ({ customer, body }) =>
    getTradeLink(deps, { uid: customer.uid, ...body }),
  ),
  route('/api/performance/shareTrade', async ({ customer, body }) =>
    shareTrade(deps, { uid: customer.uid, ...body }),
  ),
  route('/api/performance/unshareTrade', async ({ customer, body }) => {
    await unshareTrade(deps, { uid: customer.uid, ...body })
    return {}
  }),
  route('/api/performance/sharedTrade', async ({ body }) => getSharedTrade(deps, body.token)),
]
