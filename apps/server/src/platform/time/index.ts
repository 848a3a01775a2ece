export { type Clock, createClock, monotonicMs, systemClock } from './clock.ts'
export { type PeriodicJob, startPeriodicJob } from './periodicJob.ts'
