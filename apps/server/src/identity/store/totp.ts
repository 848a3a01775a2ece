import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { IdentityTables } from '../schema.ts'
import { deleteRecoveryCodes } from './recoveryCodes.ts'

/** The sealed secret of a customer's authenticator app and whether it is on. */
export const findTotp = (db: Db | Tx, uid: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_totp')
    .select(['secret', 'confirmed_ms', 'last_step'])
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Keeps a secret that is being set up in the place of the one before; false when one is on already. */
export const upsertPendingTotp = async (
  db: Db,
  uid: number,
  secret: string,
  startedMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into identity_totp (uid, secret, started_ms) values (${uid}, ${secret}, ${startedMs})
    on conflict (uid) do update set secret = excluded.secret, started_ms = excluded.started_ms
    where identity_totp.confirmed_ms is null
    returning 1
  `.execute(db)
  return rows.length === 1
}

/** Counts the code of a time step, once and only after those before it; tells whether it counted. */
export const consumeTotpStep = async (
  db: Db | Tx,
  uid: number,
  secret: string,
  step: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .withTables<IdentityTables>()
    .updateTable('identity_totp')
    .set({ last_step: step })
    .where('uid', '=', uid)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Switches two-step sign-in on with the secret that was being set up; false when that is another by now. */
export const updateTotpConfirmed = async (
  tx: Tx,
  uid: number,
  secret: string,
  atMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .withTables<IdentityTables>()
    .updateTable('identity_totp')
    .set({ confirmed_ms: atMs })
    .where('uid', '=', uid)
    .where('secret', '=', secret)
    .where('confirmed_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the app's secret of a customer and the recovery codes that stand in for it. */
export const deleteTotp = async (tx: Tx, uid: number): Promise<void> => {
  await deleteRecoveryCodes(tx, uid)
  await tx.withTables<IdentityTables>().deleteFrom('identity_totp').where('uid', '=', uid).execute()
}
