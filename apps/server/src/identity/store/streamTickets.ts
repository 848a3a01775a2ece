import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { IdentityTables } from '../schema.ts'

export const insertStreamTicket = async (
  db: Db | Tx,
  sessionId: number,
  ticketHash: string,
  expiresMs: number,
): Promise<void> => {
  await db
    .withTables<IdentityTables>()
    .insertInto('identity_stream_ticket')
    .values({ ticket_hash: ticketHash, session_id: sessionId, expires_ms: expiresMs })
    .execute()
}

/** Deletes a ticket and returns the open session behind it; null for an expired or used ticket. */
export const consumeStreamTicket = async (
  db: Db,
  ticketHash: string,
  atMs: number,
  businessMs: number,
): Promise<{ readonly uid: number; readonly sessionId: number } | null> => {
  const { rows } = await sql<{ uid: number; sessionId: number }>`
    delete from identity_stream_ticket t using identity_session s
    where t.ticket_hash = ${ticketHash} and t.expires_ms > ${atMs}
      and s.id = t.session_id and s.ended_ms is null and s.expires_ms > ${businessMs}
      and (not s.restricted or exists (
        select from identity_lock l where l.uid = s.uid and l.ended_ms is null
          and (l.until_ms is null or l.until_ms > ${businessMs})))
    returning s.uid, s.id as "sessionId"
  `.execute(db)
  return rows[0] ?? null
}

/** Deletes expired tickets; returns how many. */
export const purgeStreamTickets = async (db: Db, atMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_stream_ticket')
    .where('expires_ms', '<=', atMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
