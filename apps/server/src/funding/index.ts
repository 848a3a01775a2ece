export { btcpayWebhook } from './btcpay/webhook.ts'
export { chainsOf } from './chains/choose.ts'
export { fundingPages } from './gateway/pages.ts'
export { type DepositChecks, startDepositChecks } from './jobs.ts'
export { fundingRoutes } from './routes.ts'
export { depositReviews } from './service/depositReview.ts'
export { destinationOf, openDestination, pausedUntil } from './service/destinations.ts'
export { listDeposits } from './service/list.ts'
export { openDeposit } from './service/online.ts'
export { payDeposit, recordDeposit, settleDeposit } from './service/sandbox.ts'
export { selectWaiting as waitingDeposits } from './store/deposits.ts'
export {
  eraseDestinations,
  selectDestinationChanges as destinationChangesOf,
} from './store/destinations.ts'
export { depositInvariants } from './store/invariants.ts'
export { hasWatchedInvoice } from './store/invoices.ts'
