import { type RawBuilder, sql } from 'kysely'
import { isLockedAt, type LockTables } from '../../customers/locks/index.ts'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/** Whether a key `k` of a customer `c` can be used: not removed, not expired, the account neither locked nor closed. */
export const isApiKeyUsable = (businessMs: number): RawBuilder<boolean> => sql<boolean>`
  k.removed_ms is null and k.expires_ms > ${businessMs} and c.closed_ms is null
    and not ${isLockedAt('c.uid', businessMs)}`

/** The key behind a hash with its account; asked for by every call of a program, so those who ask together share a statement. */
export const findApiKeyByHash = batchedRead(async (db: Db, keyHashes: readonly string[]) => {
  const rows = await db
    .withTables<IdentityTables & LockTables>()
    .selectFrom('identity_api_key as k')
    .innerJoin('identity_customer as c', 'c.uid', 'k.uid')
    .select(['k.id', 'k.uid', 'k.key_hash', 'k.secret', 'k.scopes', 'k.addresses', 'k.expires_ms'])
    .leftJoin('identity_lock as l', (join) => join.onRef('l.uid', '=', 'k.uid').on('l.ended_ms', 'is', null))
    .select(['k.last_used_ms', 'c.closed_ms', 'l.id as lock_id', 'l.until_ms as lock_until_ms'])
    .where('k.key_hash', '=', sql<string>`any(${keyHashes}::text[])`)
    .where('k.removed_ms', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.key_hash, row]))
})

/** The API keys of a customer that were not removed, newest first. */
export const listApiKeyRows = (db: Db | Tx, uid: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_api_key')
    .select(['id', 'name', 'scopes', 'addresses', 'created_ms', 'expires_ms', 'last_used_ms'])
    .where('uid', '=', uid)
    .where('removed_ms', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export type NewApiKey = {
  readonly uid: number
  readonly name: string
  readonly keyHash: string
  readonly secret: string
  readonly scopes: readonly ('read' | 'trade')[]
  readonly addresses: readonly string[]
  readonly createdMs: number
  readonly expiresMs: number
}

/** Writes an API key and returns its id. */
export const insertApiKey = async (tx: Tx, key: NewApiKey): Promise<number> => {
  const { id } = await tx
    .withTables<IdentityTables>()
    .insertInto('identity_api_key')
    .values({
      uid: key.uid,
      name: key.name,
      key_hash: key.keyHash,
      secret: key.secret,
      scopes: [...key.scopes],
      addresses: [...key.addresses],
      created_ms: key.createdMs,
      expires_ms: key.expiresMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes one API key of a customer, or all (`id` null), together with its secret; returns whether there was one. */
export const updateApiKeysRemoved = async (
  db: Db | Tx,
  uid: number,
  id: number | null,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    update identity_api_key set removed_ms = ${atMs}, secret = null
    where uid = ${uid} and (${id}::bigint is null or id = ${id}) and removed_ms is null returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Notes when a key was used last; a concurrent later note stays. */
export const updateApiKeyLastUsed = async (db: Db, id: number, businessMs: number): Promise<void> => {
  await sql`
    update identity_api_key set last_used_ms = ${businessMs}
    where id = ${id} and coalesce(last_used_ms, 0) < ${businessMs}`.execute(db)
}

/** Which of these API keys can be used. */
export const listUsableApiKeys = async (
  db: Db,
  ids: readonly number[],
  businessMs: number,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select k.id from identity_api_key k join identity_customer c on c.uid = k.uid
    where k.id = any(${ids}::bigint[]) and ${isApiKeyUsable(businessMs)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
