import type { FailedAttempts } from '@glasshouse/core/access/attempts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { AccessTables } from '../principal/index.ts'

/** What is counted under a key for how long from the first time on. */
export type AttemptCounter = { readonly key: string; readonly windowMs: number }

/** What was counted under keys, in their order; a window that is over counts as nothing. */
export const listAttempts = async (
  db: Db,
  atMs: number,
  keys: readonly string[],
): Promise<readonly (FailedAttempts & { readonly startedMs: number })[]> => {
  const rows = await db
    .withTables<AccessTables>()
    .selectFrom('access_attempt')
    .select(['key', 'count', 'started_ms', 'last_ms'])
    .where('key', 'in', keys)
    .where(sql<boolean>`started_ms + window_ms > ${atMs}`)
    .execute()
  return keys.map((key) => {
    const row = rows.find((found) => found.key === key)
    if (row === undefined) return { count: 0, startedMs: atMs, lastMs: 0 }
    return { count: row.count, startedMs: row.started_ms, lastMs: row.last_ms }
  })
}

/** Counts one under each key; one statement, in one order, so that many at once neither lose one nor deadlock. */
export const incrementAttempts = async (
  db: Db | Tx,
  atMs: number,
  counters: readonly AttemptCounter[],
): Promise<void> => {
  const sorted = [...counters].sort((a, b) => (a.key < b.key ? -1 : 1))
  await sql`
    insert into access_attempt (key, window_ms, started_ms, count, last_ms)
    select key, window_ms, ${atMs}, 1, ${atMs}
    from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ windowMs }) => windowMs)}::bigint[])
      with ordinality as given (key, window_ms, at) order by at
    on conflict (key) do update set
      window_ms = excluded.window_ms, last_ms = excluded.last_ms,
      started_ms = case when access_attempt.started_ms + excluded.window_ms <= excluded.last_ms
        then excluded.started_ms else access_attempt.started_ms end,
      count = case when access_attempt.started_ms + excluded.window_ms <= excluded.last_ms
        then 1 else access_attempt.count + 1 end
  `.execute(db)
}

/** Forgets what was counted under a key. */
export const deleteAttempts = async (db: Db | Tx, key: string): Promise<void> => {
  await db.withTables<AccessTables>().deleteFrom('access_attempt').where('key', '=', key).execute()
}

/** Forgets what was counted for the last time before an instant; returns how many. */
export const deleteStaleAttempts = async (db: Db, beforeMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<AccessTables>()
    .deleteFrom('access_attempt')
    .where('last_ms', '<', beforeMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
