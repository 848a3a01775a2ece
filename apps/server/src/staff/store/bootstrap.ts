import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { StaffTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<StaffTables>()

export type Bootstrap = {
  readonly founder_id: number | null
  readonly joined_ms: number | null
}

/** The bootstrap in progress, locked until the commit; undefined if none has started or it has ended. */
export const lockBootstrap = (tx: Tx): Promise<Bootstrap | undefined> =>
  tables(tx)
    .selectFrom('staff_founding')
    .select(['founder_id', 'joined_ms'])
    .where('ended_ms', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Starts the bootstrap unless it has started. */
export const insertBootstrap = async (tx: Tx): Promise<void> => {
  await sql`insert into staff_founding default values on conflict do nothing`.execute(tx)
}

export const updateBootstrap = async (
  tx: Tx,
  change: { readonly founder_id: number } | { readonly joined_ms: number } | { readonly ended_ms: number },
): Promise<void> => {
  await tables(tx).updateTable('staff_founding').set(change).execute()
}

/** Whether any staff member ever set a password. */
export const hasStaff = async (db: Db | Tx): Promise<boolean> =>
  (await tables(db)
    .selectFrom('staff_member')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a manager other than this one is invited or active. */
export const hasOtherManager = async (tx: Tx, staffId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('staff_member')
    .select('id')
    .where('role', '=', 'manager')
    .where('frozen_ms', 'is', null)
    .where('id', '<>', staffId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Number of managers that can sign in. */
export const countManagers = async (db: Db): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('staff_member')
    .select(sql<number>`count(*)`.as('count'))
    .where('role', '=', 'manager')
    .where('frozen_ms', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
