import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/index.ts'
import type { PictureType } from './picture.ts'
import type { UploadsTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<UploadsTables>()

export type PictureRow = Selectable<UploadsTables['uploads_picture']>

/** Lets only one transaction at a time count and add the pictures of a customer. */
export const lockPictures = async (tx: Tx, uid: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${uid}`}, 0))`.execute(tx)
}

/** How many pictures a customer has, and how many of them came since an instant. */
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
  if (found === undefined) throw new Error('a count answered nothing')
  return found
}

export type NewPicture = {
  readonly name: string
  /** Whose it is: a customer's, or a member of staff's who puts it up for everybody. */
  readonly whose: { readonly uid: number } | { readonly staffId: number }
  readonly type: PictureType
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly createdMs: number
}

/** Writes down that a picture is coming; its bytes are not there yet. */
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

/** Writes down that the bytes are there; false when a sweep took it for lost meanwhile. */
export const updateStored = async (db: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('uploads_picture')
    .set({ state: 'kept' })
    .where('id', '=', id)
    .where('state', '=', 'incoming')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const selectByName = (db: Db | Tx, name: string): Promise<PictureRow | undefined> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('name', '=', name)
    .where('state', '=', 'kept')
    .executeTakeFirst()

export const selectById = (db: Db | Tx, id: number): Promise<PictureRow | undefined> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()

/** Writes down what a picture is for, the first time; false when it is not there any more. */
export const updatePurpose = async (tx: Tx, id: number, purpose: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('uploads_picture')
    .set({ purpose: sql<string>`coalesce(purpose, ${purpose})` })
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The pictures of a customer, oldest first. */
export const selectPicturesOf = (db: Db | Tx, uid: number): Promise<readonly PictureRow[]> =>
  tables(db)
    .selectFrom('uploads_picture')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', '=', 'kept')
    .orderBy('id')
    .execute()

/** Gives all pictures of a customer over to the next sweep. */
export const updateAllDeleting = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).updateTable('uploads_picture').set({ state: 'going' }).where('uid', '=', uid).execute()
}

/** Gives one picture over to the next sweep. */
export const updateDeleting = async (db: Db, id: number): Promise<void> => {
  await tables(db).updateTable('uploads_picture').set({ state: 'going' }).where('id', '=', id).execute()
}

/** When pictures that nobody wants any more came at the latest, epoch milliseconds. */
export type UnusedSince = {
  /** Still incoming since then: whoever wrote the bytes is dead. */
  readonly lostMs: number
  /** Handed in for nothing since then. */
  readonly unusedMs: number
}

/** Takes pictures that are to be deleted out of use, so many at most, each by one sweep only. */
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
