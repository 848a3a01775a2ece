import { startLedgerChecks } from './jobs.ts'
import { loadLedgerStatus } from './service/monitor.ts'
import { knownCauses, ledgerInvariants } from './store/invariants.ts'

export type { LedgerStatus } from './service/status.ts'

/** What the composition root connects of this module. */
export const ledgerChecksModule = {
  invariants: ledgerInvariants,
  provides: {
    knownCauses,
    startLedgerChecks,
    loadLedgerStatus,
  },
}
