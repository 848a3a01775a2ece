import type { FailedAttempts } from '@glasshouse/core/identity/attempts'
import { sql } from 'kysely'
import type { Db } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

/** Counters of keys, in key order; an expired window counts as zero. */
export const listAttempts = async (
  db: Db,
  atMs: number,
  windowMs: number,
  keys: readonly string[],
): Promise<readonly FailedAttempts[]> => {
  const rows = await db
    .withTables<StaffTables>()
    .selectFrom('staff_try')
    .selectAll()
    .where('key', 'in', keys)
    .where('started_ms', '>', atMs - windowMs)
    .execute()
  return keys.map((key) => {
    const row = rows.find((found) => found.key === key)
    return row === undefined ? { count: 0, lastMs: 0 } : { count: row.count, lastMs: row.last_ms }
  })
}

/** Increments the counter of each key in a fixed order, so that concurrent increments neither get lost nor deadlock. */
export const countTries = async (
  db: Db,
  atMs: number,
  windowMs: number,
  keys: readonly string[],
): Promise<void> => {
  await sql`
    insert into staff_try (key, started_ms, last_ms, count)
    select key, ${atMs}, ${atMs}, 1 from unnest(${[...keys].sort()}::text[]) as given (key)
    on conflict (key) do update set last_ms = excluded.last_ms,
      started_ms = case when staff_try.started_ms <= ${atMs - windowMs} then excluded.started_ms
        else staff_try.started_ms end,
      count = case when staff_try.started_ms <= ${atMs - windowMs} then 1 else staff_try.count + 1 end
  `.execute(db)
}

/** Deletes the counter of a key, and all expired counters. */
export const deleteAttempts = async (db: Db, atMs: number, windowMs: number, key: string): Promise<void> => {
  await db
    .withTables<StaffTables>()
    .deleteFrom('staff_try')
    .where((eb) => eb.or([eb('key', '=', key), eb('last_ms', '<', atMs - windowMs)]))
    .execute()
}
