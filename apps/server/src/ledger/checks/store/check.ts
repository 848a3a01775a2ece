import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { LedgerTables } from '../../posting/index.ts'
import type { Range, Series } from './invariants.ts'

/** A number of each series. */
export type Numbers = Readonly<Record<Series, number>>

/** State of the check as it is stored. */
export type StoredCheck = {
  readonly checked: Numbers
  readonly newest: Numbers
  /** How many rows have numbers above `checked`, up to `newest`. */
  readonly seen: Numbers
  readonly horizon: string | null
  readonly checkedMs: number | null
  readonly wholeMs: number
  readonly broken: readonly { readonly name: string; readonly examples: readonly string[] }[]
  readonly sinceMs: number | null
}

export const findCheck = async (db: Db): Promise<StoredCheck | null> => {
  const row = await db.withTables<LedgerTables>().selectFrom('ledger_check').selectAll().executeTakeFirst()
  if (row === undefined) return null
  const { checked, newest, seen, horizon, broken } = row
  return {
    ...{ checked, newest, seen, horizon, broken },
    checkedMs: row.checked_ms,
    wholeMs: row.whole_ms,
    sinceMs: row.since_ms,
  }
}

/** Lets one check at a time store its state. */
export const lockCheck = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger check', 0))`.execute(tx)
}

/** Stores the state; a change between sound and broken is stored permanently. The newest whole check stays. */
export const upsertCheck = async (tx: Tx, state: StoredCheck, changedAtMs: number | null): Promise<void> => {
  const values = {
    checked: JSON.stringify(state.checked),
    newest: JSON.stringify(state.newest),
    seen: JSON.stringify(state.seen),
    horizon: state.horizon,
    checked_ms: state.checkedMs,
    whole_ms: state.wholeMs,
    broken: JSON.stringify(state.broken),
    since_ms: state.sinceMs,
  }
  await tx
    .withTables<LedgerTables>()
    .insertInto('ledger_check')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        ...values,
        whole_ms: sql<number>`greatest(ledger_check.whole_ms, excluded.whole_ms)`,
      }),
    )
    .execute()
  if (changedAtMs === null) return
  await tx
    .withTables<LedgerTables>()
    .insertInto('ledger_suspension')
    .values({ at_ms: changedAtMs, is_suspended: state.sinceMs !== null, broken: values.broken })
    .execute()
}

/**
 * The newest number of each series, and whether every transaction that was running at a horizon has ended. The horizon is
 * a transaction number taken now: a running transaction may have a number above every one that has ended, so
 * `pg_snapshot_xmax` would not be above it.
 */
export const findNewest = async (
  db: Db | Tx,
  horizon: string | null,
): Promise<{ readonly newest: Numbers; readonly horizon: string; readonly isPast: boolean }> => {
  const { rows } = await sql<{
    transactions: number
    settlements: number
    horizon: string
    is_past: boolean
  }>`
    select coalesce((select max(id) from ledger_transaction), 0) as transactions,
      coalesce((select max(n) from trust_settlement), 0) as settlements,
      pg_current_xact_id()::text as horizon,
      coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= ${horizon}::text::xid8, false) as is_past`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('one row of newest numbers')
  const { transactions, settlements } = row
  return { newest: { transactions, settlements }, horizon: row.horizon, isPast: row.is_past }
}

const rowsOf: Readonly<Record<Series, { readonly table: string; readonly number: string }>> = {
  transactions: { table: 'ledger_transaction', number: 'id' },
  settlements: { table: 'trust_settlement', number: 'n' },
}

/** How many rows of a series have numbers of a range. */
export const countRows = async (tx: Tx, series: Series, { after, upTo }: Range): Promise<number> => {
  const { table, number } = rowsOf[series]
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from ${sql.table(table)}
    where ${sql.ref(number)} > ${after} and ${sql.ref(number)} <= ${upTo}`.execute(tx)
  return rows[0]?.many ?? 0
}
