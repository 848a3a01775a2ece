/** What tests and tools use of this module besides its public API. */

export { orderBoughtPosting } from './postings.ts'
export { investRoutes } from './routes.ts'
export { type DealingDeps, dealCopyProducts } from './service/copy/dealing.ts'
export { endCopyOrder } from './service/copy/exit.ts'
export { listAccruedClaims, listPoolClaims, sumPools } from './service/liabilities.ts'
export { hasWealthProduct } from './service/orders.ts'
export { buyExperience } from './service/purchase.ts'
export { redeemOrder } from './service/redemption.ts'
export { investStaffRoutes } from './staff.ts'
export { sumCopyValues } from './store/copy/claims.ts'
export { investInvariants } from './store/invariants.ts'
