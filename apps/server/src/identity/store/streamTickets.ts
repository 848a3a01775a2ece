import { sql } from 'kysely'
import { isLockedAt } from '../../customers/locks/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { ApiKeyIdentity, CustomerIdentity } from '../../platform/http/index.ts'
import type { IdentityTables } from '../schema.ts'
import { isApiKeyUsable } from './apiKeys.ts'

export const insertStreamTicket = async (
  db: Db | Tx,
  owner: { readonly sessionId: number } | { readonly apiKeyId: number },
  ticketHash: string,
  expiresMs: number,
): Promise<void> => {
  await db
    .withTables<IdentityTables>()
    .insertInto('identity_stream_ticket')
    .values({
      ticket_hash: ticketHash,
      session_id: 'sessionId' in owner ? owner.sessionId : null,
      api_key_id: 'apiKeyId' in owner ? owner.apiKeyId : null,
      expires_ms: expiresMs,
    })
    .execute()
}

/** Deletes a ticket and returns the open session or API key behind it; null for an expired or used ticket. */
export const consumeStreamTicket = async (
  db: Db,
  ticketHash: string,
  atMs: number,
  businessMs: number,
): Promise<CustomerIdentity | ApiKeyIdentity | null> => {
  const { rows } = await sql<{ uid: number; sessionId: number | null; apiKeyId: number | null }>`
    with spent as (
      delete from identity_stream_ticket where ticket_hash = ${ticketHash} and expires_ms > ${atMs}
      returning session_id, api_key_id
    )
    select s.uid, s.id as "sessionId", null as "apiKeyId" from spent join identity_session s on s.id = spent.session_id
      where s.ended_ms is null and s.expires_ms > ${businessMs}
        and (not s.restricted or ${isLockedAt('s.uid', businessMs)})
    union all
    select k.uid, null, k.id from spent join identity_api_key k on k.id = spent.api_key_id
      join identity_customer c on c.uid = k.uid
      where ${isApiKeyUsable(businessMs)}
  `.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { uid, sessionId, apiKeyId } = found
  if (sessionId !== null) return { uid, sessionId }
  return apiKeyId === null ? null : { uid, apiKeyId }
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
