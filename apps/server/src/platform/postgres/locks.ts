import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { isRunning, isTaken } from './processes.ts'

/** The program that writes the lock files. */
export const program = 'postgres'

/** The port in the socket's name; nothing listens on it while there is a socket folder. */
export const socketPort = 5432

export const lockFileOf = ({ folder }: Pick<Place, 'folder'>): string => join(folder, 'postmaster.pid')

const lockFilesOf = (place: Pick<Place, 'folder' | 'socketFolder'>): readonly string[] => [
  lockFileOf(place),
  ...(place.socketFolder === null ? [] : [join(place.socketFolder, `.s.PGSQL.${socketPort}.lock`)]),
]

/** Process id in a lock file; null without a file. */
const holderOf = async (file: string): Promise<number | null> => {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text.split('\n')[0] ?? '', 10)
}

/** The living postmaster of a cluster, for example one left by a killed run; null if there is none. */
export const livingPostmaster = async (place: Pick<Place, 'folder'>): Promise<number | null> => {
  const pid = await holderOf(lockFileOf(place))
  return pid !== null && (await isRunning(pid, program, place.folder)) ? pid : null
}

/**
 * Removes lock files that PostgreSQL would not remove itself, and returns the process ids in them.
 *
 * PostgreSQL treats a lock file as valid while its process id is in use: also by a zombie postmaster, and by another
 * program that reused the id. Neither is a postmaster of this cluster. Server processes that outlived their postmaster
 * stay protected without the file: PostgreSQL detects their shared memory by the cluster folder and does not start
 * beside them.
 */
export const removeDeadLocks = async (
  place: Pick<Place, 'folder' | 'socketFolder'>,
): Promise<readonly number[]> => {
  const removed: number[] = []
  for (const file of lockFilesOf(place)) {
    const pid = await holderOf(file)
    if (pid === null || !isTaken(pid) || (await isRunning(pid, program, place.folder))) continue
    await rm(file, { force: true })
    removed.push(pid)
  }
  return removed
}
