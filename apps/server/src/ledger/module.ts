import { startLedgerChecks } from './jobs.ts'
import { ledgerPersonalData } from './personalData.ts'
import { loadLedgerStatus } from './service/monitor.ts'
import { sumLifetime } from './store/flows.ts'
import { knownCauses, ledgerInvariants } from './store/invariants.ts'

export type { LedgerStatus } from './service/status.ts'

/** What the composition root connects of this module. */
export const ledgerModule = {
  personalData: ledgerPersonalData,
  invariants: ledgerInvariants,
  provides: {
    sumLifetime,
    knownCauses,
    startLedgerChecks,
    loadLedgerStatus,
  },
}
