import { type PeriodicJob, startPeriodicJob } from '../platform/index.ts'
import { type BacktestDeps, computeBacktests } from './service/backtests.ts'

/** A start has other work first. */
const firstAfterMs = 60_000
const everyMs = 10 * 60_000

/** Computes the backtests of the day soon after each midnight, and a minute after a start that finds none. */
export const startBacktests = (deps: BacktestDeps): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs,
      onFailure: (err) => deps.log.warn({ err }, 'backtests could not be read; the next round tries again'),
    },
    () => computeBacktests(deps),
  )
