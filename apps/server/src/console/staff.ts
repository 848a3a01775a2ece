import { type AnyRoute, route } from '../platform/index.ts'
import { type ConsoleDeps, readCustomer, searchCustomers, setCustomer } from './service/customers.ts'
import { fund, listFundings, listReserves } from './service/capital.ts'
import { grantExperience } from './service/grant.ts'
import { checkLedger, type HealthDeps, readHealth } from './service/health.ts'

export const consoleRoutes = (deps: ConsoleDeps): AnyRoute[] => [
  route('/staff/api/userSearch', async ({ body, staff, ip, userAgent }) =>
    searchCustomers(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/userDetail', async ({ body, staff, ip, userAgent }) =>
    readCustomer(deps, staff, { ip, userAgent }, body.uid),
  ),
  route('/staff/api/userSet', async ({ body, staff, ip, userAgent }) =>
    setCustomer(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/fund', async ({ body, staff, ip, userAgent }) =>
    fund(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/experienceGrant', async ({ body, staff, ip, userAgent }) =>
    grantExperience(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/reserveList', async ({ staff, ip, userAgent }) =>
    listReserves(deps, staff, { ip, userAgent }),
  ),
  route('/staff/api/fundList', async ({ body, staff, ip, userAgent }) =>
    listFundings(deps, staff, { ip, userAgent }, body),
  ),
]

/** The calls that look at the whole house. */
export const healthRoutes = (deps: HealthDeps): AnyRoute[] => [
  route('/staff/api/metrics', async ({ staff, ip, userAgent }) => readHealth(deps, staff, { ip, userAgent })),
  route('/staff/api/ledgerCheck', async ({ body, staff, ip, userAgent }) =>
    checkLedger(deps, staff, { ip, userAgent }, body),
  ),
]
