import { sql } from 'kysely'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'

/**
 * Records a sign-in from a device and returns whether it is new to an account that knows another one. The first
 * device of an account is not new. The caller holds the lock of the customer.
 */
export const upsertDevice = async (
  tx: Tx,
  uid: number,
  deviceHash: string,
  businessMs: number,
): Promise<boolean> => {
  const { rows } = await sql<{ isNew: boolean }>`
    with known as (
      select count(*) > 0 as has_any, count(*) filter (where device_hash = ${deviceHash}) > 0 as has_this
      from identity_device where uid = ${uid}
    ), written as (
      insert into identity_device (uid, device_hash, first_ms, last_ms)
      values (${uid}, ${deviceHash}, ${businessMs}, ${businessMs})
      on conflict (uid, device_hash) do update set last_ms = excluded.last_ms
    )
    select has_any and not has_this as "isNew" from known
  `.execute(tx)
  return rows[0]?.isNew ?? false
}

/** One page of when devices first and last signed in, for the export; their hashes are of no use to anybody. */
export const listDevices = async (db: Db, uid: number, page: PageRange) => {
  const { offset, limit } = page
  const { rows } = await sql<{ first_ms: number; last_ms: number }>`
    select first_ms, last_ms from identity_device where uid = ${uid}
    order by device_hash offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** The device that an account knows the shortest: its first and its last sign-in. Undefined without any. */
export const findNewestDevice = async (db: Db, uid: number) =>
  (
    await sql<{ first_ms: number; last_ms: number }>`
      select first_ms, last_ms from identity_device where uid = ${uid} order by first_ms desc limit 1`.execute(
      db,
    )
  ).rows[0]

/** Deletes what an account knows of its devices. */
export const deleteDevices = async (tx: Tx, uid: number): Promise<void> => {
  await sql`delete from identity_device where uid = ${uid}`.execute(tx)
}
