import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/index.ts'
import type { PictureType } from './picture.ts'
import type { UploadsTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<UploadsTables>()

export type PictureRow = Selectable<UploadsTables['uploads_picture']>

/** Serializes transactions that count and add pictures of a customer. */
export const lockPictures = async (tx: Tx, uid: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${uid}`}, 0))`.execute(tx)
}

/** Number of a customer's pictures in total and since an instant. */
export const countPictures = async (
  tx: Tx,
  uid: number,
  sinceMs: number,
): Promise<{ readonly all: number; readonly recent: number; readonly oldestMs: number | null }> => {
  const { rows } = await sql<{ all: number; recent: number; oldestMs: number | null }>`
    select count(*) as all,
      count(*) filter (where created_ms > ${sinceMs}) as recent,
      min(created_ms) filter (where created_ms > ${sinceMs}) as "oldestMs"
    from uploads_picture where uid = ${uid}
  `.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error('count returned no row')
  return found
}

export type NewPicture = {
  readonly name: string
  /** The owner: a customer, or a staff member who publishes it. */
  readonly whose: { readonly uid: number } | { readonly staffId: number }
  readonly type: PictureType
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly createdMs: number
  readonly keyid: string
}

/** Inserts an incoming picture; its bytes are not stored yet. */
export const insertPending = async (tx: Tx, { createdMs, ...picture }: NewPicture): Promise<number> => {
  const { whose, ...rest } = picture
  const owner = 'uid' in whose ? { uid: whose.uid, staff_id: null } : { uid: null, staff_id: whose.staffId }
  const { id } = await tables(tx)
    .insertInto('uploads_picture')
    .values({ ...rest, ...owner, state: 'incoming', purpose: null, created_ms: createdMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks the bytes as stored; false if a sweep declared the picture lost meanwhile. */
export const updateStored = async (db: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('uploads_picture')
    .set({ state: 'kept' })
    .where('id', '=', id)
    .where('state', '=', 'incoming')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findPictureByName = (db: Db | Tx, name: string): Promise<PictureRow | undefined> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('name', '=', name)
    .where('state', '=', 'kept')
    .executeTakeFirst()

export const findPictureById = (db: Db | Tx, id: number): Promise<PictureRow | undefined> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()

/** Sets the purpose of a picture the first time; false if it does not exist. */
export const updatePurpose = async (tx: Tx, id: number, purpose: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('uploads_picture')
    .set({ purpose: sql<string>`coalesce(purpose, ${purpose})` })
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Pictures of a customer, oldest first. */
export const listPicturesOf = (db: Db | Tx, uid: number): Promise<readonly PictureRow[]> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', '=', 'kept')
    .orderBy('id')
    .execute()

/** Marks all pictures of a customer for the next sweep. */
export const updateAllDeleting = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).updateTable('uploads_picture').set({ state: 'going' }).where('uid', '=', uid).execute()
}

/** Marks one picture for the next sweep. */
export const updateDeleting = async (db: Db, id: number): Promise<void> => {
  await tables(db).updateTable('uploads_picture').set({ state: 'going' }).where('id', '=', id).execute()
}

/** Latest creation times of deletable pictures, epoch milliseconds. */
export type UnusedSince = {
  /** Incoming since then: the writing process is dead. */
  readonly lostMs: number
  /** Unattached since then. */
  readonly unusedMs: number
}

/** Locks a limited number of deletable pictures, each for one sweep only. */
export const lockDeletable = async (
  tx: Tx,
  { lostMs, unusedMs }: UnusedSince,
  limit: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    update uploads_picture p set state = 'going'
    from (
      select id from uploads_picture
      where state = 'going'
        or (state = 'incoming' and created_ms <= ${lostMs})
        or (state = 'kept' and purpose is null and created_ms <= ${unusedMs})
      order by created_ms, id limit ${limit} for update skip locked
    ) loose
    where p.id = loose.id
    returning p.id, p.name
  `.execute(tx)
  return rows
}

export const deletePicture = async (db: Db, id: number): Promise<void> => {
  await tables(db).deleteFrom('uploads_picture').where('id', '=', id).where('state', '=', 'going').execute()
}

/** Pictures that are sealed with another secret, oldest first, with ids above `after`. */
export const listSealedOtherwise = async (
  db: Db,
  keyid: string,
  after: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from uploads_picture
    where state = 'kept' and keyid is distinct from ${keyid} and id > ${after} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Notes which secret the bytes of a picture are sealed with; false if the picture is gone or going. */
export const updateKeyid = async (db: Db, id: number, keyid: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('uploads_picture')
    .set({ keyid })
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
