import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { getInvestBook } from './service/book.ts'

/** Calls of staff about investment products; productSave and productList are those of every kind of product. */
export const investStaffRoutes = (deps: Pick<Platform, 'clock' | 'database'>): AnyRoute[] => [
  route('/staff/api/investBook', async ({ staff, ip, userAgent }) =>
    getInvestBook(deps, staff, { ip, userAgent }),
  ),
]
