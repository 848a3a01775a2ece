/** What tests and tools use of this module besides its public API. */

export { recordAssets } from './service/midnight.ts'
export { claimTotal } from './service/signin.ts'
export { rewardInvariants } from './store.ts'
