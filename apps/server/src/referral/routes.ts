import { clientToWire, listClientsFromWire, referralOverviewToWire } from '@glasshouse/core/referral/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { leaveReferrer } from './service/leave.ts'
import { getOverview, listClients } from './service/overview.ts'

/** Calls of the referral program. */
export const referralRoutes = (deps: Pick<Platform, 'settings' | 'clock' | 'database'>): AnyRoute[] => [
  route('/api/user/userCenter', async ({ customer }) =>
    referralOverviewToWire(await getOverview(deps, customer.uid)),
  ),
  route('/api/user/childList', async ({ customer, body }) => {
    const query = listClientsFromWire(body)
    const { rows, total } = await listClients(deps.database.db, customer.uid, query)
    return { rows: rows.map(clientToWire), total }
  }),
  route('/api/user/leaveReferrer', async ({ customer }) => {
    await leaveReferrer(deps, customer.uid)
    return {}
  }),
]
