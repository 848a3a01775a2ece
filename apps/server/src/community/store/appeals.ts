import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CommunityTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<CommunityTables>()

export type AppealRow = Selectable<CommunityTables['community_appeal']>

/** Inserts an appeal; returns whether it is the first one of its text. */
export const insertAppeal = async (
  tx: Tx,
  appeal: Pick<AppealRow, 'text_id' | 'uid' | 'content' | 'created_ms'>,
): Promise<boolean> => {
  const added = await tables(tx)
    .insertInto('community_appeal')
    .values({ ...appeal, state: 'waiting', decided_ms: null, remark: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** The appeals of some texts, by text. */
export const listAppealsOf = async (
  db: Db | Tx,
  textIds: readonly number[],
): Promise<ReadonlyMap<number, AppealRow>> => {
  if (textIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('community_appeal')
    .selectAll()
    .where('text_id', '=', sql<number>`any(${textIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.text_id, row]))
}

/** Appeals by their ids. */
export const listAppeals = (db: Db | Tx, ids: readonly number[]): Promise<readonly AppealRow[]> =>
  tables(db)
    .selectFrom('community_appeal')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

/** An appeal, locked until the commit. */
export const lockAppeal = (tx: Tx, id: number): Promise<AppealRow | undefined> =>
  tables(tx).selectFrom('community_appeal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateAppealDecided = async (
  tx: Tx,
  id: number,
  {
    state,
    decidedMs,
    remark,
  }: {
    readonly state: 'approved' | 'rejected'
    readonly decidedMs: number
    readonly remark: string
  },
): Promise<void> => {
  await tables(tx)
    .updateTable('community_appeal')
    .set({ state, decided_ms: decidedMs, remark })
    .where('id', '=', id)
    .execute()
}

/** Appeals of a customer, the oldest first; as many at most as rejected texts. */
export const listAppealsAfter = (
  db: Db,
  uid: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly AppealRow[]> =>
  tables(db)
    .selectFrom('community_appeal')
    .selectAll()
    .where('uid', '=', uid)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
