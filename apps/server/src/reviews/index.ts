export type { Decided, LockedItem, Queued, ReviewKind, Shown } from './service/kind.ts'
export type { ReviewDeps } from './service/read.ts'
export { reviewRoutes } from './staff.ts'
export { countWaiting, selectDecisions as decisionsOf } from './store.ts'
