import { capitalMovementToWire } from '@glasshouse/core/console/capital/codec'
import {
  experienceGrantToWire,
  productOfKindToWire,
  saveCommandFromWire,
} from '@glasshouse/core/console/codec'
import {
  customerDetailToWire,
  customerRowToWire,
  recentCustomersToWire,
  setCustomerFlagFromWire,
  setCustomerFlagResultToWire,
} from '@glasshouse/core/staff/customers/codec'
import { listedLockToWire } from '@glasshouse/core/staff/locks/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { listAccountLocks } from '../customers/locks/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { listCapitalMovements, listReserves, moveCapital } from './service/capital.ts'
import {
  type ConsoleDeps,
  getCustomerDetail,
  listRecentCustomers,
  searchCustomers,
  updateCustomerFlag,
} from './service/customers.ts'
import { grantTrialFunds } from './service/grant.ts'
import { checkLedger, getHealth, type HealthDeps, retryJob } from './service/health.ts'
import { listProductsOfKind, type ProductDeps, saveProductOfKind } from './service/products.ts'

/** Staff calls of customers, products, capital and health. */
export const consoleRoutes = (deps: ConsoleDeps & ProductDeps): AnyRoute[] => [
  route('/staff/api/userSearch', async ({ body, staff, ip, userAgent }) => {
    const query = { text: body.text, ...sortedPageFromWire(body) }
    const { rows, total } = await searchCustomers(deps, staff, { ip, userAgent }, query)
    return { rows: rows.map(customerRowToWire), total }
  }),
  route('/staff/api/userRecent', async ({ staff, ip, userAgent }) =>
    recentCustomersToWire(await listRecentCustomers(deps, staff, { ip, userAgent })),
  ),
  route('/staff/api/userDetail', async ({ body, staff, ip, userAgent }) =>
    customerDetailToWire(await getCustomerDetail(deps, staff, { ip, userAgent }, body.uid)),
  ),
  route('/staff/api/userSet', async ({ body, staff, ip, userAgent }) => {
    const command = setCustomerFlagFromWire(body)
    return setCustomerFlagResultToWire(await updateCustomerFlag(deps, staff, { ip, userAgent }, command))
  }),
  route('/staff/api/lockList', async ({ body, staff, ip, userAgent }) => {
    const query = { isEnded: body.ended === 1, ...sortedPageFromWire(body) }
    const { rows, total } = await listAccountLocks(deps, staff, { ip, userAgent }, query)
    return { rows: rows.map(listedLockToWire), total }
  }),
  route('/staff/api/productList', async ({ body, staff, ip, userAgent }) =>
    (await listProductsOfKind(deps, staff, { ip, userAgent }, body.kind)).map(productOfKindToWire),
  ),
  route('/staff/api/productSave', async ({ body, staff, ip, userAgent }) =>
    productOfKindToWire(await saveProductOfKind(deps, staff, { ip, userAgent }, saveCommandFromWire(body))),
  ),
  route('/staff/api/fund', async ({ body, staff, ip, userAgent }) =>
    moveCapital(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/experienceGrant', async ({ body, staff, ip, userAgent }) =>
    experienceGrantToWire(await grantTrialFunds(deps, staff, { ip, userAgent }, body)),
  ),
  route('/staff/api/reserveList', async ({ staff, ip, userAgent }) =>
    listReserves(deps, staff, { ip, userAgent }),
  ),
  route('/staff/api/fundList', async ({ body, staff, ip, userAgent }) => {
    const page = sortedPageFromWire(body)
    const { rows, total } = await listCapitalMovements(deps, staff, { ip, userAgent }, page)
    return { rows: rows.map(capitalMovementToWire), total }
  }),
]

/** Calls about the installation as a whole. */
export const healthRoutes = (deps: HealthDeps): AnyRoute[] => [
  route('/staff/api/metrics', async ({ staff, ip, userAgent }) => getHealth(deps, staff, { ip, userAgent })),
  route('/staff/api/jobRetry', async ({ body, staff, ip, userAgent }) =>
    retryJob(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/ledgerCheck', async ({ body, staff, ip, userAgent }) =>
    checkLedger(deps, staff, { ip, userAgent }, { isWhole: body.whole === 1 }),
  ),
]
