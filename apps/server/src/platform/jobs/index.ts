export { listFailedJobs, retryFailedJob } from './failedJobs.ts'
export { createMidnightRun, type Midnight, type MidnightRun } from './midnightRun.ts'
export { platformJobs } from './platformJobs.ts'
export { type Job, startJobs } from './startJobs.ts'
