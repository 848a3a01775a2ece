import { rewardPersonalData } from './personalData.ts'
import { rewardRoutes } from './routes.ts'
import { recordAssets } from './service/midnight.ts'
import { rewardAmounts, rewardInvariants } from './store.ts'

/** What the composition root connects of this module. */
export const rewardsModule = {
  personalData: rewardPersonalData,
  amounts: {
    signInReward: rewardAmounts,
    signInTotal: rewardAmounts,
    taskReward: rewardAmounts,
  },
  invariants: rewardInvariants,
  routes: rewardRoutes,
  provides: {
    recordAssets,
  },
}
