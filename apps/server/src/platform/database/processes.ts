import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { kill, platform } from 'node:process'

const answersSignals = (pid: number): boolean => {
  try {
    kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Something that tells this life of a process number from any other: on Linux the instant it was started,
 * elsewhere only that it lives. Null when there is no such process, or only its unreaped remains.
 */
export const processStartId = async (pid: number): Promise<string | null> => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (platform !== 'linux') return answersSignals(pid) ? 'alive' : null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The program's name stands in brackets and may hold anything; the fields follow the last bracket.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  if (state === undefined || state === 'Z' || state === 'X') return null
  return fields[18] ?? 'alive'
}

/**
 * Tells whether a process runs a program with an argument, such as the `postgres` of one data folder. Elsewhere
 * than on Linux, where this cannot be seen, every living process is taken for it.
 *
 * @example await isRunning(4711, 'postgres', '/srv/data/postgres')
 */
export const isRunning = async (pid: number, program: string, argument: string): Promise<boolean> => {
  if ((await processStartId(pid)) === null) return false
  if (platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [name = '', ...given] = command.split('\0')
  return basename(name) === program && given.includes(argument)
}

/** Tells whether a process number is in use, also by the remains of a process that its parent has not reaped. */
export const isTaken = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0 && answersSignals(pid)
