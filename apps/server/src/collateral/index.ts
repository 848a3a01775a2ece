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
} from './service.ts'
