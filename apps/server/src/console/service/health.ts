import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { applyReport, checkInvariants, type Invariant, ledgerStatus } from '../../ledger/checks/index.ts'
import type { Markets } from '../../markets/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { listFailedJobs, retryFailedJob } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Metrics } from '../../platform/telemetry/index.ts'
import {
  auditHead,
  type RequestOrigin,
  readAndAudit,
  verifyFullAudit,
  writeAudit,
} from '../../staff/index.ts'
import { findEventBacklog } from '../store.ts'

export type HealthDeps = Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> & {
  readonly markets: Pick<Markets, 'status'>
  readonly metrics: Metrics
  readonly invariants: readonly Invariant[]
}

const feedOf = ({ markets, clock }: HealthDeps) => {
  const { source, connected, lost, symbols } = markets.status()
  const now = clock.now()
  return {
    source,
    connected,
    lost,
    symbols: symbols.map(({ symbol, stale, lastTime, dropped, missed }) => ({
      symbol,
      stale,
      ageMs: lastTime === null ? null : Math.max(0, now - lastTime),
      dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0),
      missed,
    })),
  }
}

/** The product's own gauges, such as the length of each queue. */
const queuesOf = async ({ registry }: Metrics) => {
  const all = await registry.getMetricsAsJSON()
  return all
    .filter(({ name, type }) => name.startsWith('glasshouse_') && String(type) === 'gauge')
    .flatMap(({ name, values }) =>
      values.map(({ labels, value }) => ({
        name: name.slice('glasshouse_'.length),
        labels: Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, String(label)])),
        value,
      })),
    )
}

const ledgerOf = ({ database }: HealthDeps) => {
  const { broken, sinceMs, checkedMs } = ledgerStatus(database)
  if (checkedMs === null) return null
  const examples = broken.map((one) => ({ name: one.name, examples: [...one.examples] }))
  return { at: checkedMs, balanced: sinceMs === null, since: sinceMs, broken: examples }
}

/** State of the installation: feed, queues, connections, the last ledger check, the head of the audit chain. */
export const getHealth = async (
  deps: HealthDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<DataOf<'/staff/api/metrics'>> => {
  const { settings, clock, database, metrics } = deps
  await readAndAudit(deps, staff, origin, 'metrics', 'house')
  const [backlog, jobs, audit, queues] = await Promise.all([
    findEventBacklog(database.db),
    listFailedJobs(database.db),
    auditHead(database.db),
    queuesOf(metrics),
  ])
  const { pool } = database
  return {
    mode: settings.MODE,
    time: clock.now(),
    feed: feedOf(deps),
    facts: {
      waiting: backlog.waiting,
      oldestMs: backlog.oldest === null ? null : Math.max(0, clock.now() - backlog.oldest),
      dead: backlog.dead,
    },
    jobs: jobs.map(({ failedMs, ...job }) => ({ ...job, time: failedMs })),
    queues,
    pool: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    memoryMiB: Math.round(process.memoryUsage.rss() / 1_048_576),
    ledger: ledgerOf(deps),
    audit,
  }
}

/**
 * Lets a job that failed for good run once more. The attempt is recorded before it.
 *
 * @throws notFound it is not failed (any more)
 */
export const retryJob = async (
  { clock, database }: Pick<HealthDeps, 'clock' | 'database'>,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  job: { readonly id: string; readonly name: string },
): Promise<boolean> => {
  const failed = (await listFailedJobs(database.db)).find(
    ({ id, name }) => id === job.id && name === job.name,
  )
  if (failed === undefined) throw domainError('notFound')
  const record = { staffId: staff.id, action: 'jobRetry' as const, target: `job ${job.name}`, ...origin }
  await writeAudit(database.db, { ...record, before: { failure: failed.failure }, after: null }, clock.now())
  if (!(await retryFailedJob(database, job))) throw domainError('notFound')
  return true
}

/** One check of staff at a time: two would take both connections that statements and exports read on. */
const checkTurns = createKeyedSemaphore(1)

/** Checks every ledger invariant and applies the result to the suspension; `isWhole` verifies the complete audit log. */
export const checkLedger = async (
  deps: Pick<HealthDeps, 'clock' | 'database' | 'log' | 'invariants'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { isWhole }: { readonly isWhole: boolean },
): Promise<LedgerReport> => {
  await readAndAudit(deps, staff, origin, 'ledgerCheck', 'books')
  if (isWhole) await verifyFullAudit(deps)
  return checkTurns('ledger', async () => {
    const { findings } = ledgerStatus(deps.database)
    const report = await checkInvariants(deps.database.reports, deps.clock.now(), deps.invariants)
    await applyReport(deps, report, findings)
    return report
  })
}
