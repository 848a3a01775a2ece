import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { NotificationsTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<NotificationsTables>()

export type StoredSwitches = NotificationsTables['notifications_switch']

/** Everything that some customers have chosen. */
export const listChosenSwitches = (
  db: Db | Tx,
  uids: readonly number[],
): Promise<readonly StoredSwitches[]> =>
  tables(db)
    .selectFrom('notifications_switch')
    .selectAll()
    .where('uid', '=', sql<number>`any(${pgNumberArray(uids)}::bigint[])`)
    .execute()

/** Changes the channels of a topic that are not null, in one statement, and returns the row. */
export const upsertSwitches = async (db: Db, switches: StoredSwitches): Promise<StoredSwitches> =>
  tables(db)
    .insertInto('notifications_switch')
    .values(switches)
    .onConflict((conflict) =>
      conflict.columns(['uid', 'topic']).doUpdateSet(({ fn, ref }) => ({
        inbox: fn.coalesce(ref('excluded.inbox'), ref('notifications_switch.inbox')),
        toast: fn.coalesce(ref('excluded.toast'), ref('notifications_switch.toast')),
        mail: fn.coalesce(ref('excluded.mail'), ref('notifications_switch.mail')),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteSwitches = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('notifications_switch').where('uid', '=', uid).execute()
}
