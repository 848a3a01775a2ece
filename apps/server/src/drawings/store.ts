import type { Db, Tx } from '../platform/database/index.ts'
import type { DrawingTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<DrawingTables>()

export type SavedChart = DrawingTables['drawings_chart']

/** Inserts or replaces a customer's drawings on one market. */
export const upsertChart = async (db: Db, chart: SavedChart): Promise<void> => {
  await tables(db)
    .insertInto('drawings_chart')
    .values(chart)
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'pid'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), saved_ms: ref('excluded.saved_ms') })),
    )
    .execute()
}

export const findChart = async (db: Db, uid: number, pid: number): Promise<string | null> =>
  (
    await tables(db)
      .selectFrom('drawings_chart')
      .select('value')
      .where('uid', '=', uid)
      .where('pid', '=', pid)
      .executeTakeFirst()
  )?.value ?? null

/** All drawings of a customer, by market. */
export const listCharts = (db: Db, uid: number): Promise<readonly SavedChart[]> =>
  tables(db).selectFrom('drawings_chart').selectAll().where('uid', '=', uid).orderBy('pid').execute()

/** Deletes the drawings of a customer. */
export const deleteCharts = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('drawings_chart').where('uid', '=', uid).execute()
}
