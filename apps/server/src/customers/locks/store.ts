import type { LockReason } from '@glasshouse/core/identity/locks'
import { type RawBuilder, sql } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import { type Db, pgNumberArray, type SortedRange, type Tx } from '../../platform/database/index.ts'
import type { LockRow, LockTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<LockTables>()

const isRunningAt = (nowMs: number) =>
  sql`(l.ended_ms is null and (l.until_ms is null or l.until_ms > ${nowMs}))`

/** Whether the account whose uid a column names is locked at an instant of the business calendar, for other queries. */
export const isLockedAt = (uidColumn: string, nowMs: number): RawBuilder<boolean> => sql<boolean>`
  exists (select from identity_lock l where l.uid = ${sql.ref(uidColumn)} and ${isRunningAt(nowMs)})`

const selectStanding = batchedRead(async (db: Db | Tx, uids: readonly number[]) => {
  const rows = await tables(db)
    .selectFrom('identity_lock')
    .selectAll()
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .where('ended_ms', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.uid, row]))
})

/** The lock of an account that was not ended; it may have run out. Concurrent callers share the statement. */
export const findLock = (db: Db | Tx, uid: number): Promise<LockRow | undefined> => selectStanding(db, uid)

/** Which accounts were locked at an instant of the business calendar, also when the lock has ended since. */
export const listLockedAt = async (
  db: Db | Tx,
  uids: readonly number[],
  atMs: number,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ uid: number }>`
    select distinct uid from identity_lock
    where uid = any(${pgNumberArray(uids)}::bigint[]) and from_ms <= ${atMs}
      and (ended_ms is null or ended_ms > ${atMs}) and (until_ms is null or until_ms > ${atMs})`.execute(db)
  return rows.map(({ uid }) => uid)
}

export type NewLock = {
  readonly uid: number
  readonly reason: LockReason
  readonly remark: string
  readonly reference: string | null
  readonly origin: LockRow['origin']
  readonly staffId: number | null
  readonly agreedStaffId: number | null
  readonly fromMs: number
  readonly untilMs: number | null
}

export const insertLock = async (tx: Tx, lock: NewLock): Promise<void> => {
  await tables(tx)
    .insertInto('identity_lock')
    .values({
      uid: lock.uid,
      reason: lock.reason,
      remark: lock.remark,
      reference: lock.reference,
      origin: lock.origin,
      staff_id: lock.staffId,
      agreed_staff_id: lock.agreedStaffId,
      from_ms: lock.fromMs,
      until_ms: lock.untilMs,
      ended_ms: null,
      ended_staff_id: null,
    })
    .execute()
}

/** Changes a lock of a locked customer. */
export const updateLock = async (
  tx: Tx,
  id: number,
  change: Partial<
    Pick<
      LockRow,
      'reason' | 'remark' | 'staff_id' | 'agreed_staff_id' | 'until_ms' | 'ended_ms' | 'ended_staff_id'
    >
  >,
): Promise<void> => {
  await tables(tx).updateTable('identity_lock').set(change).where('id', '=', id).execute()
}

/** The locks that one manager alone put on an account and that stood after an instant. */
export const listSoleLocks = (tx: Tx, uid: number, afterMs: number): Promise<readonly LockRow[]> =>
  tables(tx)
    .selectFrom('identity_lock')
    .selectAll()
    .where('uid', '=', uid)
    .where('origin', '=', 'staff')
    .where('agreed_staff_id', 'is', null)
    .where('until_ms', '>', afterMs)
    .execute()

/** A lock with the names that a list shows beside it. */
export type ListedLock = LockRow & {
  readonly username: string
  readonly staff: string | null
  readonly agreed: string | null
}

const listed = sql<ListedLock>`
  select l.*, c.username, s.email as staff, a.email as agreed
  from identity_lock l
    join identity_customer c on c.uid = l.uid
    left join staff_member s on s.id = l.staff_id
    left join staff_member a on a.id = l.agreed_staff_id`

/** One page of the locks that stand at an instant, or of those that are over, with the total. */
export const listLocks = async (
  db: Db,
  isOver: boolean,
  nowMs: number,
  page: SortedRange,
): Promise<{ readonly rows: readonly ListedLock[]; readonly total: number }> => {
  const matches = isOver ? sql`not ${isRunningAt(nowMs)}` : isRunningAt(nowMs)
  const { rows } = await sql<ListedLock>`${listed} where ${matches}
    order by l.id ${sql.raw(page.direction)} limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from identity_lock l where ${matches}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The lock of an account that stands at an instant, with who made it. */
export const findListedLock = async (db: Db, uid: number, nowMs: number): Promise<ListedLock | undefined> =>
  (await sql<ListedLock>`${listed} where l.uid = ${uid} and ${isRunningAt(nowMs)}`.execute(db)).rows[0]

/** Locks that stood within a span, for the statistics; instants of the business calendar. */
export const listLockTimes = async (
  db: Db,
  fromMs: number,
): Promise<readonly Pick<LockRow, 'reason' | 'from_ms' | 'until_ms' | 'ended_ms'>[]> =>
  tables(db)
    .selectFrom('identity_lock')
    .select(['reason', 'from_ms', 'until_ms', 'ended_ms'])
    .where('from_ms', '>=', fromMs)
    .execute()

/** Every lock of an account as its customer may read it, the oldest first. */
export const listLocksOf = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('identity_lock')
    .select(['reason', 'remark', 'reference', 'origin', 'from_ms', 'until_ms', 'ended_ms'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()

/** The newest locks of an account, the newest first. */
export const listNewestLocks = (db: Db, uid: number, limit: number) =>
  tables(db)
    .selectFrom('identity_lock')
    .select(['reason', 'from_ms', 'until_ms', 'ended_ms'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
