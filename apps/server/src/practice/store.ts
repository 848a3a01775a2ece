import { sql } from 'kysely'
import type { Db, Tx } from '../platform/index.ts'

/** Reads a stored value of this installation; undefined if it was never written. */
export const readState = async (db: Db | Tx, name: string): Promise<unknown> => {
  const found = await db
    .selectFrom('platform_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.value
}

export const writeState = async (db: Db | Tx, name: string, value: unknown): Promise<void> => {
  const written = { value: JSON.stringify(value) }
  await db
    .insertInto('platform_state')
    .values({ name, ...written })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
    .execute()
}

/** Locks the sample for one process at a time until the commit. */
export const lockSeedState = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('practice sample'))`.execute(tx)
}
