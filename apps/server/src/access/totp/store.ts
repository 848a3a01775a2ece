import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { PrincipalTables } from '../principal/index.ts'

/** Encrypted secret of an authenticator app and whether it is on. */
export type StoredTotp = { readonly secret: string; readonly confirmedMs: number | null }

/** The authenticator app of a principal; null without one. */
export const findTotp = async (
  db: Db | Tx,
  { totp, owner }: PrincipalTables,
  ownerId: number,
): Promise<StoredTotp | null> => {
  const { rows } = await sql<StoredTotp>`
    select secret, confirmed_ms as "confirmedMs" from ${sql.table(totp)} where ${sql.ref(owner)} = ${ownerId}
  `.execute(db)
  return rows[0] ?? null
}

/** Stores a secret during setup, replacing the previous one; false if one is on already. */
export const upsertPendingTotp = async (
  db: Db | Tx,
  { totp, owner }: PrincipalTables,
  ownerId: number,
  secret: string,
  startedMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into ${sql.table(totp)} as kept (${sql.ref(owner)}, secret, started_ms)
    values (${ownerId}, ${secret}, ${startedMs})
    on conflict (${sql.ref(owner)}) do update set secret = excluded.secret, started_ms = excluded.started_ms
    where kept.confirmed_ms is null
    returning 1
  `.execute(db)
  return rows.length === 1
}

/** Marks a time step as used, once and only after earlier ones; returns whether it was accepted. */
export const consumeTotpStep = async (
  db: Db | Tx,
  { totp, owner }: PrincipalTables,
  ownerId: number,
  secret: string,
  step: number,
): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(totp)} set last_step = ${step}
    where ${sql.ref(owner)} = ${ownerId} and secret = ${secret} and last_step < ${step} returning 1
  `.execute(db)
  return rows.length === 1
}

/** Turns the app on with the secret of the setup; false if the secret was replaced meanwhile or is on. */
export const updateTotpConfirmed = async (
  tx: Tx,
  { totp, owner }: PrincipalTables,
  ownerId: number,
  secret: string,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(totp)} set confirmed_ms = ${atMs}
    where ${sql.ref(owner)} = ${ownerId} and secret = ${secret} and confirmed_ms is null returning 1
  `.execute(tx)
  return rows.length === 1
}

/** Deletes the second factor of a principal. */
export const deleteTotp = async (
  tx: Tx,
  { totp, owner }: PrincipalTables,
  ownerId: number,
): Promise<void> => {
  await sql`delete from ${sql.table(totp)} where ${sql.ref(owner)} = ${ownerId}`.execute(tx)
}
