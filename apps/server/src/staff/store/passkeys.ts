import { sql } from 'kysely'
import type { Db, StoredPasskey, Tx, VerifiedPasskey } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

/** The passkeys of a member, newest first. */
export const listPasskeyRows = async (db: Db | Tx, staffId: number) =>
  (
    await db
      .withTables<StaffTables>()
      .selectFrom('staff_passkey')
      .select(['id', 'name', 'credential_id', 'transports', 'created_ms', 'last_used_ms'])
      .where('staff_id', '=', staffId)
      .orderBy('id', 'desc')
      .execute()
  ).map((row) => ({ ...row, credentialId: row.credential_id }))

/** Writes a passkey; false when the credential is known already. */
export const insertPasskey = async (
  tx: Tx,
  staffId: number,
  name: string,
  passkey: VerifiedPasskey,
  businessMs: number,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .withTables<StaffTables>()
    .insertInto('staff_passkey')
    .values({
      staff_id: staffId,
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
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A member's passkey by its credential. */
export const findPasskey = async (
  db: Db,
  staffId: number,
  credentialId: string,
): Promise<(StoredPasskey & { readonly id: number }) | null> => {
  const row = await db
    .withTables<StaffTables>()
    .selectFrom('staff_passkey')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('staff_id', '=', staffId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, counter, transports } = row
  return {
    id,
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
    update staff_passkey
    set counter = ${use.counter}, is_backed_up = ${use.isBackedUp}, last_used_ms = ${businessMs}
    where id = ${id} and counter = ${counter} returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes one passkey of a member, or all (`id` null); returns whether there was one. */
export const deletePasskeys = async (tx: Tx, staffId: number, id: number | null): Promise<boolean> => {
  const { rows } = await sql`
    delete from staff_passkey where staff_id = ${staffId} and (${id}::bigint is null or id = ${id}) returning 1
  `.execute(tx)
  return rows.length > 0
}

/** Writes a challenge, for adding a passkey of a member or, without one, for signing in; deletes expired ones. */
export const insertPasskeyChallenge = async (
  db: Db | Tx,
  challengeHash: string,
  staffId: number | null,
  { nowMs, expiresMs }: { readonly nowMs: number; readonly expiresMs: number },
): Promise<void> => {
  await sql`delete from staff_passkey_challenge where expires_ms <= ${nowMs}`.execute(db)
  await db
    .withTables<StaffTables>()
    .insertInto('staff_passkey_challenge')
    .values({
      challenge_hash: challengeHash,
      purpose: staffId === null ? 'signIn' : 'add',
      staff_id: staffId,
      expires_ms: expiresMs,
    })
    .execute()
}

/** Spends a challenge; false for one that is unknown, used, expired, or of another purpose or member. */
export const consumePasskeyChallenge = async (
  db: Db,
  challengeHash: string,
  staffId: number | null,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from staff_passkey_challenge
    where challenge_hash = ${challengeHash} and staff_id is not distinct from ${staffId} and expires_ms > ${atMs}
    returning 1`.execute(db)
  return rows.length === 1
}
