export { applyForLoan } from './service/apply.ts'
export { settleLoans } from './service/midnight.ts'

export { loanReviews } from './service/review.ts'
export { recordStaffScore } from './service/score.ts'

export { listLoans } from './service/view.ts'
