import { type PeriodicJob, startPeriodicJob } from '../platform/time/index.ts'
import { type DayFileDeps, fileDays } from './service/dayFiles/fileDay.ts'

/** How often the job looks whether a day is over; milliseconds. */
const intervalMs = 30_000

/**
 * Files every UTC day that is over; a failure is logged and repeated, and goes on where it was. Closed, it ends after the
 * file that is being written.
 */
export const startDayFileJob = (deps: DayFileDeps): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs: intervalMs,
      firstAfterMs: 0,
      onFailure: (err) => deps.log.error({ err }, 'day files could not be written, retrying'),
    },
    (closing) => fileDays(deps, () => closing.aborted),
  )
