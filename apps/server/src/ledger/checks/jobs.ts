import { type PeriodicJob, startPeriodicJob } from '../../platform/time/index.ts'
import { checkLedgerOnce, checkWholeLedgerWhenDue, type MonitorDeps } from './service/monitor.ts'
import type { LedgerStatus } from './service/status.ts'

/**
 * Checks the ledger every minute, one round at a time, and once a day as a whole beside them; hands each result to
 * `report`. A check that fails, because the database does not answer in time, changes nothing and is repeated; the age of
 * the newest one tells.
 */
export const startLedgerChecks = (
  deps: MonitorDeps & { readonly report: (status: LedgerStatus) => void },
  everyMs = 60_000,
): PeriodicJob => {
  const rounds = startPeriodicJob(
    {
      everyMs,
      firstAfterMs: 0,
      onFailure: (err) => deps.log.error({ err }, 'the ledger could not be checked, retrying'),
    },
    async () => deps.report(await checkLedgerOnce(deps)),
  )
  const whole = startPeriodicJob(
    {
      everyMs,
      firstAfterMs: everyMs,
      onFailure: (err) => deps.log.error({ err }, 'the whole ledger could not be checked, retrying'),
    },
    async () => {
      const status = await checkWholeLedgerWhenDue(deps)
      if (status !== null) deps.report(status)
    },
  )
  return {
    close: async () => {
      await Promise.all([rounds.close(), whole.close()])
    },
  }
}
