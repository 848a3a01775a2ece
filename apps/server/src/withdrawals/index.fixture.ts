/** What tests and tools use of this module besides its public API. */

export { withdrawalRoutes } from './routes.ts'
export { listDestinationMarks } from './service/destinationMarks.ts'
export { listWithdrawals } from './service/list.ts'
export { requestWithdrawal } from './service/request.ts'
export { withdrawalInvariants } from './store/invariants.ts'
