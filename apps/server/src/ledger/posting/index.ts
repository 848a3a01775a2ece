export { balanceChanged, changedBalances } from './events.ts'
export type { LedgerTables } from './schema.ts'
export { postPayments } from './service/pay.ts'
export {
  getBalances,
  type LockedAccounts,
  lockAccounts,
  lockBalances,
  post,
  postReserved,
  postSingle,
} from './service/post.ts'
export { fundReserve, withdrawFromReserve } from './service/reserves.ts'
export { listBalances as balancesOf } from './store/accounts.ts'
export { reserveTransactionIds } from './store/transactions.ts'
