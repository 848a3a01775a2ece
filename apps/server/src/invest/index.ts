export { investRoutes } from './routes.ts'
export type { OrderRow as InvestOrder } from './schema.ts'
export { listCustomerAccruals as listInvestAccruals } from './service/accruals.ts'
export { listAccruedClaims, sumPromisedInterest } from './service/liabilities.ts'
export { accrueInterest, endOrders, type MidnightHooks, settleRedemptions } from './service/midnight.ts'
export { hasWealthProduct, listOrders as listInvestOrders } from './service/orders.ts'
export { listInvestProducts, saveInvestProduct } from './service/products.ts'
export {
  buyBaseCycle,
  buyExperience,
  buyFurtherCycle,
  type InvestDeps,
  type SaleHooks,
} from './service/purchase.ts'
export { redeemOrder } from './service/redemption.ts'
export { investStaffRoutes } from './staff.ts'
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
