/** What tests and tools use of this module besides its public API. */

export { trustPages, trustRoutes } from './routes.ts'
export { settlementInvariants } from './store/invariants.ts'
