import { checkLedgerOnce, type MonitorDeps } from './service/monitor.ts'
import type { LedgerStatus } from './service/status.ts'

/**
 * Checks the ledger every minute, one round at a time, and hands each result to `report`. A round that fails, because
 * the database does not answer in time, changes nothing and is repeated; the age of the newest check tells.
 */
export const startLedgerChecks = (
  deps: MonitorDeps & { readonly report: (status: LedgerStatus) => void },
  everyMs = 60_000,
): { readonly close: () => Promise<void> } => {
  let running: Promise<void> | null = null
  const round = (): void => {
    running ??= checkLedgerOnce(deps)
      .then(deps.report)
      .catch((err: unknown) => deps.log.error({ err }, 'the ledger could not be checked, retrying'))
      .finally(() => {
        running = null
      })
  }
  round()
  const timer = setInterval(round, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
