import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Acquires an expired lease; returns the new fencing number, or null while another engine has the lease. */
export const acquireLease = (db: Db, forMs: number): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    // The strong lock: it waits for a batch that has proven the number it goes by and is not committed yet.
    const free = await sql`select from contracts_lease where until_ms < ${nowMs} for update`.execute(tx)
    if (free.rows.length === 0) return null
    const { rows } = await sql<{ fence: number }>`
      update contracts_lease set fence = fence + 1, until_ms = ${nowMs} + ${forMs}::bigint returning fence`.execute(
      tx,
    )
    return rows[0]?.fence ?? null
  })

/** Extends the lease, also an expired one that no engine acquired meanwhile; false if one did. */
export const renewLease = async (db: Db, fence: number, forMs: number): Promise<boolean> => {
  const { rows } = await sql`
    update contracts_lease set until_ms = ${nowMs} + ${forMs}::bigint where fence = ${fence}
    returning fence`.execute(db)
  return rows.length === 1
}

/** Lets the next engine take over at once. */
export const releaseLease = async (db: Db, fence: number): Promise<void> => {
  await sql`update contracts_lease set until_ms = 0 where fence = ${fence}`.execute(db)
}

/**
 * Whether a fencing number is the newest, and keeps it the newest until the end of the transaction. An engine that
 * stops in the middle loses the transaction after `patienceMs`, so that its successor does not wait for its locks.
 */
export const isLeaseHeld = async (tx: Tx, fence: number, patienceMs: number): Promise<boolean> => {
  const { rows } = await sql<{ fence: number }>`
    select fence, set_config('idle_in_transaction_session_timeout', ${String(patienceMs)}, true)
    from contracts_lease for key share`.execute(tx)
  return rows[0]?.fence === fence
}
