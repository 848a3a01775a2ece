import { bookProductToWire } from '@glasshouse/core/invest/products/book/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { getInvestBook } from './service/book.ts'
import type { DealingDeps } from './service/copy/dealing.ts'
import { endLeadByStaff } from './service/copy/stop.ts'

/** Calls of staff about investment products; productSave and productList are those of every kind of product. */
export const investStaffRoutes = (deps: DealingDeps): AnyRoute[] => [
  route('/staff/api/investBook', async ({ staff, ip, userAgent }) =>
    (await getInvestBook(deps, staff, { ip, userAgent })).map(bookProductToWire),
  ),
  route('/staff/api/leadEnd', async ({ staff, ip, userAgent, body }) => {
    await endLeadByStaff(deps, staff, { ip, userAgent }, body)
    return {}
  }),
]
