import { aiJobs, startAiWorker } from './ai/index.ts'
import { updateAlertMetrics } from './console/index.ts'
import { startExpiries } from './contracts/index.ts'
import { depositJobs } from './deposits/index.ts'
import { identityJobs } from './identity/index.ts'
import { invariants } from './invariants.ts'
import { type Pools, startPoolWatch } from './invest/index.ts'
import { kycJobs } from './kyc/index.ts'
import { type LedgerStatus, startLedgerChecks } from './ledger/index.ts'
import type { Markets } from './markets/index.ts'
import { notificationJobs } from './notifications/index.ts'
import type { Shutdown } from './openPlatform.ts'
import { type Job, platformJobs, startJobs } from './platform/jobs/index.ts'
import type { Platform } from './platform/services/index.ts'
import { type Metrics, startMetricUpdates } from './platform/telemetry/index.ts'
import { hasLeadBots, startLeadBots } from './practice/index.ts'
import { resealingJobs } from './resealing.ts'
import { updateQueueMetrics } from './reviews/index.ts'
import { drawHeadsOf, reviewKindsOf } from './routes.ts'
import { staffJobs } from './staff/index.ts'
import { startIssueWatch } from './subscription/index.ts'
import { type openUploads, uploadJobs } from './uploads/index.ts'

type Uploads = ReturnType<typeof openUploads>

/** Everything that is a job: it needs the database and pictures alone, and no process in particular. */
export const jobsOf = (platform: Platform, uploads: Uploads): readonly Job[] => [
  ...platformJobs(platform),
  ...staffJobs(platform),
  ...notificationJobs(platform),
  ...uploadJobs(uploads),
  ...identityJobs(platform),
  ...kycJobs(platform),
  ...depositJobs(platform),
  ...aiJobs(platform),
  ...resealingJobs(uploads),
]

/** How often each job is looked for: its time is exact to the minute; seconds. */
const pollSeconds = 15

/** Runs the jobs, where this process has the role `jobs`. */
export const startJobsOfRole = (
  {
    platform,
    metrics,
    uploads,
  }: { readonly platform: Platform; readonly metrics: Metrics; readonly uploads: Uploads },
  closing: Shutdown,
): void => {
  if (!platform.settings.ROLES.includes('jobs')) return
  const { close } = startJobs({ ...platform, metrics, jobs: jobsOf(platform, uploads), pollSeconds })
  closing.later(close)
}

/**
 * Starts what belongs to the process that leads: the check of the ledger, whose suspension orders read from its memory,
 * and the figures of queues and alerts.
 */
export const startWatches = (
  platform: Platform & { readonly markets: Markets; readonly pools: Pools },
  closing: Shutdown,
  metrics: Metrics,
): void => {
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
