import type { SettingKey } from '@glasshouse/core/content/settings'
import { sql } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, SortedRange, Tx } from '../../platform/database/index.ts'
import type { ContentTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<ContentTables>()

export type StoredSetting = { readonly key: string; readonly value: string; readonly changed_ms: number }

const selectAll = batchedRead(async (db: Db, whole: readonly 'all'[]) => {
  const rows = await tables(db).selectFrom('content_setting').selectAll().execute()
  return new Map(whole.map((all): [typeof all, readonly StoredSetting[]] => [all, rows]))
})

/** All settings ever changed; pages read them often, so concurrent reads share a statement. */
export const listSettingRows = async (db: Db): Promise<readonly StoredSetting[]> =>
  (await selectAll(db, 'all')) ?? []

const selectOne = batchedRead(async (db: Db, keys: readonly SettingKey[]) => {
  const rows = await tables(db)
    .selectFrom('content_setting')
    .select(['key', 'value'])
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, value }) => [key as SettingKey, value]))
})

/** One changed setting; null while it has its default. */
export const findSetting = async (db: Db, key: SettingKey): Promise<string | null> =>
  (await selectOne(db, key)) ?? null

/** Values of settings, locked until the commit in key order, so that changes are serialized; inserts missing rows. */
export const lockSettings = async (
  tx: Tx,
  fallbacks: ReadonlyMap<SettingKey, string>,
  atMs: number,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tables(tx)
    .insertInto('content_setting')
    .values(
      [...fallbacks.keys()].sort().map((key) => ({ key, value: fallbacks.get(key) ?? '', changed_ms: atMs })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ key: ref('content_setting.key') })),
    )
    .returning(['key', 'value'])
    .execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export type SettingChange = {
  readonly key: SettingKey
  readonly before: string
  readonly after: string
  readonly staffId: number
  readonly atMs: number
}

/** Updates a setting and inserts its history. */
export const updateSettingRow = async (
  tx: Tx,
  { key, before, after, staffId, atMs }: SettingChange,
): Promise<void> => {
  await tables(tx)
    .updateTable('content_setting')
    .set({ value: after, changed_ms: atMs })
    .where('key', '=', key)
    .execute()
  await tables(tx)
    .insertInto('content_setting_change')
    .values({ key, before, after, staff_id: staffId, at_ms: atMs })
    .execute()
}

/** One page of the changes of a setting, or of all, newest first, with the total. */
export const listSettingChangeRows = async (db: Db, key: SettingKey | null, page: SortedRange) => {
  const matching = tables(db)
    .selectFrom('content_setting_change')
    .$if(key !== null, (query) => query.where('key', '=', key ?? ''))
  const rows = await matching
    .select(['id', 'key', 'before', 'after', 'staff_id as staffId', 'at_ms as atMs'])
    .orderBy('id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
