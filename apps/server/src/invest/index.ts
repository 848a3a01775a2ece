export type { OrderRow as InvestOrder } from './schema.ts'
export { admitSampleLead, applyAsSampleLead, type LeadDeps } from './service/copy/leads.ts'
export type { Pools } from './service/copy/pools.ts'
export type { InvestDeps } from './service/deps.ts'
export { listOrders as listInvestOrders } from './service/orders.ts'
export { listInvestProducts, saveInvestProduct } from './service/products.ts'
export { buyBaseCycle, buyFurtherCycle } from './service/purchase.ts'
export { findOldestWaitingDealing } from './store/copy/pools.ts'
export {
  listProductNames as listInvestProductNames,
  lockPromised,
  updateProductSums,
} from './store/products.ts'
