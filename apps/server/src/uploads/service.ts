import { domainError } from '@glasshouse/core/errors/registry'
import {
  createKeyedSemaphore,
  type Db,
  type Platform,
  randomToken,
  type StaffIdentity,
  type Tx,
  transact,
} from '../platform/index.ts'
import { type RequestOrigin, readAndAudit } from '../staff/index.ts'
import type { BlobStore } from './blobs/keeper.ts'
import { openBlobStore } from './blobs/open.ts'
import { parsePictureUrl, pictureUrl } from './link.ts'
import { type Picture, reencodeImage } from './picture.ts'
import {
  countPictures,
  insertPending,
  lockPictures,
  type NewPicture,
  type PictureRow,
  selectById,
  selectByName,
  selectPicturesOf,
  updateDeleting,
  updatePurpose,
  updateStored,
} from './store.ts'

/** How many pictures a customer may hand in within 24 hours, and have in the house. */
export type Quota = { readonly daily: number; readonly total: number }

export type UploadsDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  readonly keeper: BlobStore
  /** Lets pictures be drawn a few at a time. */
  readonly inTurn: ReturnType<typeof createKeyedSemaphore>
  readonly quotaOf: () => Promise<Quota>
}

/** Pictures drawn anew at the same time: each may take a processor and some hundred megabytes for a second. */
const drawnAtOnce = 2
const dayMs = 86_400_000

/** Opens what the room works with; the quota is asked for anew each time. */
export const openUploads = <P extends Platform>(
  platform: P,
  quotaOf: UploadsDeps['quotaOf'],
): P & UploadsDeps => ({
  ...platform,
  keeper: openBlobStore(platform),
  inTurn: createKeyedSemaphore(drawnAtOnce),
  quotaOf,
})

/**
 * Takes a picture in: draws it anew, writes its bytes away and answers its address, which names it for other
 * calls and shows it to its owner and to staff.
 *
 * Refuses 1001 (`file`) for what is no picture, 1004 when the customer handed in enough for a day, 2002 (`max`) when he has as many as he may have.
 *
 * The row comes first, as `incoming`; it counts from then on, so that two at once cannot pass the quota together.
 * Then the bytes, then the row is `kept`. Whoever dies in between leaves an `incoming` row for the sweep.
 */
export const uploadCustomerPicture = async (
  deps: UploadsDeps,
  uid: number,
  file: Buffer,
): Promise<{ readonly url: string }> => {
  await transact(deps.database.db, (tx) => mayHandIn(deps, tx, uid))
  return takeIn(deps, file, { uid }, (tx) => mayHandIn(deps, tx, uid))
}

/**
 * Takes a picture in that staff put up for everybody: whoever knows its address sees it, for as long as what it was put
 * up for is kept. Refuses 1001 (`file`) for what is no picture.
 */
export const publishStaffPicture = (
  deps: UploadsDeps,
  staffId: number,
  file: Buffer,
): Promise<{ readonly url: string }> => takeIn(deps, file, { staffId }, async () => undefined)

/** Draws a picture anew, writes it down as coming where it may come, and then its bytes away. */
const takeIn = async (
  deps: UploadsDeps,
  file: Buffer,
  whose: NewPicture['whose'],
  mayCome: (tx: Tx) => Promise<void>,
): Promise<{ readonly url: string }> => {
  const picture = await deps.inTurn('drawing', () => reencodeImage(file))
  const name = randomToken(24)
  const id = await transact(deps.database.db, async (tx) => {
    await mayCome(tx)
    const { type, width, height } = picture
    const createdMs = deps.clock.now()
    return insertPending(tx, { name, whose, type, bytes: picture.bytes.length, width, height, createdMs })
  })
  await writeAway(deps, id, name, picture)
  return { url: pictureUrl(name) }
}

