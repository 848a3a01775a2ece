import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from '../database/index.ts'

/**
 * Added to every transaction of a request, inside it and before the commit. Requests that share a transaction are
 * marked by one statement per distinct `markAll`.
 */
export type CommitMarker<Mine = unknown> = {
  readonly mine: Mine
  /** Marks all requests and returns for each whether it still holds its key. */
  readonly markAll: (tx: Tx, all: readonly Mine[]) => Promise<readonly boolean[]>
  /** Error thrown when the key is lost. */
  readonly lost: () => Error
}

const request = new AsyncLocalStorage<CommitMarker>()

/** Runs `work` with `mark` added to each of its transactions. */
export const withCommitMarker = <T, Mine>(mark: CommitMarker<Mine>, work: () => Promise<T>): Promise<T> =>
  request.run(mark as CommitMarker, work)

/** Marker of the current request; null outside of one. */
export const currentMarker = (): CommitMarker | null => request.getStore() ?? null

/** Applies markers inside a transaction and returns the lost ones. */
export const applyMarkers = async (
  tx: Tx,
  marks: readonly CommitMarker[],
): Promise<readonly CommitMarker[]> => {
  const lost: CommitMarker[] = []
  for (const [markAll, alike] of Map.groupBy(marks, (mark) => mark.markAll)) {
    const held = await markAll(
      tx,
      alike.map(({ mine }) => mine),
    )
    lost.push(...alike.filter((_, at) => held[at] !== true))
  }
  return lost
}

/** Runs work that belongs to several requests: none of its transactions is marked for the current one. */
export const withoutCommitMarker = <T>(work: () => T): T => request.exit(work)
