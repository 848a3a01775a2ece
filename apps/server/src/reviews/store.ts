import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ReviewKindName, ReviewScope } from '@glasshouse/core/reviews/wire'
import { maxPage } from '@glasshouse/core/wire/codec'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/index.ts'
import { isActiveManager } from '../staff/index.ts'
import type { ReviewsTables } from './schema.ts'
import type { QueueItem, ReviewKind } from './service/kind.ts'

const tables = (db: Db | Tx) => db.withTables<ReviewsTables>()

export type QueueFilter = {
  /** Items with this id, of one of these customers, or with these words; null for all. */
  readonly text: {
    readonly id: number | null
    readonly uids: readonly number[]
    readonly words: string
  } | null
  /** A part of the queue as one staff member sees it; null for all. */
  readonly scope: {
    readonly name: ReviewScope
    readonly staffId: number
    /** Until when a deadline is soon, by the business calendar. */
    readonly dueMs: number
    /** By the wall clock: takes run out by it. */
    readonly nowMs: number
  } | null
}

export type QueuePage = {
  readonly orderBy: 'created_ms' | 'deadline_ms'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export type QueueEntry = QueueItem & { readonly kind: ReviewKindName }

const escaped = (text: string): string => text.replace(/[\\%_]/g, (found) => `\\${found}`)

const queueOf = (kinds: readonly ReviewKind[], state: ReviewState) =>
  sql.join(
    kinds.map(
      ({ kind, items }) => sql`
        (select ${kind}::text as kind, id, uid, created_ms, deadline_ms, words from (${items(state)}) items)`,
    ),
    sql` union all `,
  )

const matching = ({ text }: QueueFilter) =>
  text === null
    ? sql`true`
    : sql`(id = ${text.id} or uid = any(${text.uids}::bigint[])
        or (${text.words} <> '' and words ilike ${`%${escaped(text.words)}%`}))`

const inScope = ({ scope }: QueueFilter, state: ReviewState) => {
  if (scope === null) return sql`true`
  const { name, staffId, dueMs, nowMs } = scope
  const take = sql`select 1 from reviews_take t
    where t.kind = items.kind and t.item_id = items.id and t.until_ms > ${nowMs}`
  const approval = sql`select 1 from reviews_decision d join staff_member m on m.id = d.staff_id
    where d.kind = items.kind and d.item_id = items.id and d.decision = 'approve'
      and ${isActiveManager}`
  return {
    due: sql`deadline_ms <= ${dueMs}`,
    mine: sql`exists (${take} and t.staff_id = ${staffId})`,
    free: sql`not exists (${take})`,
    // One that has all its approvals is not pending any more.
    second: state === 'pending' ? sql`exists (${approval})` : sql`false`,
  }[name]
}

/** One page of the queue over several kinds, with the total. */
export const listQueue = async (
  db: Db,
  kinds: readonly ReviewKind[],
  state: ReviewState,
  filter: QueueFilter,
  page: QueuePage,
): Promise<{ readonly entries: readonly QueueEntry[]; readonly total: number }> => {
  if (kinds.length === 0) return { entries: [], total: 0 }
  const direction = sql.raw(page.direction)
  const queue = sql`(select * from (${queueOf(kinds, state)}) items 
    where ${matching(filter)} and ${inScope(filter, state)}) queue`
  const { rows } = await sql<QueueEntry>`
    select * from ${queue}
    order by ${sql.ref(page.orderBy)} ${direction} nulls last, kind ${direction}, id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from ${queue} limit ${maxPage * page.limit}) listed`.execute(db)
  return { entries: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Pending items of a kind: their number, the overdue among them, and when the oldest was created, null with none. */
type PendingCount = {
  readonly waiting: number
  readonly overdue: number
  readonly oldestMs: number | null
}

/** Counts the pending items of a kind. */
export const countWaiting = async (db: Db, { items }: ReviewKind, nowMs: number): Promise<PendingCount> => {
  const { rows } = await sql<PendingCount>`
    select count(*) as waiting, count(*) filter (where deadline_ms < ${nowMs}) as overdue, min(created_ms) as "oldestMs"
    from (${items('pending')}) items`.execute(db)
  const [counted] = rows
  if (counted === undefined) throw new Error('count returned no row')
  return counted
}

export type ReviewItem = { readonly kind: ReviewKindName; readonly id: number }

/** Assignees of some items of a kind at an instant. */
export const listAssignments = async (
  db: Db | Tx,
  kind: ReviewKindName,
  ids: readonly number[],
  nowMs: number,
) =>
  (
    await sql<{ item_id: number; staff_id: number; name: string; until_ms: number }>`
      select t.item_id, t.staff_id, m.name, t.until_ms
      from reviews_take t join staff_member m on m.id = t.staff_id
      where t.kind = ${kind} and t.item_id = any(${ids}::bigint[]) and t.until_ms > ${nowMs}`.execute(db)
  ).rows

/** How often in a row the same person may take an item. */
const takesInARow = 2

/** What came of taking an item: `held` by another person, or `tooOften` in a row by this one. */
export type Assignment = 'assigned' | 'held' | 'tooOften'

/**
 * Assigns an item to a staff member unless it is assigned to another one, or was taken twice in a row by this one. A
 * take that was put back or ran out counts.
 */
export const upsertAssignment = async (
  tx: Tx,
  { kind, id }: ReviewItem,
  staffId: number,
  nowMs: number,
  untilMs: number,
): Promise<Assignment> => {
  const { rows } = await sql`
    insert into reviews_take (kind, item_id, staff_id, until_ms) values (${kind}, ${id}, ${staffId}, ${untilMs})
    on conflict (kind, item_id) do update set staff_id = excluded.staff_id, until_ms = excluded.until_ms,
      times = case when reviews_take.staff_id = excluded.staff_id then reviews_take.times + 1 else 1 end
    where (reviews_take.staff_id = excluded.staff_id and reviews_take.times < ${takesInARow})
      or (reviews_take.staff_id <> excluded.staff_id and reviews_take.until_ms <= ${nowMs})
    returning 1`.execute(tx)
  if (rows.length === 1) return 'assigned'
  const last = await tables(tx)
    .selectFrom('reviews_take')
    .select('staff_id')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .executeTakeFirst()
  return last?.staff_id === staffId ? 'tooOften' : 'held'
}

/** Releases an item, of any member or only of the given one; who took it last stays known. */
export const releaseAssignment = async (
  tx: Tx,
  { kind, id }: ReviewItem,
  staffId: number | null,
): Promise<void> => {
  await tables(tx)
    .updateTable('reviews_take')
    .set({ until_ms: 0 })
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .$if(staffId !== null, (query) => query.where('staff_id', '=', staffId ?? 0))
    .execute()
}

export type DecisionRow = {
  readonly item_id: number
  readonly staff_id: number
  readonly decision: 'approve' | 'reject'
  readonly remark: string
  readonly decided_ms: number
}

/** A decision with its author, and whether that member is a manager who can sign in now. */
export type AuthoredDecision = DecisionRow & { readonly name: string; readonly is_by_manager: boolean }

/** Decisions on some items of a kind with their authors, oldest first. */
export const listDecisions = async (
  db: Db | Tx,
  kind: ReviewKindName,
  ids: readonly number[],
): Promise<readonly AuthoredDecision[]> =>
  (
    await sql<AuthoredDecision>`
      select d.item_id, d.staff_id, m.name, d.decision, d.remark, d.decided_ms,
        ${isActiveManager} as is_by_manager
      from reviews_decision d join staff_member m on m.id = d.staff_id
      where d.kind = ${kind} and d.item_id = any(${ids}::bigint[])
      order by d.id`.execute(db)
  ).rows

/**
 * Number of approvals of an item. While it waits for a second one, the first counts only as long as its author is a manager: one who
 * was frozen or lost the role would otherwise leave the other manager to approve alone.
 */
export const countApprovals = (
  decisions: readonly Pick<AuthoredDecision, 'decision' | 'is_by_manager'>[],
  isPending: boolean,
): number =>
  decisions.filter((made) => made.decision === 'approve' && (made.is_by_manager || !isPending)).length

export const insertDecision = async (
  tx: Tx,
  { kind, id }: ReviewItem,
  decision: Omit<DecisionRow, 'item_id'>,
): Promise<void> => {
  await tables(tx)
    .insertInto('reviews_decision')
    .values({ kind, item_id: id, ...decision })
    .execute()
}

export type ComplaintRow = Selectable<ReviewsTables['reviews_complaint']>

type NewComplaint = {
  readonly uid: number
  readonly text: string
  readonly createdMs: number
  readonly lockReason: string | null
  readonly lockStaffId: number | null
}

/** Inserts a complaint that waits and returns its id. */
export const insertComplaint = async (
  tx: Tx,
  { uid, text, createdMs, lockReason, lockStaffId }: NewComplaint,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('reviews_complaint')
    .values({
      uid,
      text,
      lock_reason: lockReason,
      lock_staff_id: lockStaffId,
      created_ms: createdMs,
      answer: null,
      answered_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many complaints a customer made after an instant, and when the oldest of them was made. */
export const countComplaintsSince = async (
  tx: Tx,
  uid: number,
  sinceMs: number,
): Promise<{ readonly count: number; readonly oldestMs: number }> => {
  const { count, oldestMs } = await tables(tx)
    .selectFrom('reviews_complaint')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(min(created_ms), 0)`.as('oldestMs')])
    .where('uid', '=', uid)
    .where('created_ms', '>', sinceMs)
    .executeTakeFirstOrThrow()
  return { count, oldestMs }
}

/** Complaints of a state for the review queue. */
export const complaintItems = (state: ReviewState): RawBuilder<QueueItem> => sql<QueueItem>`
  select id, uid, created_ms, created_ms + 259200000 as deadline_ms, '' as words
  from reviews_complaint where state = ${state}`

export const listComplaintRows = (db: Db | Tx, ids: readonly number[]): Promise<readonly ComplaintRow[]> =>
  tables(db)
    .selectFrom('reviews_complaint')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

/** The complaints of a customer, the oldest first. */
export const listComplaintsOf = (db: Db, uid: number): Promise<readonly ComplaintRow[]> =>
  tables(db).selectFrom('reviews_complaint').selectAll().where('uid', '=', uid).orderBy('id').execute()

/** A complaint, locked until the commit. */
export const lockComplaint = (tx: Tx, id: number): Promise<ComplaintRow | undefined> =>
  tables(tx).selectFrom('reviews_complaint').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateComplaintAnswered = async (
  tx: Tx,
  id: number,
  {
    state,
    answer,
    answeredMs,
  }: { readonly state: ReviewState; readonly answer: string; readonly answeredMs: number },
): Promise<void> => {
  await tables(tx)
    .updateTable('reviews_complaint')
    .set({ state, answer, answered_ms: answeredMs })
    .where('id', '=', id)
    .execute()
}

/** Empties the texts of a customer's complaints. */
export const anonymizeComplaints = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).updateTable('reviews_complaint').set({ text: '' }).where('uid', '=', uid).execute()
}
