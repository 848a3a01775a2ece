import { aiModule } from './ai/module.ts'
import { consoleModule } from './console/module.ts'
import { contractsModule } from './contracts/module.ts'
import { invariants } from './invariants.ts'
import type { Pools } from './invest/index.ts'
import { investModule } from './invest/module.ts'
import { type LedgerStatus, ledgerChecksModule } from './ledger/checks/module.ts'
import type { Markets } from './markets/index.ts'
import type { Shutdown } from './openPlatform.ts'
import { partsOfModules } from './parts.ts'
import { type Job, platformJobs, startJobs } from './platform/jobs/index.ts'
import type { Platform } from './platform/services/index.ts'
import { type Metrics, startMetricUpdates } from './platform/telemetry/index.ts'
import { practiceModule } from './practice/module.ts'
import { resealingJobs } from './resealing.ts'
import { reviewsModule } from './reviews/module.ts'
import { drawHeadsOf, reviewKindsOf } from './routes.ts'
import { subscriptionModule } from './subscription/module.ts'
import { uploadsModule } from './uploads/module.ts'

type Uploads = ReturnType<typeof uploadsModule.provides.openUploads>

/** Everything that is a job: it needs the database and pictures alone, and no process in particular. */
export const jobsOf = (platform: Platform, uploads: Uploads): readonly Job[] => [
  ...platformJobs(platform),
  ...partsOfModules.flatMap((parts) => parts.jobs?.(platform) ?? []),
  ...uploadsModule.provides.uploadJobs(uploads),
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
  closing.later(ledgerChecksModule.provides.startLedgerChecks({ ...platform, invariants, report }).close)
  const queues = { ...platform, metrics, kinds: reviewKindsOf(platform, platform.pools) }
  closing.later(
    startMetricUpdates(platform.log, 10_000, [
      {
        name: 'alerts',
        everyRounds: 1,
        update: () => consoleModule.provides.updateAlertMetrics({ ...platform, metrics }),
      },
      { name: 'queues', everyRounds: 3, update: () => reviewsModule.provides.updateQueueMetrics(queues) },
    ]).close,
  )
}

/** Starts what acts for customers by itself: expired orders, copy pools, runs of AI ordering, and the sample leads of practice. */
export const startDrivers = (
  deps: Parameters<typeof investModule.provides.startPoolWatch>[0] &
    Parameters<typeof aiModule.provides.startAiWorker>[0] &
    Parameters<typeof contractsModule.provides.startExpiries>[0] &
    Parameters<typeof contractsModule.provides.startLevelling>[0] &
    Parameters<typeof practiceModule.provides.startLeadBots>[0] & { readonly markets: Markets },
  closing: Shutdown,
  options: { readonly leadBots?: boolean },
): void => {
  closing.later(contractsModule.provides.startExpiries(deps).close)
  closing.later(contractsModule.provides.startLevelling(deps).close)
  closing.later(investModule.provides.startPoolWatch(deps).close)
  closing.later(aiModule.provides.startAiWorker(deps).close)
  if (options.leadBots !== false && practiceModule.provides.hasLeadBots(deps.settings))
    closing.later(practiceModule.provides.startLeadBots(deps).close)
  closing.later(
    subscriptionModule.provides.startIssueWatch({ ...deps, heads: drawHeadsOf(deps.markets) }).close,
  )
}
