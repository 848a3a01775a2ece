import {
  accountQueryFromWire,
  contractAccountToWire,
  contractOrderToWire,
  contractReceiptToWire,
  listOrdersFromWire,
} from '@glasshouse/core/contracts/codec'
import {
  amendOrderFromWire,
  closePositionFromWire,
  placeOrderFromWire,
  setClosingOrderFromWire,
  setStopsFromWire,
} from '@glasshouse/core/contracts/commands/codec'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { OrderRow } from './schema.ts'
import { amendOrder } from './service/amend.ts'
import { cancelOrder } from './service/cancel.ts'
import { closeInWallet } from './service/close.ts'
import { setClosingOrder } from './service/closingOrder.ts'
import type { ContractDeps } from './service/deps.ts'
import { listOrders, toOrderView, toOrderViews } from './service/list.ts'
import { placeOrderInWallet } from './service/open.ts'
import { marginAccountSummary, orderReceipt } from './service/receipt.ts'
import { maxOrderOf } from './service/size.ts'
import { setTpSl } from './service/stops.ts'

/** Calls of contracts: each parses its request into a command or a query of the domain, and formats the result. */
export const contractRoutes = (deps: ContractDeps): AnyRoute[] => {
  const viewOf = async (order: OrderRow): Promise<ContractOrderRow> => {
    const [view] = await toOrderViews(deps, order, [order])
    if (view === undefined) throw new Error('an order has a view')
    return contractOrderToWire(view)
  }
  return [
    route('/api/contract/buyContract', async ({ body, customer }) => {
      const placed = await placeOrderInWallet(deps, customer, placeOrderFromWire(body), null)
      const { order, wallet, feeFromBonus } = placed
      const view = toOrderView(deps, order, wallet)
      return { ...contractOrderToWire(view), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/pingcangContract', async ({ body, customer }) => {
      const { order, feeFromBonus } = await closeInWallet(deps, customer, closePositionFromWire(body), null)
      return { ...(await viewOf(order)), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/amendContract', async ({ body, customer }) => {
      const { order, feeFromBonus } = await amendOrder(deps, customer, amendOrderFromWire(body))
      return { ...(await viewOf(order)), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/cheDanContract', async ({ body, customer }) =>
      viewOf(await cancelOrder(deps, customer, body.id)),
    ),
    route('/api/contract/zhiyingzhisunContract', async ({ body, customer }) =>
      viewOf(await setTpSl(deps, customer, setStopsFromWire(body))),
    ),
    route('/api/contract/closingOrder', async ({ body, customer }) =>
      viewOf(await setClosingOrder(deps, customer, setClosingOrderFromWire(body))),
    ),
    route('/api/contract/myContractOrderList', async ({ body, customer }) => {
      const { rows, total } = await listOrders(deps, customer, listOrdersFromWire(body))
      return { rows: rows.map(contractOrderToWire), total }
    }),
    route('/api/contract/account', async ({ body, customer }) =>
      contractAccountToWire(await marginAccountSummary(deps, customer, accountQueryFromWire(body))),
    ),
    route('/api/contract/maxOrder', async ({ body, customer }) => {
      const { long, short } = await maxOrderOf(deps, customer.uid, body.pid, body.id ?? null)
      return { buy: formatUsdt(long), sell: formatUsdt(short) }
    }),
    route('/api/contract/receipt', async ({ body, customer }) =>
      contractReceiptToWire(await orderReceipt(deps, customer, body.id)),
    ),
  ]
}
