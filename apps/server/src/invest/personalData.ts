import { poolOrderToWire } from '@glasshouse/core/invest/copy/pool/codec'
import { investOrderToWire } from '@glasshouse/core/invest/orders/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listCustomerAccruals } from './service/accruals.ts'
import { leadDataOf, listCopiedPools, listCopyDealings } from './service/copy/export.ts'
import type { Pools } from './service/copy/pools.ts'
import { listOrders } from './service/orders.ts'
import { anonymizeLeads, hasOpenLead } from './store/copy/leads.ts'
import { countProcessing } from './store/orders.ts'

type InvestExportDeps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pick<Pools, 'listOrders'> }

/** What the pools traded in which the customer has or had units, with receipts; open orders of those still followed. */
const copyTradesOf = async function* ({ database, pools }: InvestExportDeps, uid: number) {
  for (const { product, account, isFollowing } of await listCopiedPools(database.db, uid))
    yield* exportPages(async (page) => {
      const { rows } = await pools.listOrders(account, { ...page, closedOnly: !isFollowing })
      return rows.map((row) => ({ product, ...poolOrderToWire(row) }))
    })
}

/** What this module stores about a customer. */
export const investPersonalData: PersonalData<InvestExportDeps> = {
  exportParts: (deps, { uid }) => [
    {
      name: 'investments',
      rows: () =>
        exportPages(async (page) => {
          const { rows } = await listOrders(deps, uid, { processing: null, orderBy: 'id', ...page })
          return rows.map(investOrderToWire)
        }),
    },
    {
      name: 'investmentAccruals',
      rows: () => exportPages((page) => listCustomerAccruals(deps.database.db, uid, page)),
    },
    {
      name: 'copyDealings',
      rows: () => exportPages((page) => listCopyDealings(deps.database.db, uid, page)),
    },
    { name: 'copyTrades', rows: () => copyTradesOf(deps, uid) },
    { name: 'lead', rows: () => leadDataOf(deps.database.db, uid) },
  ],
  obstacle: async (tx, { uid }) => {
    if ((await countProcessing(tx, uid)) > 0) return 'ordersOpen'
    return (await hasOpenLead(tx, uid)) ? 'leading' : null
  },
  erase: (tx, { uid }) => anonymizeLeads(tx, uid),
}
