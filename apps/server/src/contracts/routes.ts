import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import { type AnyRoute, route } from '../platform/index.ts'
import type { OrderRow } from './schema.ts'
import { closeInWallet } from './service/close.ts'
import { listContracts, viewOrder, viewOrders } from './service/list.ts'
import { openInWallet } from './service/open.ts'
import { contractAccount, contractReceipt } from './service/receipt.ts'
import { revokeContract } from './service/revoke.ts'
import { setStops } from './service/stops.ts'
import type { ContractDeps } from './service/terms.ts'

export const contractRoutes = (deps: ContractDeps): AnyRoute[] => {
  const viewOf = async (order: OrderRow): Promise<ContractOrderRow> => {
    const [view] = await viewOrders(deps.database.db, deps.markets, order.uid, order.levertype, [order])
    if (view === undefined) throw new Error('an order has a view')
    return view
  }
  return [
    route('/api/contract/buyContract', async ({ body, customer }) => {
      const { order, wallet, feeFromBonus } = await openInWallet(deps, customer, body)
      return { ...viewOrder(deps.markets, order, wallet), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/pingcangContract', async ({ body, customer }) => {
      const { order, feeFromBonus } = await closeInWallet(deps, customer, body)
      return { ...(await viewOf(order)), feeFromBonus: formatUsdt(feeFromBonus) }
    }),
    route('/api/contract/cheDanContract', async ({ body, customer }) =>
      viewOf(await revokeContract(deps, customer, body)),
    ),
    route('/api/contract/zhiyingzhisunContract', async ({ body, customer }) =>
      viewOf(await setStops(deps, customer, body)),
    ),
    route('/api/contract/myContractOrderList', async ({ body, customer }) =>
      listContracts(deps, customer, body),
    ),
    route('/api/contract/account', async ({ body, customer }) =>
      contractAccount(deps, customer, body.levertype),
    ),
    route('/api/contract/receipt', async ({ body, customer }) => contractReceipt(deps, customer, body.id)),
  ]
}
