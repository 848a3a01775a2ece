import { type PeriodicJob, startPeriodicJob } from '../time/index.ts'
import type { Log } from './log.ts'

/** Gauges that are computed from the database. */
export type MetricUpdate = {
  /** What is computed, for the log. */
  readonly name: string
  /** Computed in every round, or in each second, third … one. */
  readonly everyRounds: number
  readonly update: () => Promise<void>
}

/**
 * Updates gauges by one timer until it is closed: all of them at once, then each in its rounds, one after the other. A
 * failed update is logged and made up for in its next round; the others go on.
 */
export const startMetricUpdates = (
  log: Log,
  roundMs: number,
  updates: readonly MetricUpdate[],
): PeriodicJob => {
  let round = 0
  const schedule = { everyMs: roundMs, firstAfterMs: 0, onFailure: () => undefined }
  return startPeriodicJob(schedule, async (closing) => {
    const due = updates.filter(({ everyRounds }) => round % everyRounds === 0)
    round += 1
    for (const { name, update } of due) {
      if (closing.aborted) return
      await update().catch((err: unknown) => log.warn({ err, name }, 'metrics not updated, retrying'))
    }
  })
}
