import { type AnyRoute, route } from '../platform/index.ts'
import { type ConsoleDeps, readCustomer, searchCustomers, setCustomer } from './service.ts'

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
]
