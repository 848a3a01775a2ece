import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../platform/database/index.ts'
import type { AlertTables, JudgedMark, StoredAlert } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<AlertTables>()

/** Lets one transaction at a time count and insert alerts of a customer. */
export const lockAlertsOf = async (tx: Tx, uid: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${uid}`}, 0))`.execute(tx)
}

export const insertAlert = (tx: Tx, alert: Omit<StoredAlert, 'id'>): Promise<StoredAlert> =>
  tables(tx).insertInto('alerts_alert').values(alert).returningAll().executeTakeFirstOrThrow()

/** Open alerts of a customer, newest first. */
export const listAlertsOf = (db: Db | Tx, uid: number): Promise<StoredAlert[]> =>
  tables(db).selectFrom('alerts_alert').selectAll().where('uid', '=', uid).orderBy('id', 'desc').execute()

/** Open alerts of all customers with an id above one, ascending, at most `limit`. */
export const listAlertsAfter = (db: Db, id: number, limit: number): Promise<StoredAlert[]> =>
  tables(db).selectFrom('alerts_alert').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()

/** Deletes an open alert of a customer and returns it; undefined where it is none of theirs. */
export const deleteAlertOf = (db: Db, uid: number, id: number): Promise<StoredAlert | undefined> =>
  tables(db)
    .deleteFrom('alerts_alert')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Deletes open alerts and returns the ids of those that existed. Rows are locked by id. */
export const deleteAlerts = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    delete from alerts_alert where id in (
      select id from alerts_alert where id = any(${pgNumberArray(ids)}::bigint[]) order by id for update
    ) returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes all alerts of a customer. */
export const deleteAlertsOf = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('alerts_alert').where('uid', '=', uid).execute()
}

export const listMarks = (db: Db): Promise<JudgedMark[]> =>
  tables(db).selectFrom('alerts_judged').selectAll().execute()

/** Moves marks of markets, in one statement. */
export const upsertMarks = async (db: Db, marks: readonly JudgedMark[]): Promise<void> => {
  if (marks.length === 0) return
  await tables(db)
    .insertInto('alerts_judged')
    .values([...marks])
    .onConflict((conflict) =>
      conflict
        .column('pid')
        .doUpdateSet(({ ref }) => ({ n: ref('excluded.n'), received_ms: ref('excluded.received_ms') })),
    )
    .execute()
}
