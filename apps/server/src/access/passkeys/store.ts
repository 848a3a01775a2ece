import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { PrincipalTables } from '../principal/index.ts'
import type { StoredPasskey, VerifiedPasskey } from './service/webauthn.ts'

/** A passkey in lists. */
export type PasskeyRow = Pick<StoredPasskey, 'credentialId' | 'transports'> & {
  readonly id: number
  readonly name: string
  readonly isBackedUp: boolean
  readonly createdMs: number
  readonly lastUsedMs: number | null
}

/** The passkeys of a principal, newest first. */
export const listPasskeyRows = async (
  db: Db | Tx,
  { passkey, owner }: PrincipalTables,
  ownerId: number,
): Promise<readonly PasskeyRow[]> => {
  const { rows } = await sql<PasskeyRow>`
    select id, name, credential_id as "credentialId", transports, is_backed_up as "isBackedUp",
      created_ms as "createdMs", last_used_ms as "lastUsedMs"
    from ${sql.table(passkey)} where ${sql.ref(owner)} = ${ownerId} order by id desc
  `.execute(db)
  return rows
}

/** How many passkeys a principal has. */
export const countPasskeys = async (
  db: Db | Tx,
  { passkey, owner }: PrincipalTables,
  ownerId: number,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(passkey)} where ${sql.ref(owner)} = ${ownerId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Inserts a passkey and returns its id; null if the credential is known already. */
export const insertPasskey = async (
  tx: Tx,
  { passkey, owner }: PrincipalTables,
  ownerId: number,
  name: string,
  made: VerifiedPasskey,
  businessMs: number,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(passkey)} (${sql.ref(owner)}, name, credential_id, public_key, counter, transports,
      is_multi_device, is_backed_up, created_ms)
    values (${ownerId}, ${name}, ${made.credentialId}, ${Buffer.from(made.publicKey)}, ${made.counter},
      ${[...made.transports]}::text[], ${made.isMultiDevice}, ${made.isBackedUp}, ${businessMs})
    on conflict (credential_id) do nothing returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** A passkey with its principal. */
export type OwnedPasskey = StoredPasskey & { readonly id: number; readonly ownerId: number }

/** The passkey of a credential; null for an unknown one. */
export const findPasskey = async (
  db: Db,
  { passkey, owner }: PrincipalTables,
  credentialId: string,
): Promise<OwnedPasskey | null> => {
  const { rows } = await sql<Omit<OwnedPasskey, 'publicKey'> & { readonly publicKey: Buffer }>`
    select id, ${sql.ref(owner)} as "ownerId", credential_id as "credentialId", public_key as "publicKey", counter,
      transports
    from ${sql.table(passkey)} where credential_id = ${credentialId}
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, publicKey: new Uint8Array(row.publicKey) }
}

/** Stores the use of a passkey; false if it was removed or used meanwhile. */
export const updatePasskeyUse = async (
  db: Db,
  { passkey }: PrincipalTables,
  { id, counter }: Pick<OwnedPasskey, 'id' | 'counter'>,
  use: Pick<VerifiedPasskey, 'counter' | 'isBackedUp'>,
  businessMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(passkey)}
    set counter = ${use.counter}, is_backed_up = ${use.isBackedUp}, last_used_ms = ${businessMs}
    where id = ${id} and counter = ${counter} returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes one passkey of a principal, or all (`id` null); returns whether there was one. */
export const deletePasskeys = async (
  db: Db | Tx,
  { passkey, owner }: PrincipalTables,
  ownerId: number,
  id: number | null,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from ${sql.table(passkey)}
    where ${sql.ref(owner)} = ${ownerId} and (${id}::bigint is null or id = ${id}) returning 1
  `.execute(db)
  return rows.length > 0
}

/** What a challenge is for: adding a passkey, confirming a session, or signing in. */
type PasskeyPurpose = 'add' | 'stepUp' | 'signIn'

/** What a challenge is for, and the session or principal it is bound to; null at sign-in, where neither is known. */
export type PasskeyCeremony = { readonly purpose: PasskeyPurpose; readonly boundTo: number | null }

export const insertPasskeyChallenge = async (
  db: Db | Tx,
  { challenge, challengeBinding }: PrincipalTables,
  challengeHash: string,
  { purpose, boundTo }: PasskeyCeremony,
  expiresMs: number,
): Promise<void> => {
  await sql`
    insert into ${sql.table(challenge)} (challenge_hash, purpose, ${sql.ref(challengeBinding)}, expires_ms)
    values (${challengeHash}, ${purpose}, ${boundTo}, ${expiresMs})
  `.execute(db)
}

/** Spends a challenge; false for one that is unknown, used, expired, or of another ceremony. */
export const consumePasskeyChallenge = async (
  db: Db,
  { challenge, challengeBinding }: PrincipalTables,
  challengeHash: string,
  { purpose, boundTo }: PasskeyCeremony,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    delete from ${sql.table(challenge)}
    where challenge_hash = ${challengeHash} and purpose = ${purpose}
      and ${sql.ref(challengeBinding)} is not distinct from ${boundTo} and expires_ms > ${atMs}
    returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes expired challenges; returns how many. */
export const purgePasskeyChallenges = async (
  db: Db,
  { challenge }: PrincipalTables,
  atMs: number,
): Promise<number> => {
  const { rows } = await sql`
    delete from ${sql.table(challenge)} where expires_ms <= ${atMs} returning 1`.execute(db)
  return rows.length
}
