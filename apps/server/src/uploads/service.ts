import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { createKeyedSemaphore } from '../platform/concurrency/index.ts'
import type { Db, Tx } from '../platform/database/index.ts'
import type { StaffIdentity } from '../platform/http/index.ts'
import { randomToken } from '../platform/secrets/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit } from '../staff/index.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import { openBlobStore } from './blobs/open.ts'
import { parsePictureUrl, pictureUrl } from './link.ts'
import { type Picture, reencodeImage } from './picture.ts'
import {
  countPictures,
  findPictureById,
  findPictureByName,
  insertPending,
  listPicturesOf,
  lockPictures,
  type NewPicture,
  type PictureRow,
  updateDeleting,
  updatePurpose,
  updateStored,
} from './store.ts'

/** Maximum number of pictures of a customer within 24 hours, and in total. */
export type Quota = { readonly daily: number; readonly total: number }

/** What uploads need. */
export type UploadsDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  readonly blobs: BlobStore
  /** Limits concurrent re-encoding. */
  readonly inTurn: ReturnType<typeof createKeyedSemaphore>
  readonly quotaOf: () => Promise<Quota>
}

/** Maximum pictures re-encoded concurrently: each may take a processor and some hundred megabytes for a second. */
const drawnAtOnce = 2

/** Creates the dependencies of the module; the quota is read on every use. */
export const openUploads = <P extends Platform>(
  platform: P,
  quotaOf: UploadsDeps['quotaOf'],
): P & UploadsDeps => ({
  ...platform,
  blobs: openBlobStore(platform),
  inTurn: createKeyedSemaphore(drawnAtOnce),
  quotaOf,
})

/**
 * Stores a customer's picture: re-encodes it, writes its bytes and returns its URL, which identifies it in other calls
 * and shows it to its owner and to staff.
 *
 * The row is inserted first, as `incoming`, and counts from then on, so that concurrent uploads cannot exceed the
 * quota. Then the bytes are written, then the row becomes `kept`. A crash in between leaves an `incoming` row for the
 * sweep.
 *
 * @throws invalidField (1001, `file`) not a picture
 * @throws tooManyRequests (1004) the daily quota is used up
 * @throws outOfRange (2002, `max`) the total quota is used up
 */
export const uploadCustomerPicture = async (
  deps: UploadsDeps,
  uid: number,
  file: Buffer,
): Promise<{ readonly url: string }> => {
  await transact(deps.database.db, (tx) => assertQuota(deps, tx, uid))
  return takeIn(deps, file, { uid }, (tx) => assertQuota(deps, tx, uid))
}

/**
 * Publishes a picture of staff: public by its URL while it is attached. Throws 1001 (`file`) for a file that is not a
 * picture.
 */
export const publishStaffPicture = (
  deps: UploadsDeps,
  staffId: number,
  file: Buffer,
): Promise<{ readonly url: string }> => takeIn(deps, file, { staffId }, async () => undefined)

/** Re-encodes a picture, inserts it as incoming if permitted, and writes its bytes. */
const takeIn = async (
  deps: UploadsDeps,
  file: Buffer,
  whose: NewPicture['whose'],
  assertPermitted: (tx: Tx) => Promise<void>,
): Promise<{ readonly url: string }> => {
  const picture = await deps.inTurn('drawing', () => reencodeImage(file))
  const name = randomToken(24)
  const id = await transact(deps.database.db, async (tx) => {
    await assertPermitted(tx)
    const { type, width, height } = picture
    const createdMs = deps.clock.now()
    return insertPending(tx, {
      ...{ name, whose, type, width, height, createdMs },
      bytes: picture.bytes.length,
      keyid: deps.secrets.keyid,
    })
  })
  await writeAway(deps, id, name, picture)
  return { url: pictureUrl(name) }
}

/** Checks the quota of a customer; from here to the commit no concurrent upload adds to it. */
const assertQuota = async ({ clock, quotaOf }: UploadsDeps, tx: Tx, uid: number): Promise<void> => {
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
  { database: { db }, blobs }: UploadsDeps,
  id: number,
  name: string,
  picture: Picture,
) => {
  try {
    await blobs.put(name, picture.bytes)
  } catch (fault) {
    // The sweep deletes partial bytes; if this update fails too, the sweep finds the row by its age.
    await updateDeleting(db, id).catch(() => undefined)
    throw fault
  }
  if (!(await updateStored(db, id))) throw new Error('a picture was swept while it was written')
}

/**
 * The picture of a URL, for its owner. Throws `notFound` alike for another customer's picture and for anything else.
 */
export const findOwnPicture = async (db: Db | Tx, uid: number, url: string): Promise<number> => {
  const name = parsePictureUrl(url)
  const row = name === null ? undefined : await findPictureByName(db, name)
  if (row === undefined || row.uid !== uid) throw domainError('notFound')
  return row.id
}

/**
 * Attaches a picture to its purpose, in the transaction of that purpose: from then on no sweep deletes it. Throws
 * `notFound` if a sweep already has.
 *
 * @example await attachPicture(tx, id, 'deposit 17')
 */
export const attachPicture = async (tx: Tx, id: number, purpose: string): Promise<void> => {
  if (!(await updatePurpose(tx, id, purpose))) throw domainError('notFound')
}

/**
 * Attaches a picture published by staff, in the transaction of its purpose. Throws `notFound` for the URL of a
 * customer's picture and for anything else.
 */
export const attachStaffPicture = async (tx: Tx, url: string, purpose: string): Promise<void> => {
  const name = parsePictureUrl(url)
  const row = name === null ? undefined : await findPictureByName(tx, name)
  if (row === undefined || row.uid !== null) throw domainError('notFound')
  await attachPicture(tx, row.id, purpose)
}

/** A link to a picture for its owner, valid for five minutes; null if the picture does not exist. */
export const ownerPictureUrl = async (
  { clock, database, secrets }: Pick<Platform, 'clock' | 'database' | 'secrets'>,
  id: number,
): Promise<string | null> => {
  const row = await findPictureById(database.db, id)
  return row === undefined ? null : pictureUrl(row.name, { secrets, nowMs: clock.now(), whom: `u${row.uid}` })
}

/** A link to a picture for a staff member, valid for five minutes; each one is audited. */
export const staffPictureUrl = async (
  deps: Pick<Platform, 'clock' | 'database' | 'secrets'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  id: number,
): Promise<string | null> => {
  const row = await findPictureById(deps.database.db, id)
  if (row === undefined) return null
  await auditPictureView(deps, staff, origin, row)
  return pictureUrl(row.name, { secrets: deps.secrets, nowMs: deps.clock.now(), whom: `s${staff.id}` })
}

/** Records in the audit log that a staff member viewed a picture. */
export const auditPictureView = (
  deps: Pick<Platform, 'clock' | 'database'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { id, uid }: PictureRow,
): Promise<void> => readAndAudit(deps, staff, origin, 'pictureView', `picture ${id} of customer ${uid}`)

/** A customer's stored pictures, oldest first; each is visible to the customer at its URL. */
export const listCustomerPictures = async (db: Db, uid: number) =>
  (await listPicturesOf(db, uid)).map(({ name, type, bytes, width, height, purpose, created_ms }) => ({
    url: pictureUrl(name),
    type,
    bytes,
    width,
    height,
    purpose,
    created_ms,
  }))
