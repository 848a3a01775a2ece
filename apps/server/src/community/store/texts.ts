import type { TextKind, TextRejection, TextState } from '@glasshouse/core/community/rules'
import { cutLength, maxPageLength, quoteLength } from '@glasshouse/core/community/wire'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { CommunityTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<CommunityTables>()

/** A stored text as it is decided about. */
export type TextRow = Selectable<CommunityTables['community_text']>

/** A text of a page: whether it was cut, and whether the viewer likes it. */
export type ListedText = Omit<TextRow, 'content_hash' | 'flags' | 'decided_by'> & {
  readonly is_cut: boolean
  readonly is_liked: boolean
}

export type TextPage = {
  readonly orderBy: 'created' | 'likes'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** A list is counted and paged up to here: a page costs as much as it is deep. */
const maxListed = 100_000

const orderColumns = { created: 'created_ms', likes: 'like_count' } as const

/**
 * A page and the total of the texts that match, in the order of an index. The texts of a page come to at most
 * `maxPageLength` characters; those behind are cut.
 */
const listMatching = async (
  db: Db,
  matching: RawBuilder<unknown>,
  { orderBy, direction, limit, offset }: TextPage,
  viewerUid: number | null,
): Promise<{ readonly rows: readonly ListedText[]; readonly total: number }> => {
  const order = sql.raw(`${orderColumns[orderBy]} ${direction}, id ${direction}`)
  const { rows } = await sql<ListedText>`
    with page as (
      select *, row_number() over (order by ${order}) as place from (
        select * from community_text where ${matching} order by ${order} limit ${limit} offset ${offset}
      ) found
    ), measured as (
      select *, sum(char_length(content)) over (order by place) > ${maxPageLength} as is_long from page
    )
    select id, kind, uid, staff_id, sample, is_staff, parent_id, speech_id, answers_id, created_ms, state, decided_ms,
      reason, remark, removed_ms, like_count, answer_count,
      case when is_long then left(content, ${cutLength}) else content end as content,
      is_long and char_length(content) > ${cutLength} as is_cut,
      exists (select from community_like l where l.text_id = measured.id and l.uid = ${viewerUid}) as is_liked
    from measured order by place`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from community_text where ${matching} limit ${maxListed}) found`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Published texts of a kind below a text; removed ones only where they were answered. */
export const listPublished = (
  db: Db,
  {
    kind,
    parentId,
    id,
  }: { readonly kind: TextKind; readonly parentId: number; readonly id?: number | undefined },
  page: TextPage,
  viewerUid: number | null,
) =>
  listMatching(
    db,
    sql`kind = ${kind} and parent_id = ${parentId} and state = 'approved'
      and (removed_ms is null or answer_count > 0) and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
    page,
    viewerUid,
  )

/** Texts of a customer, of one state or of all. */
export const listOwnTexts = (
  db: Db,
  {
    uid,
    kind,
    state,
  }: { readonly uid: number; readonly kind: TextKind; readonly state: TextState | undefined },
  page: TextPage,
) =>
  listMatching(
    db,
    state === undefined
      ? sql`uid = ${uid} and kind = ${kind}`
      : sql`uid = ${uid} and kind = ${kind} and state = ${state}`,
    page,
    uid,
  )

/** Own texts in the order of their ids, for the export. */
export const listTextsAfter = async (
  db: Db,
  uid: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) =>
  tables(db)
    .selectFrom('community_text')
    .select([
      'id',
      'kind',
      'parent_id',
      'answers_id',
      'content',
      'created_ms',
      'state',
      'decided_ms',
      'reason',
      'remark',
      'removed_ms',
      'like_count',
      'answer_count',
    ])
    .where('uid', '=', uid)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** A text as it is quoted beside another one. */
export type QuotedText = Pick<
  TextRow,
  'id' | 'uid' | 'sample' | 'is_staff' | 'content' | 'created_ms' | 'state'
>

/** The beginnings of some texts, by id. */
export const findQuotes = async (
  db: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, QuotedText>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<QuotedText>`
    select id, uid, sample, is_staff, left(content, ${quoteLength}) as content, created_ms, state
    from community_text where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Texts by id, as decided about. */
export const listTexts = (db: Db | Tx, ids: readonly number[]): Promise<readonly TextRow[]> =>
  tables(db)
    .selectFrom('community_text')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

/** The texts of practice mode, the oldest first. */
export const listSampleTexts = (db: Db) =>
  tables(db)
    .selectFrom('community_text')
    .select(['id', 'sample', 'state'])
    .where('sample', 'is not', null)
    .orderBy('id')
    .execute()

/** A text of a kind, locked until the commit. */
export const lockText = (tx: Tx, kind: TextKind, id: number): Promise<TextRow | undefined> =>
  tables(tx)
    .selectFrom('community_text')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

/** A text of a kind that is answered: it cannot be removed or rejected before the commit, answers do not wait. */
export const findAnswered = (tx: Tx, kind: TextKind, id: number) =>
  tables(tx)
    .selectFrom('community_text')
    .select(['id', 'uid', 'state', 'removed_ms', 'parent_id', 'speech_id'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forShare()
    .executeTakeFirst()

export type NewText = Pick<
  TextRow,
  | 'kind'
  | 'uid'
  | 'staff_id'
  | 'sample'
  | 'is_staff'
  | 'parent_id'
  | 'speech_id'
  | 'answers_id'
  | 'content'
  | 'content_hash'
  | 'flags'
  | 'created_ms'
>

/** Inserts a text and returns its id: one of a customer waits, one of staff and a sample are published. */
export const insertText = async (tx: Tx, text: NewText): Promise<number> => {
  const isPublished = text.uid === null
  const { id } = await tables(tx)
    .insertInto('community_text')
    .values({
      ...text,
      flags: [...text.flags],
      state: isPublished ? 'approved' : 'waiting',
      decided_ms: isPublished ? text.created_ms : null,
      decided_by: null,
      reason: null,
      remark: null,
      removed_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Number of texts of some kinds that a customer posted since an instant. */
export const countTextsSince = async (
  db: Db | Tx,
  uid: number,
  kinds: readonly TextKind[],
  sinceMs: number,
): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('community_text')
    .select(sql<number>`count(*)`.as('count'))
    .where('uid', '=', uid)
    .where('kind', 'in', [...kinds])
    .where('created_ms', '>=', sinceMs)
    .executeTakeFirstOrThrow()
  return count
}

/** The canonical hash of the newest text of a customer; null without one. */
export const findNewestHash = async (tx: Tx, uid: number): Promise<string | null> => {
  const { rows } = await sql<{ content_hash: string }>`
    select content_hash from unnest(array['speech', 'comment', 'reply']) as k (kind)
    cross join lateral (
      select id, created_ms, content_hash from community_text t
      where t.uid = ${uid} and t.kind = k.kind order by created_ms desc, id desc limit 1
    ) newest
    order by id desc limit 1`.execute(tx)
  return rows[0]?.content_hash ?? null
}

/** How a text was decided; `staffId` is who decided. */
export type TextDecision = {
  readonly state: 'approved' | 'rejected'
  readonly decidedMs: number
  readonly staffId: number
  readonly reason: TextRejection | null
  readonly remark: string | null
}

/** Writes a decision, and counts an approved answer at the text it answers. */
export const updateDecided = async (
  tx: Tx,
  { id, parent_id }: Pick<TextRow, 'id' | 'parent_id'>,
  { state, decidedMs, staffId, reason, remark }: TextDecision,
): Promise<void> => {
  await tables(tx)
    .updateTable('community_text')
    .set({ state, decided_ms: decidedMs, decided_by: staffId, reason, remark })
    .where('id', '=', id)
    .execute()
  if (state === 'approved') await updateAnswerCount(tx, parent_id)
}

/** Counts one more approved answer; a speech answers nothing. */
export const updateAnswerCount = async (tx: Tx, parentId: number): Promise<void> => {
  await sql`update community_text set answer_count = answer_count + 1 where id = ${parentId}`.execute(tx)
}

/** Empties a text. */
export const updateRemoved = async (tx: Tx, id: number, removedMs: number): Promise<void> => {
  await tables(tx)
    .updateTable('community_text')
    .set({ content: '', removed_ms: removedMs })
    .where('id', '=', id)
    .where('removed_ms', 'is', null)
    .execute()
}

/** Empties what a customer wrote and others have not seen, and all appeals. */
export const updateUnpublishedRemoved = async (tx: Tx, uid: number, removedMs: number): Promise<void> => {
  await tables(tx)
    .updateTable('community_text')
    .set({ content: '', removed_ms: removedMs })
    .where('uid', '=', uid)
    .where('state', 'in', ['waiting', 'rejected'])
    .where('removed_ms', 'is', null)
    .execute()
  await tables(tx).updateTable('community_appeal').set({ content: '' }).where('uid', '=', uid).execute()
}

/** One text of a customer as a list shows it. */
export const findListedText = async (db: Db, id: number, uid: number): Promise<ListedText> => {
  const page = { orderBy: 'created', direction: 'desc', limit: 1, offset: 0 } as const
  const { rows } = await listMatching(db, sql`id = ${id}`, page, uid)
  const [row] = rows
  if (row === undefined) throw new Error(`community text ${id} does not exist`)
  return row
}
