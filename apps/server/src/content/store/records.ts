import type { ListRecordsQuery } from '@glasshouse/core/content/codec'
import { contentFieldsFromWire, contentFieldsToWire } from '@glasshouse/core/content/fields/codec'
import type { ContentFields, ContentKind, ContentTexts } from '@glasshouse/core/content/records'
import { type Selectable, sql } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { ContentTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<ContentTables>()

export type RecordRow = Selectable<ContentTables['content_record']> & { readonly reads: number }

/** Stored fields have the names of the wire: indexes name them, and records of the audit log have them too. */
const withNamesInside = <Row extends { readonly kind: ContentKind; readonly fields: ContentFields }>(
  row: Row,
): Row => ({ ...row, fields: contentFieldsFromWire(row.kind, row.fields) })

const withReads = (db: Db | Tx) =>
  tables(db)
    .selectFrom('content_record')
    .leftJoin('content_read', 'content_read.record_id', 'content_record.id')
    .selectAll('content_record')
    .select(sql<number>`coalesce(content_read.readnum, 0)`.as('reads'))

const selectKinds = batchedRead(async (db: Db, kinds: readonly ContentKind[]) => {
  const found = await withReads(db)
    .where('kind', 'in', kinds)
    .where('published', '=', true)
    .orderBy('position')
    .orderBy('created_ms', 'desc')
    .orderBy('content_record.id', 'desc')
    .execute()
  const rows = found.map(withNamesInside)
  return new Map(kinds.map((kind) => [kind, rows.filter((row) => row.kind === kind)]))
})

/** Published records of a kind: by position, newest first; concurrent reads share a statement. */
export const listPublished = async (db: Db, kind: ContentKind): Promise<readonly RecordRow[]> =>
  (await selectKinds(db, kind)) ?? []

/** One page of a kind or its one record by id, including drafts, with the total. */
export const listRecords = async (db: Db, { kind, id, ...page }: ListRecordsQuery) => {
  const rows = await withReads(db)
    .where('kind', '=', kind)
    .$if(id !== undefined, (query) => query.where('content_record.id', '=', id ?? 0))
    .orderBy(`content_record.${page.orderBy}`, page.direction)
    .orderBy('content_record.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await tables(db)
    .selectFrom('content_record')
    .where('kind', '=', kind)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(withNamesInside), total }
}

/** A record of a kind, locked until the commit. */
export const lockRecord = async (tx: Tx, kind: ContentKind, id: number): Promise<RecordRow | undefined> => {
  const row = await withReads(tx)
    .where('content_record.id', '=', id)
    .where('kind', '=', kind)
    .forUpdate('content_record')
    .executeTakeFirst()
  return row && withNamesInside(row)
}

/**
 * Published records of a kind; concurrent publications of the kind wait until the commit, so that two conflicting
 * records are never published concurrently.
 */
export const lockPublished = async (
  tx: Tx,
  kind: ContentKind,
): Promise<readonly { readonly id: number; readonly fields: ContentFields }[]> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`content ${kind}`}))`.execute(tx)
  const rows = await tables(tx)
    .selectFrom('content_record')
    .select(['id', 'kind', 'fields'])
    .where('kind', '=', kind)
    .where('published', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(withNamesInside)
}

export type ContentInput = {
  readonly kind: ContentKind
  readonly published: boolean
  readonly position: number
  readonly texts: ContentTexts
  readonly fields: ContentFields
  readonly staffId: number | null
  readonly atMs: number
}

/** Inserts a record and returns its id; null if its kind allows only one and there is one. */
export const insertRecord = async (tx: Tx, record: ContentInput): Promise<number | null> => {
  const added = await tables(tx)
    .insertInto('content_record')
    .values({
      kind: record.kind,
      published: record.published,
      position: record.position,
      texts: JSON.stringify(record.texts),
      fields: JSON.stringify(contentFieldsToWire(record.kind, record.fields)),
      created_ms: record.atMs,
      updated_ms: record.atMs,
      staff_id: record.staffId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

export const updateRecord = async (tx: Tx, id: number, record: ContentInput): Promise<void> => {
  await tables(tx)
    .updateTable('content_record')
    .set({
      published: record.published,
      position: record.position,
      texts: JSON.stringify(record.texts),
      fields: JSON.stringify(contentFieldsToWire(record.kind, record.fields)),
      updated_ms: record.atMs,
      staff_id: record.staffId,
    })
    .where('id', '=', id)
    .execute()
}

export const deleteRecord = async (tx: Tx, id: number): Promise<void> => {
  await tables(tx).deleteFrom('content_record').where('id', '=', id).execute()
}

/** Counts reads of articles: one statement for any number of them, in a fixed order; deleted ones are skipped. */
export const incrementReads = async (db: Db, reads: ReadonlyMap<number, number>): Promise<void> => {
  const sorted = [...reads].sort(([a], [b]) => a - b)
  await sql`
    insert into content_read (record_id, readnum)
    select r.id, g.count from unnest(
      ${sorted.map(([id]) => id)}::bigint[], ${sorted.map(([, count]) => count)}::bigint[]) as g (id, count)
    join content_record r on r.id = g.id order by r.id
    on conflict (record_id) do update set readnum = content_read.readnum + excluded.readnum`.execute(db)
}
