import type { Platform } from '../platform/services/index.ts'
import type { Metrics } from '../platform/telemetry/index.ts'
import type { ReviewKind } from './service/kind.ts'
import { countWaiting } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & {
  readonly metrics: Pick<Metrics, 'reviewsWaiting' | 'reviewsOverdue' | 'reviewsOldest'>
  readonly kinds: readonly ReviewKind[]
}

/** Counts pending and overdue items of every kind, undecided or approved and not executed, and tells the age of the oldest pending one. */
export const updateQueueMetrics = async ({ clock, database, metrics, kinds }: Deps): Promise<void> => {
  for (const kind of kinds) {
    const nowMs = clock.business()
    const { waiting, overdue, oldestMs } = await countWaiting(database.db, kind, nowMs)
    const late = (await kind.countLate?.(database.db, nowMs)) ?? 0
    metrics.reviewsWaiting.set({ kind: kind.kind }, waiting)
    metrics.reviewsOverdue.set({ kind: kind.kind }, overdue + late)
    const ageMs = oldestMs === null ? 0 : Math.max(0, nowMs - oldestMs)
    metrics.reviewsOldest.set({ kind: kind.kind }, Math.floor(ageMs / 1000))
  }
}
