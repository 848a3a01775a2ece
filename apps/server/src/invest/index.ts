export type { OrderRow as InvestOrder } from './schema.ts'

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

export { admitSampleLead, applyAsSampleLead, type LeadDeps } from './service/copy/leads.ts'
export type { Pools } from './service/copy/pools.ts'

export type { InvestDeps } from './service/deps.ts'

export { accrueInterest, endOrders, type MidnightHooks, settleRedemptions } from './service/midnight.ts'
export { listOrders as listInvestOrders } from './service/orders.ts'
export { listInvestProducts, saveInvestProduct } from './service/products.ts'
export { buyBaseCycle, buyFurtherCycle } from './service/purchase.ts'

export { findOldestWaitingDealing } from './store/copy/pools.ts'

export {
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
