/** What tests and tools use of this module besides its public API. */

export { optionRoutes } from './routes.ts'
export { optionReceipt } from './service/list.ts'
export { type SettlementWorker, startSettlementWorker } from './service/settlement/settlementWorker.ts'
export { optionInvariants } from './store/invariants.ts'