/** Refuses when a customer has handed in enough; from here to the commit nobody else adds to what he has. */
const mayHandIn = async ({ clock, quotaOf }: UploadsDeps, tx: Tx, uid: number): Promise<void> => {
  const { daily, total } = await quotaOf()
  await lockPictures(tx, uid)
  const nowMs = clock.now()
  const { all, recent, oldestMs } = await countPictures(tx, uid, nowMs - dayMs)
  if (all >= total) throw domainError('outOfRange', { max: total })
  if (recent >= daily)
    throw domainError('tooManyRequests', {
      retryAfter: Math.ceil(((oldestMs ?? nowMs) + dayMs - nowMs) / 1000),
    })
}

const writeAway = async (
  { database: { db }, keeper }: UploadsDeps,
  id: number,
  name: string,
  picture: Picture,
) => {
  try {
    await keeper.put(name, picture.bytes)
  } catch (fault) {
    // Whether or not some bytes arrived, the sweep deletes them; if this fails too, it finds them by their age.
    await updateDeleting(db, id).catch(() => undefined)
    throw fault
  }
  if (!(await updateStored(db, id))) throw new Error('a picture was swept while it was written')
}

/**
 * The picture an address names, for its owner. Refuses `notFound` for an address of somebody else's picture and
 * for anything that is none, without a difference.
 */
export const findOwnPicture = async (db: Db | Tx, uid: number, url: string): Promise<number> => {
  const name = parsePictureUrl(url)
  const row = name === null ? undefined : await selectByName(db, name)
  if (row === undefined || row.uid !== uid) throw domainError('notFound')
  return row.id
}

/**
 * Says what a picture is for, in the transaction of what it is for: from then on no sweep takes it. Refuses
 * `notFound` when one already has.
 *
 * @example await attachPicture(tx, id, 'deposit 17')
 */
export const attachPicture = async (tx: Tx, id: number, purpose: string): Promise<void> => {
  if (!(await updatePurpose(tx, id, purpose))) throw domainError('notFound')
}

/**
 * Keeps a picture that staff put up for what it is shown with, in the transaction of that. Refuses `notFound` for an address
 * of a customer's picture and for anything that is none.
 */
export const attachStaffPicture = async (tx: Tx, url: string, purpose: string): Promise<void> => {
  const name = parsePictureUrl(url)
  const row = name === null ? undefined : await selectByName(tx, name)
  if (row === undefined || row.uid !== null) throw domainError('notFound')
  await attachPicture(tx, row.id, purpose)
}

/** A link to a picture for its owner, good for five minutes; null when the picture is gone. */
export const ownerPictureUrl = async (
  { clock, database, secrets }: Pick<Platform, 'clock' | 'database' | 'secrets'>,
  id: number,
): Promise<string | null> => {
  const row = await selectById(database.db, id)
  return row === undefined ? null : pictureUrl(row.name, { secrets, nowMs: clock.now(), whom: `u${row.uid}` })
}

/** A link to a picture for a member of staff, good for five minutes; each one is written into the audit log. */
export const staffPictureUrl = async (
  deps: Pick<Platform, 'clock' | 'database' | 'secrets'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  id: number,
): Promise<string | null> => {
  const row = await selectById(deps.database.db, id)
  if (row === undefined) return null
  await auditPictureView(deps, staff, origin, row)
  return pictureUrl(row.name, { secrets: deps.secrets, nowMs: deps.clock.now(), whom: `s${staff.id}` })
}

/** Writes down that a member of staff was shown a picture. */
export const auditPictureView = (
  deps: Pick<Platform, 'clock' | 'database'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { id, uid }: PictureRow,
): Promise<void> => readAndAudit(deps, staff, origin, 'pictureView', `picture ${id} of customer ${uid}`)

/** What is kept of a customer's pictures, oldest first; each is shown to him at its address. */
export const listCustomerPictures = async (db: Db, uid: number) =>
  (await selectPicturesOf(db, uid)).map(({ name, type, bytes, width, height, purpose, created_ms }) => ({
    url: pictureUrl(name),
    type,
    bytes,
    width,
    height,
    purpose,
    created_ms,
  }))
