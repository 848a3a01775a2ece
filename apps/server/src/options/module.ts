import { optionPersonalData } from './personalData.ts'
import { optionRoutes } from './routes.ts'
import { exitsAt } from './service/settlement/resolve.ts'
import { startSettlementWorker, startSharedSettlement } from './service/settlement/settlementWorker.ts'
import { shareOfEngine, shareOfLeader } from './service/settlement/share.ts'
import { optionAmounts, optionInvariants } from './store/invariants.ts'

export type { SettlementWorker } from './service/settlement/settlementWorker.ts'

/** What the composition root connects of this module. */
export const optionsModule = {
  personalData: optionPersonalData,
  amounts: {
    optionPlaced: optionAmounts,
    optionSettled: optionAmounts,
  },
  invariants: optionInvariants,
  routes: optionRoutes,
  provides: {
    startSettlementWorker,
    startSharedSettlement,
    shareOfLeader,
    shareOfEngine,
    exitsAt,
  },
}
