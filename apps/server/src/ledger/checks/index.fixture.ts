/** What tests and tools use of this module besides its public API. */

export { checkLedgerOnce } from './service/monitor.ts'
export { ledgerInvariants } from './store/invariants.ts'
