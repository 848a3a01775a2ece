export {
  findEarlierOrder,
  findKeptOrder,
  listLargestOrders,
  sumInvested,
  sumUnpaidInterest,
} from './store.ts'
