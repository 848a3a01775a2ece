import { sql } from 'kysely'
import type { Db, StoredPasskey, Tx, VerifiedPasskey } from '../../platform/index.ts'
import type { IdentityTables } from '../schema.ts'

/** What a challenge is for: adding a passkey, confirming a session, or signing in. */
export type PasskeyPurpose = 'add' | 'stepUp' | 'signIn'

/** The passkeys of a customer, newest first. */
export const listPasskeyRows = async (db: Db | Tx, uid: number) =>
  (
    await db
      .withTables<IdentityTables>()
      .selectFrom('identity_passkey')
      .select(['id', 'name', 'credential_id', 'transports', 'is_backed_up', 'created_ms', 'last_used_ms'])
      .where('uid', '=', uid)
      .orderBy('id', 'desc')
      .execute()
  ).map((row) => ({ ...row, credentialId: row.credential_id }))

/** How many passkeys a customer has. */
export const countPasskeys = async (db: Db | Tx, uid: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from identity_passkey where uid = ${uid}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Writes a passkey and returns its id; null when the credential is known already. */
export const insertPasskey = async (
  tx: Tx,
  uid: number,
  name: string,
  passkey: VerifiedPasskey,
  businessMs: number,
): Promise<number | null> => {
  const row = await tx
    .withTables<IdentityTables>()
    .insertInto('identity_passkey')
    .values({
      uid,
      name,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      is_multi_device: passkey.isMultiDevice,
      is_backed_up: passkey.isBackedUp,
      created_ms: businessMs,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The passkey of a credential with its owner. */
export const findPasskey = async (
  db: Db,
  credentialId: string,
): Promise<(StoredPasskey & { readonly id: number; readonly uid: number }) | null> => {
  const row = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_passkey')
    .select(['id', 'uid', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, uid, counter, transports } = row
  return {
    id,
    uid,
    counter,
    transports,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
  }
}

/** Stores the use of a passkey; false when it was removed or used meanwhile. */
export const updatePasskeyUse = async (
  db: Db,
  { id, counter }: { readonly id: number; readonly counter: number },
  use: Pick<VerifiedPasskey, 'counter' | 'isBackedUp'>,
  businessMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    update identity_passkey
    set counter = ${use.counter}, is_backed_up = ${use.isBackedUp}, last_used_ms = ${businessMs}
    where id = ${id} and counter = ${counter} returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes one passkey of a customer, or all (`id` null); returns whether there was one. */
export const deletePasskeys = async (db: Db | Tx, uid: number, id: number | null): Promise<boolean> => {
  const { rows } = await sql`
    delete from identity_passkey where uid = ${uid} and (${id}::bigint is null or id = ${id}) returning 1
  `.execute(db)
  return rows.length > 0
}

export const insertPasskeyChallenge = async (
  db: Db,
  challengeHash: string,
  purpose: PasskeyPurpose,
  sessionId: number | null,
  expiresMs: number,
): Promise<void> => {
  await db
    .withTables<IdentityTables>()
    .insertInto('identity_passkey_challenge')
    .values({ challenge_hash: challengeHash, purpose, session_id: sessionId, expires_ms: expiresMs })
    .execute()
}

/** Spends a challenge; false for one that is unknown, used, expired, or of another purpose or session. */
export const consumePasskeyChallenge = async (
  db: Db,
  challengeHash: string,
  purpose: PasskeyPurpose,
  sessionId: number | null,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from identity_passkey_challenge
    where challenge_hash = ${challengeHash} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId} and expires_ms > ${atMs}
    returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes expired challenges; returns how many. */
export const purgePasskeyChallenges = async (db: Db, atMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_passkey_challenge')
    .where('expires_ms', '<=', atMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
