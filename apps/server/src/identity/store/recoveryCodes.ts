import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/** Deletes the recovery codes of a customer. */
export const deleteRecoveryCodes = async (tx: Tx, uid: number): Promise<void> => {
  await tx.withTables<IdentityTables>().deleteFrom('identity_recovery_code').where('uid', '=', uid).execute()
}

/** Replaces the recovery codes of a customer by these. */
export const upsertRecoveryCodes = async (tx: Tx, uid: number, hashes: readonly string[]): Promise<void> => {
  await deleteRecoveryCodes(tx, uid)
  await tx
    .withTables<IdentityTables>()
    .insertInto('identity_recovery_code')
    .values(hashes.map((code_hash) => ({ uid, code_hash })))
    .execute()
}

/** Deletes one recovery code and returns whether it was there, so that it counts once. */
export const consumeRecoveryCode = async (tx: Tx, uid: number, codeHash: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from identity_recovery_code where uid = ${uid} and code_hash = ${codeHash} returning 1
  `.execute(tx)
  return rows.length === 1
}
