export { startPoolWatch } from './jobs.ts'
export { investListeners } from './listeners.ts'
export { investRoutes } from './routes.ts'
export type { OrderRow as InvestOrder } from './schema.ts'
export { listCustomerAccruals as listInvestAccruals } from './service/accruals.ts'
export {
  finishSeizedOrder,
  listCollateral,
  listOrderNames,
  listPledgedOrders,
  lockCollateral,
  lockPledgedOrders,
  type PledgeableOrder,
  pledgeOrders,
  redemptionOf,
  releaseOrders,
} from './service/collateral.ts'
export { type DealingDeps, dealCopyProducts } from './service/copy/dealing.ts'
export { endCopyOrder } from './service/copy/exit.ts'
export { isLeading, leadDataOf, listCopiedPools, listCopyDealings } from './service/copy/export.ts'
export { leadReviews } from './service/copy/leadReviews.ts'
export { admitSampleLead, applyAsSampleLead, type LeadDeps } from './service/copy/leads.ts'
export type { Pools } from './service/copy/pools.ts'
export { writeRecords } from './service/copy/records.ts'

export type { InvestDeps } from './service/deps.ts'
export {
  listAccruedClaims,
  listPoolClaims,
  sumPools,
  sumPromisedInterest,
} from './service/liabilities.ts'
export { accrueInterest, endOrders, type MidnightHooks, settleRedemptions } from './service/midnight.ts'
export { hasWealthProduct, listOrders as listInvestOrders } from './service/orders.ts'
export { listInvestProducts, saveInvestProduct } from './service/products.ts'
export { buyBaseCycle, buyExperience, buyFurtherCycle } from './service/purchase.ts'
export { redeemOrder } from './service/redemption.ts'
export { investStaffRoutes } from './staff.ts'
export { sumCopyValues } from './store/copy/claims.ts'
export { copyAmountsByCause } from './store/copy/invariants.ts'
export { anonymizeLeads } from './store/copy/leads.ts'
export { findOldestWaitingDealing } from './store/copy/pools.ts'
export { investAmounts, investInvariants } from './store/invariants.ts'
export {
  countProcessing as countInvestOrders,
  findEarlierOrder,
  findKeptOrder,
  listLargestOrders,
  type OrderAccrual as InvestAccrual,
  type OrderEnd as InvestOrderEnd,
  sumInvested,
  sumUnpaidInterest,
} from './store/orders.ts'
export {
  listProductIds as listInvestProductIds,
  listProductNames as listInvestProductNames,
  lockPromised,
} from './store/products.ts'
