import type { Markets } from '../markets/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { type Alerts, listAlerts } from './service/alerts.ts'

/** Calls of price alerts. */
export const alertRoutes = (
  { database, markets }: Pick<Platform, 'database'> & { readonly markets: Pick<Markets, 'product'> },
  alerts: Pick<Alerts, 'add' | 'remove'>,
): readonly AnyRoute[] => [
  route('/api/user/priceAlerts', async ({ customer }) => listAlerts(database.db, markets, customer.uid)),
  route('/api/user/addPriceAlert', async ({ customer, body }) => alerts.add(customer.uid, body)),
  route('/api/user/removePriceAlert', async ({ customer, body }) => {
    await alerts.remove(customer.uid, body.id)
    return {}
  }),
]
