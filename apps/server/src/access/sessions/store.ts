import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { PrincipalTables } from '../principal/index.ts'

export type NewSession = {
  readonly ownerId: number
  readonly tokenHash: string
  readonly startedMs: number
  readonly expiresMs: number
  readonly ip: string
  readonly userAgent: string
  /** Columns that only this kind of principal has. */
  readonly more: Readonly<Record<string, string | number | boolean | null>>
}

export const insertSession = async (
  tx: Tx,
  { session, owner }: PrincipalTables,
  { ownerId, tokenHash, startedMs, expiresMs, ip, userAgent, more }: NewSession,
): Promise<void> => {
  const columns = {
    [owner]: ownerId,
    token_hash: tokenHash,
    started_ms: startedMs,
    last_used_ms: startedMs,
    expires_ms: expiresMs,
    ip,
    user_agent: userAgent,
    ...more,
  }
  await sql`
    insert into ${sql.table(session)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})
  `.execute(tx)
}

/** Stores when a session was last used; a later concurrent use is kept. */
export const updateLastUsed = async (
  db: Db,
  { session }: PrincipalTables,
  id: number,
  businessMs: number,
): Promise<void> => {
  await sql`
    update ${sql.table(session)} set last_used_ms = ${businessMs}
    where id = ${id} and coalesce(last_used_ms, 0) < ${businessMs}
  `.execute(db)
}

/** Ends one session; false if it is not open. */
export const updateSessionEnded = async (
  db: Db | Tx,
  { session }: PrincipalTables,
  id: number,
  atMs: number,
  by: string,
): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(session)} set ended_ms = ${atMs}, ended_by = ${by}
    where id = ${id} and ended_ms is null returning 1
  `.execute(db)
  return rows.length === 1
}

/** Ends all open sessions of a principal, except an optional one, so that their tokens get 103. */
export const updateSessionsEnded = async (
  tx: Tx,
  { session, owner }: PrincipalTables,
  ownerId: number,
  atMs: number,
  exceptId: number | null,
): Promise<void> => {
  await sql`
    update ${sql.table(session)} set ended_ms = ${atMs}, ended_by = 'house'
    where ${sql.ref(owner)} = ${ownerId} and ended_ms is null and id is distinct from ${exceptId}::bigint
  `.execute(tx)
}
