import type { ReviewStatus } from '@glasshouse/core/reviews/wire'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/index.ts'
import type { ReviewsTables } from './schema.ts'
import type { QueueItem } from './service/kind.ts'

const tables = (db: Db | Tx) => db.withTables<ReviewsTables>()

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

/** Complaints of a status for the review queue. */
export const complaintItems = (status: ReviewStatus): RawBuilder<QueueItem> => sql<QueueItem>`
  select id, uid, created_ms, created_ms + 259200000 as deadline_ms, '' as words
  from reviews_complaint where status = ${status}`

export const selectComplaints = (db: Db | Tx, ids: readonly number[]): Promise<readonly ComplaintRow[]> =>
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
    status,
    answer,
    answeredMs,
  }: { readonly status: 1 | 2; readonly answer: string; readonly answeredMs: number },
): Promise<void> => {
  await tables(tx)
    .updateTable('reviews_complaint')
    .set({ status, answer, answered_ms: answeredMs })
    .where('id', '=', id)
    .execute()
}

/** Empties the texts of a customer's complaints. */
export const eraseComplaints = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).updateTable('reviews_complaint').set({ text: '' }).where('uid', '=', uid).execute()
}
