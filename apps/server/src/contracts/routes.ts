import { walletFromWire } from '@glasshouse/core/contracts/codec'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, route } from '../platform/index.ts'
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

export const contractRoutes = (deps: ContractDeps): AnyRoute[] => {
  const viewOf = async (order: OrderRow): Promise<ContractOrderRow> => {
    const [view] = await toOrderViews(deps.database.db, deps.markets, order.uid, order.wallet, [order])
    if (view === undefined) throw new Error('an order has a view')
    return view
  }
  return [
    route('/api/contract/buyContract', async ({ body, customer }) => {
      const { order, wallet, feeFromBonus } = await placeOrderInWallet(deps, customer, body, null)
      return { ...toOrderView(deps.markets, order, wallet), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/pingcangContract', async ({ body, customer }) => {
      const { order, feeFromBonus } = await closeInWallet(deps, customer, body, null)
      return { ...(await viewOf(order)), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/amendContract', async ({ body, customer }) => {
      const { order, feeFromBonus } = await amendOrder(deps, customer, body)
      return { ...(await viewOf(order)), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/cheDanContract', async ({ body, customer }) =>
      viewOf(await cancelOrder(deps, customer, body)),
    ),
    route('/api/contract/zhiyingzhisunContract', async ({ body, customer }) =>
      viewOf(await setTpSl(deps, customer, body)),
    ),
    route('/api/contract/closingOrder', async ({ body, customer }) =>
      viewOf(await setClosingOrder(deps, customer, body)),
    ),
    route('/api/contract/myContractOrderList', async ({ body, customer }) =>
      listOrders(deps, customer, body),
    ),
    route('/api/contract/account', async ({ body, customer }) =>
      marginAccountSummary(deps, customer, walletFromWire(body.levertype)),
    ),
    route('/api/contract/maxOrder', async ({ body, customer }) => {
      const { long, short } = await maxOrderOf(deps, customer.uid, body.pid, body.id ?? null)
      return { buy: formatUsdt(long), sell: formatUsdt(short) }
    }),
    route('/api/contract/receipt', async ({ body, customer }) => orderReceipt(deps, customer, body.id)),
  ]
}
