import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/** Keeps an introduction code; the code of the same session before it is worth nothing any more. */
export const upsertSignInCode = async (
  tx: Tx,
  sessionId: number,
  codeHash: string,
  expiresMs: number,
): Promise<void> => {
  const tables = tx.withTables<IdentityTables>()
  await tables.deleteFrom('identity_introduction').where('session_id', '=', sessionId).execute()
  await tables
    .insertInto('identity_introduction')
    .values({ code_hash: codeHash, session_id: sessionId, expires_ms: expiresMs })
    .execute()
}

/** Takes an introduction code away and tells whose it was, if it and its session were still good. */
export const consumeSignInCode = async (
  tx: Tx,
  codeHash: string,
  atMs: number,
  businessMs: number,
): Promise<{ readonly uid: number; readonly expiresMs: number } | null> => {
  const { rows } = await sql<{ uid: number; expiresMs: number }>`
    delete from identity_introduction i using identity_session s
    where i.code_hash = ${codeHash} and i.expires_ms > ${atMs}
      and s.id = i.session_id and s.ended_ms is null and s.expires_ms > ${businessMs}
    returning s.uid, s.expires_ms as "expiresMs"
  `.execute(tx)
  return rows[0] ?? null
}

/** Forgets codes that ran out; returns how many. */
export const deleteOldIntroductions = async (db: Db, atMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_introduction')
    .where('expires_ms', '<=', atMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
