import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import type { Markets } from './service/markets.ts'
import { listProducts, updateProduct } from './service/products.ts'

/** The calls by which staff set products up. */
export const marketStaffRoutes = (
  deps: Pick<Platform, 'clock' | 'database'> & {
    readonly markets: Pick<Markets, 'products' | 'offer' | 'followTerms' | 'announcedTerms'>
  },
): AnyRoute[] => [
  route('/staff/api/productList', async ({ staff, ip, userAgent }) =>
    listProducts(deps, staff, { ip, userAgent }),
  ),
  route('/staff/api/productSave', async ({ body, staff, ip, userAgent }) =>
    updateProduct(deps, staff, { ip, userAgent }, body),
  ),
]
