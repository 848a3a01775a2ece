import { domainError } from '@glasshouse/core/errors/registry'
import type { Database } from '../../../platform/database/index.ts'

/** A broken invariant with some of the rows that violate it. */
export type BrokenInvariant = { readonly name: string; readonly examples: readonly string[] }

/** What the checks of the ledger found. */
export type LedgerStatus = {
  /** Empty when the ledger is sound. */
  readonly broken: readonly BrokenInvariant[]
  /** When it was found broken; null while it is sound. */
  readonly sinceMs: number | null
  /** When the newest check ended; null before the first. */
  readonly checkedMs: number | null
  /** Counts findings, so that a check that began before one of them cannot clear it. */
  readonly findings: number
}

const sound: LedgerStatus = { broken: [], sinceMs: null, checkedMs: null, findings: 0 }

/** One status for each database, in memory: orders read it without a query. */
const statuses = new WeakMap<object, LedgerStatus>()

/** What the newest check of this database found. */
export const ledgerStatus = (database: Pick<Database, 'pool'>): LedgerStatus =>
  statuses.get(database.pool) ?? sound

export const setLedgerStatus = (database: Pick<Database, 'pool'>, status: LedgerStatus): void => {
  statuses.set(database.pool, status)
}

/**
 * Refuses what must not happen while an invariant of the ledger is broken: new risk, transfers to other customers,
 * withdrawals, and capital out of a reserve. Closing, cancelling and reading never ask.
 *
 * @throws ledgerSuspended (2012, `since`) until a check of the whole ledger is clean
 */
export const requireSoundLedger = (database: Pick<Database, 'pool'>): void => {
  const { sinceMs } = ledgerStatus(database)
  if (sinceMs !== null) throw domainError('ledgerSuspended', { since: sinceMs })
}
