import type { NoticeKind } from '@glasshouse/core/notifications/kinds'
import type { StoredParams } from '@glasshouse/core/notifications/spec'
import { sql } from 'kysely'
import { countListed, type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { NotificationsTables, StoredNotice } from '../schema.ts'
import { deleteSwitches } from './switches.ts'

const tables = (db: Db | Tx) => db.withTables<NotificationsTables>()

export type UnsavedNotice = {
  readonly uid: number
  readonly kind: NoticeKind
  readonly key: string
  readonly params: StoredParams
  readonly isListed: boolean
}

export type SavedNotice = {
  readonly uid: number
  readonly id: number
  readonly kind: NoticeKind
  readonly key: string
}

/** Inserts notices in one statement and returns those that did not exist. What is not listed keeps no values and is read. */
export const insertNotices = async (
  tx: Tx,
  notices: readonly UnsavedNotice[],
  { createdMs, expiresMs }: { readonly createdMs: number; readonly expiresMs: number },
): Promise<readonly SavedNotice[]> => {
  const { rows } = await sql<SavedNotice>`
    insert into notifications_notice (uid, kind, key, params, is_listed, read_ms, created_ms, expires_ms)
    select uid, kind, key, case when is_listed then params else '{}' end, is_listed,
      case when is_listed then null else ${createdMs}::bigint end, ${createdMs}, ${expiresMs} from rows from (
      unnest(${pgNumberArray(notices.map(({ uid }) => uid))}::bigint[]),
      unnest(${pgTextArray(notices.map(({ kind }) => kind))}::text[]),
      unnest(${pgTextArray(notices.map(({ key }) => key))}::text[]),
      jsonb_array_elements(${JSON.stringify(notices.map(({ params }) => params))}::jsonb),
      unnest(${pgTextArray(notices.map(({ isListed }) => String(isListed)))}::boolean[])
    ) with ordinality as notice (uid, kind, key, params, is_listed, line) order by line
    on conflict (uid, kind, key) do nothing
    returning uid, id, kind, key`.execute(tx)
  return rows
}

/** Rows of one customer that one statement deletes; more are left to the next notice. */
const deletedAtOnce = 20

/**
 * Deletes the oldest notices of customers who have more than `keep`. Rows that another transaction has locked are
 * skipped, so that this never waits.
 */
export const deleteOldestNotices = async (tx: Tx, uids: readonly number[], keep: number): Promise<void> => {
  await sql`
    delete from notifications_notice where (uid, id) in (
      select uid, id from notifications_notice where (uid, id) in (
        select customer.uid, oldest.id from unnest(${pgNumberArray(uids)}::bigint[]) as customer (uid)
        cross join lateral (
          select id from notifications_notice n where n.uid = customer.uid
          order by id desc offset ${keep} limit ${deletedAtOnce}
        ) oldest
      ) for update skip locked
    )`.execute(tx)
}

export type NoticeQuery = {
  readonly uid: number
  readonly onlyUnread: boolean
  /** Null for all. */
  readonly kinds: readonly NoticeKind[] | null
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** One page of a customer's notices, with the total. */
export const listNoticeRows = async (
  db: Db,
  { uid, onlyUnread, kinds, direction, offset, limit }: NoticeQuery,
): Promise<{ readonly rows: readonly StoredNotice[]; readonly total: number }> => {
  let found = tables(db)
    .selectFrom('notifications_notice')
    .where('uid', '=', uid)
    .where('is_listed', '=', true)
  if (onlyUnread) found = found.where('read_ms', 'is', null)
  if (kinds !== null) found = found.where('kind', '=', sql<NoticeKind>`any(${pgTextArray(kinds)}::text[])`)
  const [total, rows] = await Promise.all([
    countListed(db, found, limit),
    found
      .selectAll()
      .orderBy('created_ms', direction)
      .orderBy('id', direction)
      .offset(offset)
      .limit(limit)
      .execute(),
  ])
  return { rows, total }
}

export const countUnreadNotices = async (db: Db, uid: number): Promise<number> => {
  const { unread } = await tables(db)
    .selectFrom('notifications_notice')
    .select((on) => on.fn.countAll<number>().as('unread'))
    .where('uid', '=', uid)
    .where('read_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks a customer's notice as read; false where it is none of theirs. One that was read keeps its time. */
export const updateNoticeRead = async (
  db: Db,
  uid: number,
  id: number,
  { readMs, expiresMs }: { readonly readMs: number; readonly expiresMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('notifications_notice')
    .set({
      read_ms: sql<number>`coalesce(read_ms, ${readMs})`,
      expires_ms: sql<number>`least(expires_ms, ${expiresMs})`,
    })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks all notices of a customer as read. */
export const updateAllNoticesRead = async (
  db: Db,
  uid: number,
  { readMs, expiresMs }: { readonly readMs: number; readonly expiresMs: number },
): Promise<void> => {
  await sql`
    update notifications_notice set read_ms = ${readMs}, expires_ms = least(expires_ms, ${expiresMs})
    where (uid, id) in (
      select uid, id from notifications_notice where uid = ${uid} and read_ms is null order by id for update
    )`.execute(db)
}

/** Deletes expired notices, at most `limit`; returns their number. */
export const deleteExpiredNotices = async (db: Db, atMs: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from notifications_notice where (uid, id) in (
      select uid, id from notifications_notice where expires_ms <= ${atMs} order by expires_ms limit ${limit}
      for update skip locked
    )`.execute(db)
  return Number.parseInt(String(numAffectedRows ?? 0n), 10)
}

/** Deletes all notices of a customer, and the choices where they go. */
export const deleteNotices = async (tx: Tx, uid: number): Promise<void> => {
  await deleteSwitches(tx, uid)
  await tables(tx).deleteFrom('notifications_notice').where('uid', '=', uid).execute()
}
