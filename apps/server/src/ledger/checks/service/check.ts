import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { type Db, extendStatementLimit } from '../../../platform/database/index.ts'
import type { Invariant } from '../store/invariants.ts'

/** An invariant looks at every entry there is, and may take this long. */
const checkMs = 600_000

/** How many broken rows a report shows of each invariant. */
const shown = 5

/**
 * Checks every invariant on one snapshot of the books, so that trading may go on meanwhile without a false
 * alarm; `atMs` is the time of the report.
 */
export const checkInvariants = async (
  db: Db,
  atMs: number,
  invariants: readonly Invariant[],
): Promise<LedgerReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await extendStatementLimit(tx, checkMs)
      const checked: LedgerReport['invariants'] = []
      for (const { name, broken } of invariants) {
        const found = await broken(tx)
        checked.push({
          name,
          holds: found.length === 0,
          broken: found.length,
          examples: found.slice(0, shown),
        })
      }
      return { balanced: checked.every(({ holds }) => holds), at: atMs, invariants: checked }
    })
