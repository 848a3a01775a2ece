import { startExpiries, startLevelling } from './jobs.ts'
import { contractListeners } from './listeners.ts'
import { contractPersonalData } from './personalData.ts'
import { contractRoutes } from './routes.ts'
import { maxTransferOutOf, sumFloatingOf } from './service/account.ts'
import { cancelOrdersOfLocked } from './service/cancel.ts'
import { settleWallet } from './service/deps.ts'
import { openEngine } from './service/engine/engine.ts'
import { fixPartitions } from './service/engine/lease.ts'
import { routeEngine } from './service/engine/routedEngine.ts'
import { servePartitions } from './service/engine/servePartitions.ts'
import { requireMarketsOfOrders } from './service/markets.ts'
import { createPools } from './service/pool/pools.ts'
import { contractAmounts, levellingAmounts } from './store/amounts.ts'
import { sumFloating } from './store/floating.ts'
import { contractInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const contractsModule = {
  personalData: contractPersonalData,
  amounts: {
    contractPlaced: contractAmounts,
    contractAmended: contractAmounts,
    contractOpened: contractAmounts,
    contractClosed: contractAmounts,
    contractRevoked: contractAmounts,
    houseLevelled: levellingAmounts,
  },
  invariants: contractInvariants,
  listeners: contractListeners,
  routes: contractRoutes,
  provides: {
    startExpiries,
    startLevelling,
    cancelOrdersOfLocked,
    fixPartitions,
    requireMarketsOfOrders,
    openEngine,
    routeEngine,
    servePartitions,
    createPools,
    maxTransferOutOf,
    settleWallet,
    sumFloating,
    sumFloatingOf,
  },
}
