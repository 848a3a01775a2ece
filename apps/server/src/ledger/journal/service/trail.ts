import { accountsOfSource, type TrailSource } from '@glasshouse/core/ledger/wallets'
import type { Db } from '../../../platform/database/index.ts'
import { findBalanceSums, type JournalEntry, type JournalQuery, listJournalRows } from '../store/journal.ts'

/** A balance, the entries that made it, and the sums that prove it. */
export type BalanceTrail = {
  readonly balance: bigint
  /** Of every entry there ever was; equals the balance, or the books are broken. */
  readonly sum: bigint
  /** Of the entries older than those shown. */
  readonly before: bigint
  readonly entries: readonly JournalEntry[]
  readonly total: number
}

/**
 * Walks a balance back to its causes, newest entry first, on one snapshot: while money moves, entries and
 * balance still belong together.
 */
export const buildBalanceTrail = (
  db: Db,
  uid: number,
  place: TrailSource,
  asset: string,
  page: Pick<JournalQuery, 'offset' | 'limit'>,
): Promise<BalanceTrail> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const holder = { uid, purposes: accountsOfSource(place), asset }
      const { entries, total } = await listJournalRows(tx, holder, { ...page, direction: 'desc' })
      return { ...(await findBalanceSums(tx, holder, entries.at(-1)?.id ?? 0)), entries, total }
    })
