import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { transact } from '../platform/transactions/index.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import { deletePicture, listSealedOtherwise, lockDeletable, updateKeyid } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly blobs: BlobStore }

/** Age at which an incomplete upload counts as lost; milliseconds. */
const lostAfterMs = 3_600_000
/** Age at which an unattached picture is deleted, milliseconds; a form that needs one is sent within minutes. */
const unusedAfterMs = 86_400_000
const atOnce = 100

/**
 * Deletes pictures of closed accounts, pictures unattached for 24 h, and incomplete uploads.
 *
 * The bytes are deleted before the row, so that the next sweep completes an interrupted one. Returns the number of
 * deleted pictures.
 */
export const sweepPictures = async ({ clock, database, blobs }: Deps): Promise<number> => {
  const nowMs = clock.now()
  const loose = { lostMs: nowMs - lostAfterMs, unusedMs: nowMs - unusedAfterMs }
  const going = await transact(database.db, (tx) => lockDeletable(tx, loose, atOnce))
  for (const { id, name } of going) {
    await blobs.remove(name)
    await deletePicture(database.db, id)
  }
  return going.length
}

/** The sweep of pictures. */
export const uploadJobs = (deps: Deps): readonly Job[] => [
  {
    name: 'uploads.sweep',
    cron: '*/10 * * * *',
    afterStartSeconds: null,
    run: () => sweepPictures(deps),
  },
]

/**
 * Seals the bytes of every picture anew that is sealed with a former secret, and returns how many. The bytes are replaced
 * before the row says so, so that a killed run is completed by the next; a picture deleted meanwhile stays deleted.
 */
export const resealPictures = async ({
  database: { db },
  secrets,
  blobs,
}: Pick<Platform, 'database' | 'secrets'> & { readonly blobs: BlobStore }): Promise<number> => {
  let count = 0
  for (let after = 0; ; ) {
    const found = await listSealedOtherwise(db, secrets.keyid, after, atOnce)
    for (const { id, name } of found) {
      const bytes = await blobs.get(name)
      if (bytes === null) continue
      await blobs.put(name, bytes)
      if (await updateKeyid(db, id, secrets.keyid)) count += 1
      else await blobs.remove(name)
    }
    const last = found.at(-1)
    if (last === undefined) return count
    after = last.id
  }
}
