export { cancelWithdrawal } from './service/cancel.ts'

export { createWithdrawal } from './service/request.ts'
export { withdrawalReviews } from './service/review.ts'

export { createPayoutFile, markSent } from './service/sending.ts'
export { listHoldTimes } from './store/holds.ts'
