import { referralListeners } from './listeners.ts'
import { referralPersonalData } from './personalData.ts'
import { referralRoutes } from './routes.ts'
import { judgeBrokers } from './service/assets.ts'
import { payIncome, settleFinished } from './service/midnight.ts'
import { listIncomeSources } from './service/overview.ts'
import { readTerms } from './service/terms.ts'
import { referralAmounts, referralInvariants } from './store/invariants.ts'

/** What the composition root connects of this module. */
export const referralModule = {
  personalData: referralPersonalData,
  amounts: {
    referralFunded: referralAmounts,
    referralPaid: referralAmounts,
    referralFirstPaid: referralAmounts,
    referralReturned: referralAmounts,
  },
  invariants: referralInvariants,
  listeners: referralListeners,
  routes: referralRoutes,
  provides: {
    listIncomeSources,
    judgeBrokers,
    payIncome,
    readTerms,
    settleFinished,
  },
}
