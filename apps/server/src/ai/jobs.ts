import type { Job } from '../platform/jobs/index.ts'
import { type BacktestDeps, computeBacktests } from './service/backtests.ts'

/** Computes the backtests of the day soon after each midnight, and a minute after a start that finds none. */
export const aiJobs = (deps: BacktestDeps): readonly Job[] => [
  { name: 'ai.backtests', cron: '*/10 * * * *', afterStartSeconds: 60, run: () => computeBacktests(deps) },
]
