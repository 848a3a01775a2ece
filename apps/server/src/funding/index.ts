export { btcpayWebhook } from './btcpay/webhook.ts'
export { openChains } from './chains/choose.ts'
export { fundingPages } from './gateway/pages.ts'
export { type DepositChecks, startDepositChecks } from './jobs.ts'
export { withdrawalRoutes } from './routes/withdrawals.ts'
export { fundingRoutes } from './routes.ts'
export { createCheckoutDeposit } from './service/checkout.ts'
export { depositReviews } from './service/depositReview.ts'
export { listDestinationMarks } from './service/destinationMarks.ts'
export {
  cooldownUntil,
  decryptDestination,
  findDestination,
  getBankDetails,
  getWithdrawalAddresses,
  saveBankDetails,
  saveWithdrawalAddress,
} from './service/destinations.ts'
export { listDeposits } from './service/list.ts'
export { insertSandboxDeposit, paySandboxDeposit, paySandboxDepositIn } from './service/sandbox.ts'
export { sealedDestinations } from './service/sealed.ts'
export { cancelWithdrawal } from './service/withdrawals/cancel.ts'
export type { WithdrawalDeps } from './service/withdrawals/context.ts'
export { listWithdrawals } from './service/withdrawals/list.ts'
export { createWithdrawal, quoteWithdrawal, requestWithdrawal } from './service/withdrawals/request.ts'
export { withdrawalReviews } from './service/withdrawals/review.ts'
export { createPayoutFile, failWithdrawal, markSent } from './service/withdrawals/sending.ts'
export { listDepositAddresses } from './store/addresses.ts'
export { findLargestCredit, sumPendingDeposits as waitingDeposits } from './store/deposits.ts'
export {
  anonymizeDestinations,
  listDestinationChanges as destinationChangesOf,
} from './store/destinations.ts'
export { listHoldTimes } from './store/holds.ts'
export { depositAmounts, depositInvariants } from './store/invariants.ts'
export { hasOpenInvoice } from './store/invoices.ts'
export { anonymizeTransfers, listTransfersOf as transfersOf } from './store/transfers.ts'
export { withdrawalAmounts, withdrawalInvariants } from './store/withdrawalInvariants.ts'
export {
  anonymizeWithdrawals,
  countOpen as openWithdrawals,
  sumWithdrawalFigures as withdrawalFigures,
  type WithdrawalFigures,
} from './store/withdrawals.ts'
