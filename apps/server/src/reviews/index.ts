export { updateQueueMetrics } from './jobs.ts'
export { complain, complaintReviews } from './service/complaints.ts'
export { decideReview } from './service/decide.ts'
export type { DecisionResult, QueueItem, ReviewDetail, ReviewKind } from './service/kind.ts'
export { getReview, isOwnItem, listReviews, type ReviewDeps, type ReviewItemDeps } from './service/read.ts'
export { complaintRoutes, reviewRoutes } from './staff.ts'
export {
  anonymizeComplaints,
  listComplaintsOf,
  listDecisions as decisionsOf,
} from './store.ts'
