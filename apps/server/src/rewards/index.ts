export { rewardRoutes } from './routes.ts'
export { recordAssets } from './service/midnight.ts'
export { taskReviews } from './service/review.ts'
export {
  checkIn,
  claimTotal,
  getSignins,
  listPaidRewards,
  listSignins,
  type SigninDeps,
} from './service/signin.ts'
export {
  exportReading,
  exportSubmissions,
  listTasks,
  noteReading,
  submitTask,
  type TaskDeps,
} from './service/tasks.ts'
export { rewardAmounts, rewardInvariants } from './store.ts'
