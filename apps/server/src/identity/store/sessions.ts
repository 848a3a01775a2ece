import { sql } from 'kysely'
import { isLockedAt } from '../../customers/locks/index.ts'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/** The session of a token's hash; asked for by every call, so those who ask together share a statement. */
export const findSession = batchedRead(async (db: Db, tokenHashes: readonly string[]) => {
  const rows = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_session')
    .select(['id', 'uid', 'started_ms', 'expires_ms', 'last_used_ms', 'ended_by', 'token_hash', 'restricted'])
    .where('token_hash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.token_hash, row]))
})

/** When and by what a session was confirmed. */
export const findStepUp = (db: Db, id: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_session')
    .select(['stepped_up_ms', 'stepped_up_by'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Marks an open session as confirmed at an instant of the business calendar. */
export const updateSteppedUp = async (
  db: Db | Tx,
  id: number,
  businessMs: number,
  by: 'password' | 'secondFactor',
): Promise<void> => {
  await db
    .withTables<IdentityTables>()
    .updateTable('identity_session')
    .set({ stepped_up_ms: businessMs, stepped_up_by: by })
    .where('id', '=', id)
    .where('ended_ms', 'is', null)
    .execute()
}

/** Whether a session is not restricted, or its account still is locked: a restricted one ends with the lock. */
const isOpenNow = (businessMs: number) =>
  sql<boolean>`(not restricted or ${isLockedAt('identity_session.uid', businessMs)})`

/** Which of these sessions are open. */
export const listOpenSessions = async (
  db: Db,
  ids: readonly number[],
  businessMs: number,
): Promise<ReadonlySet<number>> => {
  const rows = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_session')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .where('ended_ms', 'is', null)
    .where('expires_ms', '>', businessMs)
    .where(isOpenNow(businessMs))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The living sessions of a customer, newest first. */
export const listSessionRows = (db: Db, uid: number, businessMs: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_session')
    .select(['id', 'started_ms', 'expires_ms', 'last_used_ms', 'ip', 'country', 'user_agent'])
    .where('uid', '=', uid)
    .where('ended_ms', 'is', null)
    .where('expires_ms', '>', businessMs)
    .orderBy('id', 'desc')
    .execute()

/** Ends one open session of a customer as `by`; false if there is no such session. */
export const updateSessionEndedOf = async (
  db: Db,
  uid: number,
  id: number,
  atMs: number,
  businessMs: number,
  by: 'customer' | 'house',
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .withTables<IdentityTables>()
    .updateTable('identity_session')
    .set({ ended_ms: atMs, ended_by: by })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('ended_ms', 'is', null)
    .where('expires_ms', '>', businessMs)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets sessions that ran out; returns how many. */
export const deleteExpiredSessions = async (db: Db, businessMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_session')
    .where('expires_ms', '<=', businessMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}

/** The newest sessions of a customer, ended ones included. */
export const listSessionsOf = (db: Db, uid: number, limit: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_session')
    .select(['id', 'started_ms', 'expires_ms', 'ended_ms', 'ip', 'user_agent'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
