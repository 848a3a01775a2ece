import type { Platform } from '../platform/services/index.ts'
import { type PeriodicJob, startPeriodicJob } from '../platform/time/index.ts'
import { advanceIssues } from './service/advance.ts'
import type { SubscriptionDeps } from './service/deps.ts'

const lookMs = 1000

/** Opens, closes and draws issues when their instants come, until it is closed. */
export const startIssueWatch = (
  deps: Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'> & Pick<Platform, 'log'>,
): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs: lookMs,
      firstAfterMs: lookMs,
      onFailure: (err) => deps.log.warn({ err }, 'issues could not be moved on, retrying'),
    },
    () => advanceIssues(deps),
  )
