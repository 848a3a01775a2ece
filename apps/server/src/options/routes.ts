import { optionsQueryFromWire, placeOptionFromWire } from '@glasshouse/core/options/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { listOptions, optionReceipt } from './service/list.ts'
import { buyOption } from './service/place.ts'
import type { OptionDeps } from './service/terms.ts'
import { viewOrder } from './service/view.ts'

/** Calls of options. */
export const optionRoutes = (deps: OptionDeps): AnyRoute[] => [
  route('/api/option/placeOrder', async ({ body, customer }) =>
    viewOrder(deps.markets, await buyOption(deps, customer, placeOptionFromWire(body))),
  ),
  route('/api/option/orderList', async ({ body, customer }) =>
    listOptions(deps, optionsQueryFromWire(customer.uid, body)),
  ),
  route('/api/option/receipt', async ({ body, customer }) => optionReceipt(deps, customer, body.id)),
]
