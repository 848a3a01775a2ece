import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<StaffTables>()

/** Encrypted secret of a member's authenticator app and whether it is on. */
export const findTotp = (db: Db | Tx, staffId: number) =>
  tables(db)
    .selectFrom('staff_totp')
    .select(['secret', 'confirmed_ms'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()

/** Stores a secret during setup, replacing the previous one; false if one is on already. */
export const upsertPendingTotp = async (
  db: Db | Tx,
  staffId: number,
  secret: string,
  startedMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into staff_totp (staff_id, secret, started_ms) values (${staffId}, ${secret}, ${startedMs})
    on conflict (staff_id) do update set secret = excluded.secret, started_ms = excluded.started_ms
    where staff_totp.confirmed_ms is null
    returning 1
  `.execute(db)
  return rows.length === 1
}

/** Marks a time step as used, once and only after earlier ones; returns whether it was accepted. */
export const consumeTotpStep = async (
  db: Db | Tx,
  staffId: number,
  secret: string,
  step: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('staff_totp')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns the second factor on with the secret of the setup; false if the secret was replaced meanwhile. */
export const updateTotpConfirmed = async (
  tx: Tx,
  staffId: number,
  secret: string,
  atMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('staff_totp')
    .set({ confirmed_ms: atMs })
    .where('staff_id', '=', staffId)
    .where('secret', '=', secret)
    .where('confirmed_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteTotp = async (tx: Tx, staffId: number): Promise<void> => {
  await tables(tx).deleteFrom('staff_totp').where('staff_id', '=', staffId).execute()
}
