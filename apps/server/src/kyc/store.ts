import type { IdentityState } from '@glasshouse/core/kyc/codec'
import { kycDeadlineMs } from '@glasshouse/core/kyc/rules'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import { type Insertable, sql } from 'kysely'
import {
  type Db,
  type PageRange,
  pgNumberArray,
  type SortedRange,
  type Tx,
} from '../platform/database/index.ts'
import type { QueueItem } from '../reviews/index.ts'
import type { KycTables, SubmissionRow } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<KycTables>()

/** The newest submission of a customer, which is the record. */
export const findNewest = (db: Db | Tx, uid: number): Promise<SubmissionRow | undefined> =>
  tables(db)
    .selectFrom('kyc_submission')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** One page of a customer's submissions, the oldest first. */
export const listSubmissions = (db: Db, uid: number, page: PageRange): Promise<readonly SubmissionRow[]> =>
  tables(db)
    .selectFrom('kyc_submission')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export const findSubmissions = (db: Db | Tx, ids: readonly number[]): Promise<readonly SubmissionRow[]> =>
  tables(db)
    .selectFrom('kyc_submission')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()

/** A submission, locked until the commit. */
export const lockSubmission = (tx: Tx, id: number): Promise<SubmissionRow | undefined> =>
  tables(tx).selectFrom('kyc_submission').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertSubmission = async (
  tx: Tx,
  submission: Insertable<KycTables['kyc_submission']>,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('kyc_submission')
    .values(submission)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a decision and returns whose submission it is. */
export const updateDecided = async (
  tx: Tx,
  id: number,
  decided: Pick<SubmissionRow, 'state' | 'reason' | 'remark' | 'decided_ms'>,
): Promise<number> => {
  const { uid } = await tables(tx)
    .updateTable('kyc_submission')
    .set(decided)
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

/** Submissions of a state for the review queue. */
export const listQueueItems = (state: IdentityState) => sql<QueueItem>`
  select id, uid, created_ms, created_ms + ${kycDeadlineMs}::bigint as deadline_ms, '' as words
  from kyc_submission where state = ${state}`

/**
 * Of some submissions those whose person has another account: one that is approved or in review, or one that was closed
 * and whose hash is still kept.
 */
export const findDuplicates = async (
  db: Db | Tx,
  ids: readonly number[],
  nowMs: number,
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select s.id from kyc_submission s
    where s.id in (${sql.join(ids)}) and (
      exists (select from kyc_submission o
        where o.person_hash = s.person_hash and o.uid <> s.uid and o.state in ('pending', 'approved'))
      or exists (select from kyc_retained_hash r
        where r.person_hash = s.person_hash and r.uid <> s.uid and r.until_ms > ${nowMs}))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The hash of the person of an approved account; undefined where it is not approved. */
export const findApproved = (
  db: Db | Tx,
  uid: number,
): Promise<Pick<SubmissionRow, 'uid' | 'person_hash' | 'sealed' | 'country'> | undefined> =>
  tables(db)
    .selectFrom('kyc_submission')
    .select(['uid', 'person_hash', 'sealed', 'country'])
    .where('uid', '=', uid)
    .where('state', '=', 'approved')
    .executeTakeFirst()

/** How many of these customers have an approved identity. */
export const countApproved = async (db: Db | Tx, uids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ approved: number }>`
    select count(*) as approved from kyc_submission
    where uid = any(${pgNumberArray(uids)}::bigint[]) and state = 'approved'`.execute(db)
  return rows[0]?.approved ?? 0
}

/** The submission that shows a picture. */
export const findByPicture = (
  db: Db | Tx,
  uid: number,
  pictureId: number,
): Promise<Pick<SubmissionRow, 'id'> | undefined> =>
  tables(db)
    .selectFrom('kyc_submission')
    .select('id')
    .where('uid', '=', uid)
    .where((on) => on.or([on('front_id', '=', pictureId), on('reverse_id', '=', pictureId)]))
    .limit(1)
    .executeTakeFirst()

export const insertView = async (
  db: Db | Tx,
  view: { readonly uid: number; readonly role: StaffRole; readonly viewed_ms: number },
): Promise<void> => {
  await tables(db).insertInto('kyc_view').values(view).execute()
}

/** Looks of staff at a customer's record. */
export const listViews = (db: Db, uid: number, page: SortedRange) =>
  tables(db)
    .selectFrom('kyc_view')
    .select(['role', 'viewed_ms'])
    .where('uid', '=', uid)
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** Deletes everything about a customer's identity. */
export const deleteAllOf = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('kyc_view').where('uid', '=', uid).execute()
  await tables(tx).deleteFrom('kyc_submission').where('uid', '=', uid).execute()
}

export const insertRetained = async (tx: Tx, row: KycTables['kyc_retained_hash']): Promise<void> => {
  await tables(tx).insertInto('kyc_retained_hash').values(row).execute()
}

/** Deletes hashes kept long enough; returns how many. */
export const purgeRetained = async (db: Db, nowMs: number): Promise<number> => {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('kyc_retained_hash')
    .where('until_ms', '<=', nowMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}

/** The sealed key of the hashes; `fresh` is stored and returned where there is none yet. */
export const insertKeyOnce = async (db: Db | Tx, fresh: () => string): Promise<string> => {
  const find = () => tables(db).selectFrom('kyc_key').select('sealed').executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.sealed
  await tables(db)
    .insertInto('kyc_key')
    .values({ sealed: fresh() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await find()
  if (kept === undefined) throw new Error('the key of identity hashes could not be stored')
  return kept.sealed
}
