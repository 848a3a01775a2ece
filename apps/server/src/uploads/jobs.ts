import { type Platform, transact } from '../platform/index.ts'
import type { BlobStore } from './blobs/keeper.ts'
import { deletePicture, lockDeletable } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly keeper: BlobStore }

/** Whoever takes this long to write a picture away is dead. */
const lostAfterMs = 3_600_000
/** A picture nobody said what for is deleted after this; a form that needs one is sent within minutes. */
const unusedAfterMs = 86_400_000
const atOnce = 100

/**
 * Deletes pictures nobody wants: those of closed accounts, those handed in for nothing since a day, and what was
 * left half written. The bytes go first, then the row, so that a sweep that dies is made up for by the next.
 * Returns how many went.
 */
export const sweepPictures = async ({ clock, database, keeper }: Deps): Promise<number> => {
  const nowMs = clock.now()
  const loose = { lostMs: nowMs - lostAfterMs, unusedMs: nowMs - unusedAfterMs }
  const going = await transact(database.db, (tx) => lockDeletable(tx, loose, atOnce))
  for (const { id, name } of going) {
    await keeper.remove(name)
    await deletePicture(database.db, id)
  }
  return going.length
}

/** Sweeps now and then until it is closed; a round that fails (the store is away) is made up for by the next. */
export const startSweeping = (
  deps: Deps & Pick<Platform, 'log'>,
  everyMs = 10 * 60_000,
): { readonly close: () => Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve()
  const round = (): void => {
    running = sweepPictures(deps).catch((err: unknown) => deps.log.warn({ err }, 'picture sweep failed'))
  }
  const timer = setInterval(round, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
