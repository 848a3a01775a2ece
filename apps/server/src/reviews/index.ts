export { complain } from './service/complaints.ts'
export { decideReview } from './service/decide.ts'
export type { DecisionResult, QueueItem, ReviewDetail, ReviewKind } from './service/kind.ts'
export { isOwnItem, listReviews, type ReviewDeps } from './service/read.ts'

export { countApprovals, listComplaintsOf, listDecisions as decisionsOf } from './store.ts'
