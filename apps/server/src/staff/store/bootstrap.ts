import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<StaffTables>()

export type Bootstrap = {
  readonly founder_id: number | null
  readonly joined_ms: number | null
}

/** The founding that goes on, locked until the commit; undefined where none began or it has ended. */
export const lockBootstrap = (tx: Tx): Promise<Bootstrap | undefined> =>
  tables(tx)
    .selectFrom('staff_founding')
    .select(['founder_id', 'joined_ms'])
    .where('ended_ms', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Begins the founding unless it has begun. */
export const insertBootstrap = async (tx: Tx): Promise<void> => {
  await sql`insert into staff_founding default values on conflict do nothing`.execute(tx)
}

export const updateBootstrap = async (
  tx: Tx,
  change: { readonly founder_id: number } | { readonly joined_ms: number } | { readonly ended_ms: number },
): Promise<void> => {
  await tables(tx).updateTable('staff_founding').set(change).execute()
}

/** Whether anybody ever chose a password here. */
export const hasStaff = async (db: Db | Tx): Promise<boolean> =>
  (await tables(db)
    .selectFrom('staff_member')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether another manager than this one is invited, or works here already. */
export const hasOtherManager = async (tx: Tx, staffId: number): Promise<boolean> =>
  (await tables(tx)
    .selectFrom('staff_member')
    .select('id')
    .where('role', '=', 'manager')
    .where('frozen_ms', 'is', null)
    .where('id', '<>', staffId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How many managers can sign in. */
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
