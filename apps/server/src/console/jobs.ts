import { dayMs } from '@glasshouse/core/calendar/durations'
import { findOldestWaitingDealing } from '../invest/index.ts'
import type { Markets } from '../markets/index.ts'
import { findOldestWaiting } from '../notifications/index.ts'
import { listFailedJobs } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import type { Metrics } from '../platform/telemetry/index.ts'
import { findUnfiledDay } from '../trust/index.ts'
import { findEventBacklog } from './store.ts'

export type AlertDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'status'>
  readonly metrics: Metrics
}

/** UTC days that are over and have no day files, at an instant; `unfiled` is the oldest of them. */
const daysBehind = (unfiled: string | null, nowMs: number): number => {
  if (unfiled === null) return 0
  const day = Date.UTC(
    Number.parseInt(unfiled.slice(0, 4), 10),
    Number.parseInt(unfiled.slice(4, 6), 10) - 1,
    Number.parseInt(unfiled.slice(6), 10),
  )
  return Math.max(0, Math.floor((nowMs - day) / dayMs))
}

/** Updates the gauges that alerts are defined on (docs/runbooks/alerts.md). */
export const updateAlertMetrics = async ({
  settings,
  clock,
  database,
  markets,
  metrics,
}: AlertDeps): Promise<void> => {
  const { connected, offsetMs, symbols } = markets.status()
  metrics.feedConnected.set(connected ? 1 : 0)
  metrics.clockOffsetKnown.set(offsetMs === null ? 0 : 1)
  metrics.clockOffsetMs.set(offsetMs ?? 0)
  for (const { symbol, stale } of symbols) metrics.marketStale.set({ symbol }, stale ? 1 : 0)
  const nowMs = clock.now()
  const seconds = (sinceMs: number | null): number =>
    sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs) / 1000
  const [events, failedJobs, letter, unfiled, dealing] = await Promise.all([
    findEventBacklog(database.db),
    listFailedJobs(database.db),
    findOldestWaiting({ settings, database }),
    findUnfiledDay(database.db),
    findOldestWaitingDealing(database.db),
  ])
  metrics.eventsOldestSeconds.set(seconds(events.oldest))
  metrics.eventsDead.set(events.dead)
  metrics.jobsDead.set(failedJobs.length)
  metrics.notificationsOldestSeconds.set(seconds(letter))
  metrics.dayFilesBehind.set(daysBehind(unfiled, nowMs))
  metrics.copyDealingOldestSeconds.set(seconds(dealing))
}
