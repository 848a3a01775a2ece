import { listTradesFromWire } from '@glasshouse/core/performance/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { getEquity, getTradeDays, listTrades, type PerformanceDeps } from './service/performance.ts'
import { createTradesLink } from './service/tradesCsv.ts'

/** Calls of a customer’s performance. */
export const performanceRoutes = (deps: PerformanceDeps): readonly AnyRoute[] => [
  route('/api/performance/trades', async ({ customer, body }) =>
    listTrades(deps, customer.uid, listTradesFromWire(body)),
  ),
  route('/api/performance/days', async ({ customer, body }) => getTradeDays(deps, customer.uid, body)),
  route('/api/performance/equity', async ({ customer, body }) =>
    getEquity(deps.database.db, deps.clock.business(), customer.uid, body.days),
  ),
  route('/api/performance/export', async ({ customer, body }) => createTradesLink(deps, customer.uid, body)),
]
