import { startAiWorker, startBacktests } from './ai/index.ts'
import { updateAlertMetrics } from './console/index.ts'
import { startExpiries } from './contracts/index.ts'
import { startPurgeJobs } from './identity/index.ts'
import { invariants } from './invariants.ts'
import { type Pools, startPoolWatch } from './invest/index.ts'
import { startIdentityPurge } from './kyc/index.ts'
import { type LedgerStatus, startLedgerChecks } from './ledger/index.ts'
import type { Markets } from './markets/index.ts'
import { startNoticePurge } from './notifications/index.ts'
import type { Shutdown } from './openPlatform.ts'
import { type Metrics, type Platform, startMetricUpdates } from './platform/index.ts'
import { hasLeadBots, startLeadBots } from './practice/index.ts'
import { startResealing } from './resealing.ts'
import { updateQueueMetrics } from './reviews/index.ts'
import { drawHeadsOf, reviewKindsOf } from './routes.ts'
import { startStaffJobs } from './staff/index.ts'
import { startIssueWatch } from './subscription/index.ts'
import { type openUploads, startSweeping } from './uploads/index.ts'

/** Starts what runs at intervals: purges, the audit check, the figures of queues and alerts, the sweep of pictures. */
export const startRecurringJobs = (
  platform: Platform & { readonly markets: Markets; readonly pools: Pools },
  closing: Shutdown,
  metrics: Metrics,
  uploads: ReturnType<typeof openUploads>,
): void => {
  closing.later(startPurgeJobs(platform).close)
  closing.later(startNoticePurge(platform).close)
  closing.later(startStaffJobs(platform).close)
  closing.later(startSweeping(uploads).close)
  closing.later(startIdentityPurge(platform).close)
  const report = ({ broken }: LedgerStatus): void => {
    metrics.ledgerBroken.set(broken.length)
    metrics.ledgerChecks.inc({ outcome: broken.length === 0 ? 'sound' : 'broken' })
  }
  closing.later(startLedgerChecks({ ...platform, invariants, report }).close)
  const queues = { ...platform, metrics, kinds: reviewKindsOf(platform, platform.pools) }
  closing.later(
    startMetricUpdates(platform.log, 10_000, [
      { name: 'alerts', everyRounds: 1, update: () => updateAlertMetrics({ ...platform, metrics }) },
      { name: 'queues', everyRounds: 3, update: () => updateQueueMetrics(queues) },
    ]).close,
  )
  closing.later(startBacktests(platform).close)
  closing.later(startResealing(uploads).close)
}

/** Starts what acts for customers by itself: expired orders, copy pools, runs of AI ordering, and the sample leads of practice. */
export const startDrivers = (
  deps: Parameters<typeof startPoolWatch>[0] &
    Parameters<typeof startAiWorker>[0] &
    Parameters<typeof startExpiries>[0] &
    Parameters<typeof startLeadBots>[0] & { readonly markets: Markets },
  closing: Shutdown,
  options: { readonly leadBots?: boolean },
): void => {
  closing.later(startExpiries(deps).close)
  closing.later(startPoolWatch(deps).close)
  closing.later(startAiWorker(deps).close)
  if (options.leadBots !== false && hasLeadBots(deps.settings)) closing.later(startLeadBots(deps).close)
  closing.later(startIssueWatch({ ...deps, heads: drawHeadsOf(deps.markets) }).close)
}
