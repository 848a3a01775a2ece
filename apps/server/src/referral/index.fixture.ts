/** What tests and tools use of this module besides its public API. */

export { referralListeners } from './listeners.ts'
export { judgeBrokers } from './service/assets.ts'
export { payIncome, settleFinished } from './service/midnight.ts'
export { readTerms } from './service/terms.ts'
export { referralInvariants } from './store/invariants.ts'
