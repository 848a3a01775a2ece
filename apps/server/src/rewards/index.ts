export { taskReviews } from './service/review.ts'
export { checkIn, getSignins, type SigninDeps } from './service/signin.ts'
export { listTasks, noteReading, submitTask, type TaskDeps } from './service/tasks.ts'
