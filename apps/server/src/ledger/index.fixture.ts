/** What tests and tools use of this module besides its public API. */

export { startLedgerChecks } from './jobs.ts'
export { checkLedgerOnce, loadLedgerStatus } from './service/monitor.ts'
export type { LedgerStatus } from './service/status.ts'
export { sumLifetime } from './store/flows.ts'
export { knownCauses, ledgerInvariants } from './store/invariants.ts'
