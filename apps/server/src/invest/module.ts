import { startPoolWatch } from './jobs.ts'
import { investListeners } from './listeners.ts'
import { investPersonalData } from './personalData.ts'
import { investRoutes } from './routes.ts'
import { dealCopyProducts } from './service/copy/dealing.ts'
import { leadReviews } from './service/copy/leadReviews.ts'
import { writeRecords } from './service/copy/records.ts'
import { listAccruedClaims, listPoolClaims, sumPools, sumPromisedInterest } from './service/liabilities.ts'
import { hasWealthProduct } from './service/orders.ts'
import { investStaffRoutes } from './staff.ts'
import { sumCopyValues } from './store/copy/claims.ts'
import { copyAmountsByCause } from './store/copy/invariants.ts'
import { investAmounts, investInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const investModule = {
  personalData: investPersonalData,
  amounts: {
    investBought: investAmounts,
    investAccrued: investAmounts,
    investEnded: investAmounts,
    investRedeemed: investAmounts,
    investReleased: investAmounts,
    ...copyAmountsByCause,
  },
  invariants: investInvariants,
  listeners: investListeners,
  routes: investRoutes,
  staffRoutes: investStaffRoutes,
  provides: {
    startPoolWatch,
    dealCopyProducts,
    hasWealthProduct,
    leadReviews,
    listAccruedClaims,
    listPoolClaims,
    sumCopyValues,
    sumPools,
    sumPromisedInterest,
    writeRecords,
  },
}
