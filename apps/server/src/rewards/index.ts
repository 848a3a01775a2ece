export { taskReviews } from './service/review.ts'
export { checkIn, getSignins, listPaidRewards, listSignins, type SigninDeps } from './service/signin.ts'
export {
  exportReading,
  exportSubmissions,
  listTasks,
  noteReading,
  submitTask,
  type TaskDeps,
} from './service/tasks.ts'
