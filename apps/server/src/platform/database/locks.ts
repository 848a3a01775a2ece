import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { isRunning, isTaken } from './processes.ts'

/** The program whose process writes the lock files. */
export const program = 'postgres'

/** The port of the socket's name; nothing listens on it as long as there is a socket folder. */
export const socketPort = 5432

export const lockFileOf = ({ folder }: Pick<Place, 'folder'>): string => join(folder, 'postmaster.pid')

const lockFilesOf = (place: Pick<Place, 'folder' | 'socketFolder'>): readonly string[] => [
  lockFileOf(place),
  ...(place.socketFolder === null ? [] : [join(place.socketFolder, `.s.PGSQL.${socketPort}.lock`)]),
]

/** The process a lock file names; null without a file. */
const holderOf = async (file: string): Promise<number | null> => {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text.split('\n')[0] ?? '', 10)
}

/** The living postmaster of a cluster, such as a killed run leaves behind; null when there is none. */
export const livingPostmaster = async (place: Pick<Place, 'folder'>): Promise<number | null> => {
  const pid = await holderOf(lockFileOf(place))
  return pid !== null && (await isRunning(pid, program, place.folder)) ? pid : null
}

/**
 * Removes lock files that PostgreSQL would refuse to remove itself, and returns the process numbers they named.
 *
 * PostgreSQL takes a lock file for valid as long as its process number is in use: also by the remains of a killed
 * postmaster that its parent has not reaped, and by another program that got the number since. Neither is a
 * postmaster of this cluster. Server processes that outlived their postmaster stay protected without the file:
 * PostgreSQL finds their shared memory by the cluster folder itself and refuses to start beside them.
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
