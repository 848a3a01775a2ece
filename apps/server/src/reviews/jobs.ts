import { type Metrics, type PeriodicJob, type Platform, startPeriodicJob } from '../platform/index.ts'
import type { ReviewKind } from './service/kind.ts'
import { countWaiting } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  readonly metrics: Pick<Metrics, 'reviewsWaiting' | 'reviewsOverdue'>
  readonly kinds: readonly ReviewKind[]
}

/** Counts pending and overdue items of every kind: undecided, or approved and not executed. */
export const updateQueueMetrics = async ({ clock, database, metrics, kinds }: Deps): Promise<void> => {
  for (const kind of kinds) {
    const nowMs = clock.business()
    const { waiting, overdue } = await countWaiting(database.db, kind, nowMs)
    const late = (await kind.countLate?.(database.db, nowMs)) ?? 0
    metrics.reviewsWaiting.set({ kind: kind.kind }, waiting)
    metrics.reviewsOverdue.set({ kind: kind.kind }, overdue + late)
  }
}

/** Updates the queue metrics periodically until it is closed. */
export const startQueueMetrics = (deps: Deps, everyMs = 30_000): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs: 0,
      onFailure: (err) => deps.log.warn({ err }, 'queue metrics failed, retrying'),
    },
    () => updateQueueMetrics(deps),
  )
