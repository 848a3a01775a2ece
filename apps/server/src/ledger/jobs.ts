import { type PeriodicJob, startPeriodicJob } from '../platform/index.ts'
import { checkLedgerOnce, type MonitorDeps } from './service/monitor.ts'
import type { LedgerStatus } from './service/status.ts'

/**
 * Checks the ledger every minute, one round at a time, and hands each result to `report`. A round that fails, because
 * the database does not answer in time, changes nothing and is repeated; the age of the newest check tells.
 */
export const startLedgerChecks = (
  deps: MonitorDeps & { readonly report: (status: LedgerStatus) => void },
  everyMs = 60_000,
): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs: 0,
      onFailure: (err) => deps.log.error({ err }, 'the ledger could not be checked, retrying'),
    },
    async () => deps.report(await checkLedgerOnce(deps)),
  )
